/** One query at several sites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();
const query = 'action=query\nlist=allpages\naplimit=2\n';
const sitesOf = (out: string): readonly string[] =>
  out
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.split('\t')[0] ?? '');

test('the rows of all are one result, with the limit for each', async () => {
  using folder = siteFolder(sandbox, { 'a.wikiquery': `# @sites wiki, "my site/1", wiki\n${query}` });
  const { exit, out, error } = await folder.wikijql('run', 'a.wikiquery');
  assert.equal(exit, 0);
  assert.equal(out.split(/\r?\n/)[0], 'site\ttitle\tns\tpageid');
  assert.deepEqual(sitesOf(out), ['wiki', 'wiki', 'my site/1', 'my site/1']);
  assert.match(error, /^Querying 2 sites, one after the other: wiki, my site\/1\.$/m);
  assert.match(error, /^4 rows from wiki, my site\/1; more are available\. .* 2 requests, /m);
});

test('one that fails is reported, and the rows of the others stay', async () => {
  using folder = siteFolder(sandbox, { 'a.wikiquery': `# @sites gone, wiki\n${query}` });
  const { exit, out, error } = await folder.wikijql('run', 'a.wikiquery');
  assert.equal(exit, 3);
  assert.deepEqual(sitesOf(out), ['wiki', 'wiki']);
  assert.match(error, /^error: “gone” refused the connection/m);
  assert.match(error, /^warning: “gone” returned none or only some of its rows\./m);
});

test('the command line can name one of them; an unknown one is refused before anything is sent', async () => {
  using folder = siteFolder(sandbox, {
    'a.wikiquery': `# @sites gone, wiki\n${query}`,
    'b.wikiquery': `# @sites wiki, nowhere\n${query}`,
  });
  const { exit, out } = await folder.wikijql('run', 'a.wikiquery', '--site', 'wiki', '-q');
  assert.equal(exit, 0);
  assert.equal(out.split(/\r?\n/)[0], 'title\tns\tpageid');
  const before = sandbox.wiki.requests.length;
  const refused = await folder.wikijql('run', 'b.wikiquery');
  assert.equal(refused.exit, 2);
  assert.match(refused.error, /^Unknown site “nowhere”/m);
  assert.equal(sandbox.wiki.requests.length, before);
});
