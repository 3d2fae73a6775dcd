/** Reports whose queries ask for values, use each other's rows, and expect something. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();
const pages =
  '```wikiquery\n# @name pages\n# @limit 3\n# @prompt prefix: text = M\naction=query\nlist=allpages\napprefix={{prefix}}\n```\n';
const info =
  '```wikiquery\n# @name info\n# @columns title, "from pages.pageid"\naction=query\nprop=info\ntitles={{pages.title}}\n```\n';

test('prompts are answered by --set, else by their defaults, and rows of a fence are values of one below it', async () => {
  using folder = siteFolder(sandbox, { 'report.md': `${pages}\n${info}` });
  const before = sandbox.wiki.requests.length;
  const { exit, error } = await folder.wikijql('run', 'report.md');
  assert.equal(exit, 0, error);
  assert.equal(sandbox.wiki.requests.length - before, 2);
  const byDefault = folder.read('report.md');
  assert.match(byDefault, /\| title \| from pages\.pageid \|\n\| --- \| -*:? \|\n\| \[M[^|]*\| \d+ \|/);
  const answered = await folder.wikijql('run', 'report.md', '--set', 'prefix=B');
  assert.equal(answered.exit, 0, answered.error);
  assert.match(folder.read('report.md'), /\| title \| from pages\.pageid \|\n[^\n]*\n\| \[B/);
});

const refused: readonly (readonly [
  name: string,
  report: string,
  options: readonly string[],
  exit: number,
  error: RegExp,
])[] = [
  [
    'a prompt without an answer',
    pages.replace(' = M', ''),
    [],
    2,
    /^report\.md:1: error: “prefix” has no value/m,
  ],
  ['an answer to no prompt', pages, ['--set', 'prefx=B'], 2, /no prompt “prefx”. Its prompts: prefix/],
  ['a query that is below', `${info}\n${pages}`, [], 2, /error: The query “pages” is not above this one/],
  [
    'an unknown column',
    `${pages}\n${info.replace('pages.title', 'pages.nothing')}`,
    [],
    2,
    /error: “pages” has no column “nothing”[^]*the query “info” failed, so nothing was written/,
  ],
];
for (const [name, report, options, exit, error] of refused)
  test(`${name}: nothing is written`, async () => {
    using folder = siteFolder(sandbox, { 'report.md': report });
    const ran = await folder.wikijql('run', 'report.md', ...options);
    assert.match(ran.error, error);
    assert.equal(ran.exit, exit);
    assert.equal(folder.read('report.md'), report);
  });

test('what is not as expected is reported with its place, and the report is written; the exit status is 1', async () => {
  const expected = pages.replace('# @limit 3\n', '# @limit 3\n# @expect rows = 0\n# @expect rows > 1\n');
  using folder = siteFolder(sandbox, { 'report.md': `text\n\n${expected}` });
  const { exit, error } = await folder.wikijql('run', 'report.md');
  assert.match(error, /^report\.md:6: error: Expectation failed: rows = 0\. .+$/m);
  assert.doesNotMatch(error, /rows > 1/);
  assert.equal(exit, 1);
  assert.match(folder.read('report.md'), /\| title \|/);
  assert.equal((await folder.wikijql('run', 'report.md', '--check')).exit, 1);
  folder.write({ 'report.md': folder.read('report.md').replace('rows = 0', 'rows > 0') });
  assert.equal((await folder.wikijql('run', 'report.md', '--check')).exit, 0);
});
