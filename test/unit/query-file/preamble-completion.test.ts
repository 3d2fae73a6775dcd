import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { accepted, labels, offered, view, context } from '../../support/wiki.ts';
import { completePreamble } from '../../../server/src/query-file/completion/preamble-completion.ts';

const edits: readonly (readonly [marked: string, label: string, after: string])[] = [
  // Directives.
  ['#¦', '# @site', '# @site '],
  ['# ¦', '# @limit', '# @limit '],
  ['# @¦', 'site', '# @site '],
  ['# @li¦', 'limit', '# @limit '],
  ['# @li¦m', 'limit', '# @limit '],
  ['# @li¦m 50', 'limit', '# @limit 50'],
  ['  # @al¦', 'all', '  # @all'],
  ['list=allpages\n¦', '# @limit', 'list=allpages\n# @limit '],
  // Their values.
  ['# @site ¦', 'enwiki', '# @site enwiki'],
  ['# @site en¦wik', 'enwiki', '# @site enwiki'],
  ['# @sites dewiki, en¦', 'enwiki', '# @sites dewiki, enwiki'],
  ['# @limit ¦', '500', '# @limit 500'],
  ['# @view ¦', 'json', '# @view json'],
  ['# @view cha¦', 'chart', '# @view chart'],
  ['# @view chart ¦', 'bar', '# @view chart bar'],
  ['# @view chart pi¦', 'pie', '# @view chart pie'],
  ['# @view chart bar ¦', 'x=', '# @view chart bar x='],
  ['# @view chart bar x=a y=¦', 'y=count', '# @view chart bar x=a y=count'],
  ['# @view chart bar x=tit¦ y=count', 'x=title', '# @view chart bar x=title y=count'],
  ['# @watch ¦', '15m', '# @watch 15m'],
  ['# @columns ¦', 'title', '# @columns title'],
  ['# @columns title, ti¦me, user', 'timestamp', '# @columns title, timestamp, user'],
  ['# @columns title, ¦', 'timestamp', '# @columns title, timestamp'],
  ['# @report ¦', 'list', '# @report list'],
  ['# @report changelog by t¦', 'title', '# @report changelog by title'],
  ['# @group ¦', 'user', '# @group user'],
  ['# @group user, t¦', 'timestamp', '# @group user, timestamp'],
  ['# @group timestamp ¦', 'by month', '# @group timestamp by month'],
  ['# @group timestamp by m¦', 'by month', '# @group timestamp by month'],
  ['# @group user:¦', 'count', '# @group user:count'],
  ['# @group user: c¦, sum size', 'count', '# @group user: count, sum size'],
  ['# @group user: count, sum ¦', 'size', '# @group user: count, sum size'],
  ['# @group "a:b": sum ti¦tle', 'size', '# @group "a:b": sum size'],
  // Expectations.
  ['# @exp¦', 'expect', '# @expect '],
  ['# @expect ¦', 'rows', '# @expect rows'],
  ['# @expect sa¦', 'same as last', '# @expect same as last'],
  ['# @expect rows ¦', '<=', '# @expect rows <='],
  ['# @expect rows <¦ 5', '>=', '# @expect rows >= 5'],
  ['# @expect rows = ¦', '0', '# @expect rows = 0'],
  ['# @expect time < ¦', '5s', '# @expect time < 5s'],
  ['# @expect every ¦', 'user', '# @expect every user'],
  [
    '# @columns title, "Due date"\n# @expect every ¦',
    '"Due date"',
    '# @columns title, "Due date"\n# @expect every "Due date"',
  ],
  [
    '# @columns title, "Due date"\n# @expect every "Du¦',
    '"Due date"',
    '# @columns title, "Due date"\n# @expect every "Due date"',
  ],
  ['# @expect every user ¦', 'not in', '# @expect every user not in'],
  ['# @expect every user is ¦', 'empty', '# @expect every user is empty'],
  ['# @expect none timestamp < ¦', 'today', '# @expect none timestamp < today'],
  ['# @expect unique ti¦', 'title', '# @expect unique title'],
  // Variables.
  ['@cat = x\ntitles={{¦', 'cat', '@cat = x\ntitles={{cat}}'],
  ['@cat = x\ntitles={{c¦}}', 'cat', '@cat = x\ntitles={{cat}}'],
  ['@cat = x\ntitles={{c¦at}}|y', 'cat', '@cat = x\ntitles={{cat}}|y'],
  ['@cat = x\ntitles={{ c¦', 'cat', '@cat = x\ntitles={{ cat }}'],
  ['@cat = x\ntitles=a {{¦ b', 'cat', '@cat = x\ntitles=a {{cat}} b'],
  ['@cat = x\n@dog = {{¦', 'cat', '@cat = x\n@dog = {{cat}}'],
  ['@cat = x\n?titles={{¦&prop=info', 'cat', '@cat = x\n?titles={{cat}}&prop=info'],
  // Definitions.
  ['@¦', '@name =', '@${1:name} = ${2}'],
  ['@c¦\ntitles={{cat}}', '@cat =', '@cat = ${1}\ntitles={{cat}}'],
  ['list=allpages\n¦', '@name =', 'list=allpages\n@${1:name} = ${2}'],
];

