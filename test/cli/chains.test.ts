/** Rows of one query as values of another, from the command line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();
const members = '### Members\n# @name members\naction=query\nlist=allpages\napprefix={{prefix}}\naplimit=3\n';
const file = (query: string): string => `# @prompt prefix: text\n${members}### Info\n# @name info\n${query}`;
const info = file('action=query\nprop=info\ntitles={{members.title}}\n');
const run = ['run', 'a.wikiquery#info', '--set', 'prefix='] as const;

test('titles are requested together, and each row says which it is from', async () => {
  using folder = siteFolder(sandbox, { 'a.wikiquery': info });
  const before = sandbox.wiki.requests.length;
  const { exit, out, error } = await folder.wikijql(
    'run',
    'a.wikiquery#info',
    '--set',
    'prefix=M',
    '-o',
    'json',
  );
  assert.equal(exit, 0, error);
  const rows: Record<string, unknown>[] = JSON.parse(out);
  assert.ok(rows.length > 0 && rows.length <= 3);
  for (const row of rows) assert.equal(row['from members.title'], row['title']);
  assert.equal(sandbox.wiki.requests.length - before, 2);
  assert.match(error, /^Only the first 3 rows of “members” were used; it has more\.\n3 rows/);
  assert.match(error, / 2 requests, /);
});

test('without rows nothing is sent for the query', async () => {
  using folder = siteFolder(sandbox, { 'a.wikiquery': info });
  const before = sandbox.wiki.requests.length;
  const { exit, error } = await folder.wikijql('run', 'a.wikiquery#info', '--set', 'prefix=No such page');
  assert.equal(exit, 0, error);
  assert.match(error, /^“members” has no rows with “title”, so nothing was sent for this query\.$/m);
  assert.equal(sandbox.wiki.requests.length - before, 1);
});

const refused: readonly [query: string, message: RegExp, sent: number][] = [
  [
    'action=query\nprop=info\ntitles={{members.tilte}}\n',
    /“members” has no column “tilte”\. Its columns: /,
    1,
  ],
  ['action=query\nprop=info\ntitles={{info.title}}\n', /“info” needs the rows of this query/, 0],
];
for (const [query, message, sent] of refused)
  test(`${query.split('\n').at(-2)} is refused`, async () => {
    using folder = siteFolder(sandbox, { 'a.wikiquery': file(query) });
    const before = sandbox.wiki.requests.length;
    const { exit, error } = await folder.wikijql(...run.slice(0, 2), '--set', 'prefix=M');
    assert.equal(exit, 2);
    assert.match(error, message);
    assert.equal(sandbox.wiki.requests.length - before, sent);
  });

test('keys of issues are values of a search', async () => {
  const jql =
    '# @site work\n### Few\n# @name few\n# @limit 2\nproject = GARD ORDER BY key\n### Them\n# @name them\nkey in ({{few.key}})\n';
  using folder = siteFolder(sandbox, { 'a.jql': jql });
  const { exit, out, error } = await folder.wikijql('run', 'a.jql#them', '-o', 'json');
  assert.equal(exit, 0, error);
  const rows: Record<string, unknown>[] = JSON.parse(out);
  assert.equal(rows.length, 2);
  assert.match(error, /^Only the first 2 rows of “few” were used; it has more\.$/m);
});
