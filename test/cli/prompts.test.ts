/** Prompts on the command line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();

const pages = '# @prompt from: title "From which title?"\n# @prompt count: number = 2\n';
const query = `${pages}action=query\nlist=allpages\napfrom={{from}}\naplimit={{count}}\n`;
const info = '# @prompt pages: title list\naction=query\nprop=info\ntitles={{pages}}\n';

test('their answers are options; those that are not given have their defaults', async () => {
  using folder = siteFolder(sandbox, { 'a.wikiquery': query });
  const { exit, out } = await folder.wikijql('run', 'a.wikiquery', '--set', 'from=M&aplimit=9', '-q');
  assert.equal(exit, 0);
  assert.equal(out.trimEnd().split(/\r?\n/).length, 3);
  const { parameters } = sandbox.wiki.requests.at(-1)!;
  assert.deepEqual([parameters.get('apfrom'), parameters.get('aplimit')], ['M&aplimit=9', '2']);
});

test('a list is separated by commas, and a title may have any character', async () => {
  using folder = siteFolder(sandbox, { 'a.wikiquery': info });
  const { exit } = await folder.wikijql('run', 'a.wikiquery', '--set', 'pages=Main Page,"A, b",C|D', '-q');
  assert.equal(exit, 0);
  assert.equal(sandbox.wiki.requests.at(-1)!.parameters.get('titles'), '\u001FMain Page\u001FA, b\u001FC|D');
});

const refused: readonly [words: readonly string[], message: RegExp][] = [
  [[], /^Missing value for “from”\. Pass --set from=VALUE\.$/m],
  [['--set', 'form=M'], /^The query has no prompt “form”\. Its prompts: from, count\.$/m],
  [['--set', 'from'], /^“from” is not NAME=VALUE\.$/m],
  [['--set', 'from=M', '--set', 'count=many'], /“count” has to be a number.*\(answer-number\)$/m],
];
for (const [words, message] of refused)
  test(`${words.join(' ') || 'no answer'}: nothing is sent`, async () => {
    using folder = siteFolder(sandbox, { 'a.wikiquery': query });
    const before = sandbox.wiki.requests.length;
    const { exit, error } = await folder.wikijql('run', 'a.wikiquery', ...words);
    assert.equal(exit, 2);
    assert.match(error, message);
    assert.equal(sandbox.wiki.requests.length, before);
  });