suite('completion of directives and variables', () => {
  for (const [marked, label, after] of edits) {
    test(`${JSON.stringify(marked)} takes ${label}`, () => assert.equal(accepted(marked, label), after));
  }
  test('a variable shows its value, the nearest definition first', () => {
    const variables = offered('@a = 1\n\n### Q\n@b = {{a}}2\ntitles={{¦').map(({ label, detail }) => [
      label,
      detail,
    ]);
    assert.deepEqual(variables, [
      ['b', '12'],
      ['a', '1 — from the file’s header'],
    ]);
  });
  test('a variable is not offered above its definition', () =>
    assert.deepEqual(labels('@b = {{¦\n@a = 1'), []));
  test('columns that are there already are left out', () =>
    assert(!labels('# @columns title, ¦').includes('title')));
  test('only sites of the same kind are offered', () => {
    const at = view('# @site ¦');
    const tracker = completePreamble(at, at.offset, context, { kind: 'tracker', columns: () => [] });
    assert.deepEqual(
      tracker?.map(({ label, detail }) => [label, detail]),
      [['bugs', 'https://bugs.example.org']],
    );
    assert.deepEqual(labels('# @site ¦'), ['enwiki']);
  });
  test('saved filters are offered by their ids, and found by their names', () => {
    const at = view('# @filter ¦');
    const filters = [{ id: '10042', name: 'Open lamps' }];
    const language = { kind: 'tracker', columns: () => [] } as const;
    const completions = completePreamble(at, at.offset, { ...context, filters }, language);
    assert.deepEqual(
      completions?.map(({ label, edit }) => [label, edit.newText]),
      [['10042 Open lamps', '10042']],
    );
    assert.deepEqual(completePreamble(at, at.offset, context, language), []);
  });
  test('directives of the other kind are not offered', () => {
    assert(!labels('# @¦').includes('fields'));
    const at = view('# @¦');
    const tracker = completePreamble(at, at.offset, context, {
      kind: 'tracker',
      columns: () => [{ name: 'summary', aliases: [] }],
    });
    assert(tracker?.some(({ label }) => label === 'fields'));
  });
  test('a name, an unknown key, a comment and a title take nothing', () => {
    for (const marked of ['# @name ¦', '# @nonsense ¦', '# plain ¦', '### Title¦', '@name = ¦']) {
      assert.deepEqual(labels(marked), [], marked);
    }
  });
  test('an escaped brace and a template are not variables', () => {
    for (const marked of ['@cat = x\ntitles=\\{{¦', 'titles={{Infobox¦']) {
      const at = view(marked);
      assert.equal(
        completePreamble(at, at.offset, context, { kind: 'wiki', columns: () => [] }),
        undefined,
        marked,
      );
    }
  });
});
