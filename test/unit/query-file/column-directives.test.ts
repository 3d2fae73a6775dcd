/** The columns that a result has: offered, explained and checked where directives name them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import type { LanguageService, QueryView } from '../../../server/src/query-file/language/language-service.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { contextOf } from '../../support/corpus.ts';
import { edited } from '../../support/wiki-problems.ts';

const languages = createLanguages();
const context = contextOf();

interface Marked {
  readonly service: LanguageService;
  readonly view: QueryView;
  readonly text: string;
  readonly offset: number;
}

/** The last query of a file with a `¦` in it. */
function marked(id: string, file: string): Marked {
  const { service, syntax } = languages.get(id)!;
  const text = file.replace('¦', '');
  const document = new QueryDocument('file:///a', id, 1, text, syntax);
  const block = document.blocks.at(-1)!;
  const before = text.length - block.text.length;
  return {
    service,
    view: { block, scope: new Scope(block, document.header) },
    text: block.text,
    offset: file.indexOf('¦') - before,
  };
}

const offered = (id: string, file: string) => {
  const { service, view, offset } = marked(id, file);
  return service.complete(view, offset, context).map(({ label, detail }) => [label, detail] as const);
};
const labels = (id: string, file: string) => offered(id, file).map(([label]) => label);

/** `code@place` of the problems about columns, with the text after each one's preferred fix. */
const problemsIn = (id: string, file: string) => {
  const { service, view, text } = marked(id, file);
  return service
    .problems(view, context)
    .filter(({ code }) => code.includes('column'))
    .map(({ code, span, severity }) => `${severity} ${code}@${text.slice(span.start, span.end)}`);
};
const fixed = (id: string, file: string) => {
  const { service, view, text } = marked(id, file);
  const problem = service.problems(view, context).find(({ code }) => code.includes('column'));
  const fix = problem && service.fixes(view, problem, context).find(({ preferred }) => preferred);
  return fix && edited(text, fix.edits);
};
const hover = (id: string, file: string) => {
  const { service, view, offset } = marked(id, file);
  return service.explain(view, offset, context)?.markdown;
};

const revisions = (titles: string, more = '') =>
  labels('wikiquery', `# @columns ¦\ntitles=${titles}\nprop=revisions\nrvprop=user${more}\n`);
const changes = 'list=recentchanges\nrcprop=title|user\n';

