/** The queries to a wiki while a value is typed, and the completions from its answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WordCounts } from '../../../server/src/query-file/language/query-words.ts';
import { WikiSites } from '../../../server/src/wiki/catalogue/wiki-sites.ts';
import { completeWiki, wikiValueQueryAt } from '../../../server/src/wiki/completion/wiki-completion.ts';
import { createReader, createWikiService } from '../../../server/src/wiki/wiki-service.ts';
import { builtIn } from '../../support/catalogue.ts';
import { finds } from '../../support/matching.ts';
import { context, knowledge, modelOf, view } from '../../support/wiki.ts';

function question(marked: string): string {
  const at = view(marked);
  const query = wikiValueQueryAt(at, modelOf(at), at.offset, knowledge);
  return query === undefined ? '' : `${query.field}: ${query.typed}`;
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
  ['list=geosearch\ngspage=Ber¦', 'page: Ber'],
  ['generator=prefixsearch\ngpssearch=Ber¦', 'page: Ber'],
  ['nothing=Ma¦', ''],
];
for (const [marked, expected] of questions)
  test(`${JSON.stringify(marked.slice(0, 50))} asks ${expected || 'nothing'}`, () =>
    assert.equal(question(marked), expected));

/** The queries after accepting each of the first completions; the typed text must match each. */
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

/** Other queries to the same site. */
const others = [
  'list=categorymembers\ncmtitle=Category:Geology',
  'generator=categorymembers\ngcmtitle=Category:Maths\nprop=categories\nclcategories=Category:Geology',
  '@page = Ada\nprop=info\ntitles=Main Page|{{page}}|Geology',
  '?list=usercontribs&ucuser=Ada+L%C3%B6w&uclimit=5',
  'list=recentchanges\nrcuser=Bob\nrctag=own edit',
];

/** The completions that are not built in, the first one first. */
function completionsFromOthers(marked: string, suggested: readonly string[] = []): string[] {
  const at = view(marked);
  const model = modelOf(at);
  const service = createWikiService(new WikiSites(builtIn), createReader(new WikiSites(builtIn)), key => key);
  const otherWords = (): WordCounts => {
    const counts = new WordCounts();
    for (const text of others) for (const word of service.words!(view(`${text}¦`))) counts.add(word);
    return counts;
  };
  const values = suggested.map(value => ({ value, shown: value }));
  const builtInLabels = new Set(
    completeWiki(at, model, at.offset, knowledge, context).map(({ label }) => label),
  );
  return completeWiki(at, model, at.offset, knowledge, { ...context, otherWords }, values)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ label, edit }) => (label === edit.newText ? label : edit.newText))
    .filter(label => !builtInLabels.has(label));
}

const usedValues: readonly [marked: string, suggested: readonly string[], offers: readonly string[]][] = [
  ['list=backlinks\nbltitle=¦', [], ['Main Page', 'Geology']],
  ['titles=Geology|¦', [], ['Main Page']],
  ['titles=¦', ['Ma', 'main page'], ['Ma', 'main page', 'Geology']],
  ['list=users\nususers=¦', ['Bob'], ['Bob', 'Ada Löw']],
  ['?list=users&ususers=¦', [], ['Ada%20L%C3%B6w', 'Bob']],
  ['list=recentchanges\nrctag=¦', [], ['own edit']],
  ['list=search\nsrsearch=¦', [], []],
];
for (const [marked, suggested, expected] of usedValues)
  test(`${JSON.stringify(marked)} offers ${expected.join(', ') || 'nothing'} of the other queries`, () =>
    assert.deepEqual(completionsFromOthers(marked, suggested), expected));

test('a category of the other queries is found by its name, the most used one first', () => {
  const at = view('list=categorymembers\ncmtitle=Ma¦');
  assert.deepEqual(completionsFromOthers('list=categorymembers\ncmtitle=¦').slice(-1), ['Category:Maths']);
  const counts = new WordCounts();
  counts.add({ kind: 'value', field: 'category', text: 'Category:Maths' });
  const items = completeWiki(at, modelOf(at), at.offset, knowledge, { ...context, otherWords: () => counts });
  assert.deepEqual(
    items.filter(item => finds(item, 'Ma')).map(({ label }) => label),
    ['Category:Maths'],
  );
});
