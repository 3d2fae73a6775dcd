import assert from 'node:assert/strict';
import { it } from 'node:test';
import { folderWith } from './program.ts';

const settings = JSON.stringify({
  'wikijql.sites': {
    wiki: { kind: 'wiki', url: 'https://wiki.example.org/w/api.php' },
    bugs: { kind: 'tracker', url: 'https://bugs.example.org' },
  },
});
const files = {
  '.vscode/settings.json': settings,
  'a.wikiquery': '# @site wiki\n\n### One\n# @limit 7\nlist=allpages\n\n### Two\nmeta=siteinfo\n',
  'a.jql': '# @site bugs\nproject = A\n',
};

it('writes a query in a form, with its limit and the contact of the environment', async () => {
  using folder = folderWith(files);
  const { exit, out } = await folder.wikijqlWith(
    { environment: { WIKIJQL_CONTACT: 'ada@example.org' } },
    'code',
    'a.wikiquery#One',
    '--as',
    'requests',
  );
  assert.equal(exit, 0);
  assert.match(out, /LIMITS = \{'allpages': 7\}/);
  assert.match(out, /\(ada@example\.org\)/);
  const { out: jql } = await folder.wikijql('code', 'a.jql', '--as', 'jql');
  assert.equal(jql, 'project = A\n');
});

it('writes it for the site whose address --site names, without settings', async () => {
  using folder = folderWith({ 'a.wikiquery': files['a.wikiquery'], 'a.jql': files['a.jql'] });
  const code = async (file: string, form: string, site: string): Promise<string> =>
    (await folder.wikijql('code', file, '--as', form, '--site', site)).out;
  assert.match(
    await code('a.wikiquery#One', 'url', 'de.wikipedia.org'),
    /^https:\/\/de\.wikipedia\.org\/w\/api\.php\?/,
  );
  assert.match(
    await code('a.jql', 'rest', 'https://bugs.example.org/jira/browse/A-1'),
    /^https:\/\/bugs\.example\.org\/jira\//,
  );
});

it('says which forms there are, and which query it needs', async () => {
  using folder = folderWith(files);
  const say = async (...words: readonly string[]) => {
    const { exit, error } = await folder.wikijql('code', ...words);
    return `${exit} ${error}`;
  };
  assert.match(await say('a.wikiquery#Two'), /^2 Choose a form with --as: url, curl, fetch,/);
  assert.match(
    await say('a.wikiquery#Two', '--as', 'jira'),
    /^2 This form does not exist for the query\. Choose one of: url,/,
  );
  assert.match(await say('a.wikiquery', '--as', 'url'), /^2 .*One, Two/);
  assert.match(await say('a.jql', '--as', 'cobol'), /^2 /);
});