describe('columns of a wiki’s query', () => {
  test('those that the result has come first, in its order, with type and meaning', () => {
    const all = offered('wikiquery', `# @columns ¦\n${changes}`);
    assert.deepEqual(all.slice(0, 2), [
      ['title', 'page: title of the page, with its namespace'],
      ['user', 'user: name or IP address of the user'],
    ]);
    assert.deepEqual(
      all.find(([label]) => label === 'comment'),
      ['comment', 'needs rcprop=comment'],
    );
    const names = all.map(([label]) => label);
    assert.ok(names.indexOf('user') < names.indexOf('comment'));
  });
  test('in a grouping and a chart as well', () => {
    assert.equal(labels('wikiquery', `# @group ¦\n${changes}`)[0], 'title');
    assert.ok(labels('wikiquery', `# @group user: sum ¦\n${changes}`).includes('user'));
    assert.equal(labels('wikiquery', `# @view chart bar x=¦\n${changes}`)[0], 'x=title');
  });
  test('of a query whose result is not known, any', () =>
    assert.ok(labels('wikiquery', '# @columns ¦\nlist=nosuchmodule\n').includes('timestamp')));
  test('of one page with a limit, the rows of its list; of several pages, one column of them', () => {
    assert.ok(revisions('Sun', '\nrvlimit=5').includes('user'));
    assert.ok(revisions('Sun|Moon').includes('revisions.user'));
    assert.ok(!revisions('Sun|Moon').includes('user'));
  });

  const checked: readonly [file: string, ...problems: string[]][] = [
    [`# @columns title, user\n${changes}`],
    [`# @columns Title, NS\n${changes}`],
    [`# @columns title, timestamp\n${changes}`, 'warning column-not-requested@timestamp'],
    ['# @columns timestamp\nlist=recentchanges\n'],
    ['# @columns comment\nlist=recentchanges\n', 'warning column-not-requested@comment'],
    ['# @columns comment\nlist=recentchanges|allpages\n', 'warning column-not-requested@comment'],
    ['# @columns comment\nlist=recentchanges|logevents\nleprop=comment\n'],
    ['# @columns comment\nlist=recentchanges\nrcprop={{p}}\n'],
    ['# @columns comment\nlist=recentchanges|nosuch\n'],
    [`# @group user: sum newlen\n${changes}`, 'warning column-not-requested@newlen'],
    [`# @view chart bar x=timestamp\n${changes}`, 'warning column-not-requested@timestamp'],
    [`# @view chart bar x="timestamp by month"\n${changes}`, 'warning column-not-requested@timestamp'],
    [`# @columns titel\n${changes}`, 'hint unknown-column@titel'],
    [`# @columns anything_else\n${changes}`],
    ['# @columns thumbnail\ntitles=Sun\nprop=pageimages\n'],
    ['# @columns titel\ntitles=Sun\nprop=pageimages\n'],
    ['# @columns revisions.user\ntitles=A|B\nprop=revisions\nrvprop=user\n'],
    ['# @columns user\ntitles=A|B\nprop=revisions\nrvprop=user\n'],
    ['# @columns from, to\ntitles=A|B\nredirects\nprop=info\n'],
    ['# @columns index\ngenerator=search\ngsrsearch=x\nprop=info\n'],
  ];
  for (const [file, ...problems] of checked)
    test(JSON.stringify(file), () => assert.deepEqual(problemsIn('wikiquery', file), problems));

  test('what a column needs is added, with what the wiki has by default', () => {
    assert.equal(
      fixed('wikiquery', `# @columns timestamp\n${changes}`),
      '# @columns timestamp\nlist=recentchanges\nrcprop=title|user|timestamp\n',
    );
    assert.equal(
      fixed('wikiquery', '# @columns comment\nlist=recentchanges\n'),
      '# @columns comment\nlist=recentchanges\nrcprop=title|timestamp|ids|comment\n',
    );
    assert.equal(fixed('wikiquery', `# @columns titel\n${changes}`), `# @columns title\n${changes}`);
  });
  test('a hover says what a column has, and what it needs', () => {
    assert.equal(
      hover('wikiquery', `# @columns us¦er\n${changes}`),
      '**user** — a column: user\n\nname or IP address of the user',
    );
    assert.match(hover('wikiquery', `# @group comm¦ent\n${changes}`) ?? '', /requires `rcprop=comment`\.$/);
    assert.match(hover('wikiquery', `# @colu¦mns user\n${changes}`) ?? '', /a directive/);
  });
});

describe('columns of a tracker’s query', () => {
  test('the key and the fields that are fetched come first, then all other fields', () => {
    const names = labels('jql', '# @columns ¦\nproject = OPS\n');
    assert.deepEqual(names.slice(0, 3), ['key', 'summary', 'issuetype']);
    assert.ok(names.includes('worklogAuthor'));
  });
  test('where the query names its fields, these alone', () =>
    assert.deepEqual(labels('jql', '# @fields summary, status\n# @columns ¦\nproject = OPS\n'), [
      'key',
      'summary',
      'status',
    ]));
  const checked: readonly [file: string, ...problems: string[]][] = [
    ['# @columns key, summary, assignee, Story Points\nproject = OPS\n'],
    ['# @fields summary\n# @columns key, summary\nproject = OPS\n'],
    ['# @fields summary\n# @columns assignee\nproject = OPS\n', 'warning column-not-requested@assignee'],
    ['# @fields summary\n# @columns Due\nproject = OPS\n', 'warning column-not-requested@Due'],
    ['# @fields due\n# @columns duedate\nproject = OPS\n'],
    ['# @fields *all\n# @columns assignee\nproject = OPS\n'],
    ['# @fields customfield_10020\n# @columns Sprint\nproject = OPS\n'],
    ['# @fields summary\n# @group assignee\nproject = OPS\n'],
    ['# @fields summary\n# @columns sumary\nproject = OPS\n', 'hint unknown-column@sumary'],
  ];
  for (const [file, ...problems] of checked)
    test(JSON.stringify(file), () => assert.deepEqual(problemsIn('jql', file), problems));
  test('a field that is not fetched is added', () =>
    assert.equal(
      fixed('jql', '# @fields summary\n# @columns assignee\nproject = OPS\n'),
      '# @fields summary, assignee\n# @columns assignee\nproject = OPS\n',
    ));
  test('a hover says what a field has', () =>
    assert.match(
      hover('jql', '# @columns assi¦gnee\nproject = OPS\n') ?? '',
      /^\*\*assignee\*\* — a column: user/,
    ));
});
