/** What a wiki is asked while a value is typed, and how what it answers is offered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeWiki, wikiValueQueryAt } from '../../../server/src/wiki/completion/complete.ts';
import { finds } from '../../support/matching.ts';
import { context, knowledge, modelOf, view } from '../../support/wiki.ts';

function question(marked: string): string {
  const at = view(marked);
  const asked = wikiValueQueryAt(at, modelOf(at), at.offset, knowledge);
  return asked === undefined ? '' : `${asked.field}: ${asked.typed}`;
}

const questions: readonly [marked: string, asked: string][] = [
  ['titles=Ma¦', 'page: Ma'],
  ['titles=Main Page|Template:In¦fo', 'page: Template:In'],
  ['titles=A\n  |Ma¦', 'page: Ma'],
  ['titles=¦', ''],
  ['list=backlinks\nbltitle=Help:¦', 'page: Help:'],
  ['list=categorymembers\ncmtitle=¦', 'category: '],
  ['list=categorymembers\ncmtitle=Category:Ph¦', 'category: Ph'],
  ['generator=categorymembers\ngcmtitle=Kategorie:Ph¦', 'category: Ph'],
  ['list=categorymembers\ncmtitle=Ph¦', 'category: Ph'],
  ['list=usercontribs\nucuser=Ada|Al¦', 'user: Al'],
  ['list=users\nususers=¦', 'user: '],
  ['list=recentchanges\nrctag=mob¦', 'tag: '],
  ['?action=query&list=usercontribs&ucuser=Ada+L%C3%B6¦', 'user: Ada Lö'],
  ['?titles=Main%20P¦', 'page: Main P'],
  ['titles={{page}}¦', ''],
  ['@a = Ma\ntitles={{a¦', ''],
  [`titles=${'a'.repeat(101)}¦`, ''],
  ['list=allpages\napprefix=Ma¦', ''],
  ['list=all¦', ''],
  ['titles¦', ''],
  ['# @site en¦', ''],
  ['list=search\nsrsearch=Ma¦', ''],
  ['nothing=Ma¦', ''],
];
for (const [marked, asked] of questions)
  test(`${JSON.stringify(marked.slice(0, 50))} asks ${asked || 'nothing'}`, () =>
    assert.equal(question(marked), asked));

/** The values that are offered first, each as the query that it makes, where typing keeps it in the list. */
function offered(marked: string, values: readonly string[]): string[] {
  const at = view(marked);
  const suggested = values.map(value => ({ value, shown: value }));
  const model = modelOf(at);
  return completeWiki(at, model, at.offset, knowledge, context, suggested)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, values.length)
    .map(item => {
      const { span, newText } = item.edit;
      const { text } = at.block;
      assert.ok(finds(item, text.slice(span.start, at.offset)), item.label);
      return text.slice(0, span.start) + newText + text.slice(span.end);
    });
}

const offers: readonly [marked: string, values: readonly string[], queries: readonly string[]][] = [
  ['titles=ma¦', ['Magnet', 'Main Page'], ['titles=Magnet', 'titles=Main Page']],
  ['titles=A|wp:¦', ['Project:About'], ['titles=A|Project:About']],
  ['list=categorymembers\ncmtitle=ph¦', ['Physics'], ['list=categorymembers\ncmtitle=Category:Physics']],
  [
    'list=categorymembers\ncmtitle=Kategorie:Ph¦',
    ['Physik'],
    ['list=categorymembers\ncmtitle=Kategorie:Physik'],
  ],
  ['list=recentchanges\nrctag=mob¦', ['mobile edit'], ['list=recentchanges\nrctag=mobile edit']],
  [
    '?list=usercontribs&ucuser=Ada+L%C3%B6¦',
    ['Ada Löw & Co'],
    ['?list=usercontribs&ucuser=Ada%20L%C3%B6w%20%26%20Co'],
  ],
];
for (const [marked, values, queries] of offers)
  test(`${JSON.stringify(marked)} offers ${values.join(', ')}`, () =>
    assert.deepEqual(offered(marked, values), queries));
