/** Queries as code, and back, over stdio. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CopyAsResult, PasteAsResult } from '#shared/protocol/documents/query-conversion.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { settingsOf } from '../support/settings.ts';

let client: LanguageClient;
before(async () => {
  const wiki = { kind: 'wiki' as const, url: 'https://wiki.example.org/w/api.php' };
  const bugs = { kind: 'tracker' as const, url: 'https://bugs.example.org/jira' };
  const cloud = { kind: 'tracker' as const, url: 'https://example.atlassian.net' };
  const gated = {
    kind: 'tracker' as const,
    url: 'https://api.atlassian.com/ex/jira/1a2b-3c',
    pages: 'https://gated.atlassian.net',
  };
  client = await startLanguageClient({
    options: {
      panels: true,
      settings: {
        ...settingsOf({}),
        sites: { wiki, bugs, cloud, gated },
        contact: 'ada@example.org',
        limit: 40,
      },
    },
  });
});
after(() => client.stop());

const request = <Result>(name: string, params: object) =>
  client.connection.sendRequest<Result>(`wikijql/${name}`, params);
const copied = async (text: string, language: string, line = 0): Promise<CopyAsResult> => {
  const uri = await client.open(text, language);
  return request<CopyAsResult>('copyAs', { uri, position: { line, character: 0 } });
};
const codeOf = ({ forms }: CopyAsResult, id: string): string =>
  forms.find(form => form.id === id)?.code ?? '';
const refusal = async (text: string, language: string): Promise<string> =>
  (await copied(text, language)).refusal ?? '';

test('a wiki query is copied in nine forms, with its variables, its limit and the contact', async () => {
  const text =
    '# @site wiki\n@c = Category:A&B\n### One\nlist=categorymembers\ncmtitle={{c}}\n### Two\n# @limit 7\nlist=allpages\n';
  const one = await copied(text, 'wikiquery', 3);
  assert.deepEqual(
    one.forms.map(({ id, label }) => [id, label]),
    [
      ['url', 'URL'],
      ['curl', 'curl'],
      ['fetch', 'JavaScript: fetch'],
      ['requests', 'Python: requests'],
      ['pywikibot', 'Python: Pywikibot'],
      ['mwclient', 'Python: mwclient'],
      ['mwn', 'JavaScript: mwn'],
      ['mw.Api', 'JavaScript: mw.Api'],
      ['php', 'PHP'],
    ],
  );
  assert.match(
    codeOf(one, 'url'),
    /^https:\/\/wiki\.example\.org\/w\/api\.php\?action=query&.*cmtitle=Category%3AA%26B$/,
  );
  assert.match(codeOf(one, 'requests'), /'cmtitle': 'Category:A&B',/);
  assert.match(codeOf(one, 'requests'), /\(ada@example\.org\)/);
  assert.match(codeOf(one, 'requests'), /LIMITS = \{'categorymembers': 40\}/);
  assert.match(codeOf(await copied(text, 'wikiquery', 6), 'fetch'), /limits = \{ allpages: 7 \}/);
});

test('a JQL query is copied in six forms, for the API of its tracker', async () => {
  const text = '# @site bugs\n# @limit 20\nproject = A // why\n  ORDER BY key';
  const server = await copied(text, 'jql', 2);
  assert.deepEqual(
    server.forms.map(({ id }) => id),
    ['jql', 'page', 'rest', 'curl', 'jira', 'jira.js', 'jira-cli'],
  );
  assert.equal(codeOf(server, 'jql'), 'project = A\n  ORDER BY key');
  assert.match(
    codeOf(server, 'rest'),
    /^https:\/\/bugs\.example\.org\/jira\/rest\/api\/2\/search\?jql=.*&startAt=0&maxResults=20$/,
  );
  assert.match(codeOf(server, 'jira'), /search_issues\(JQL, startAt=/);
  const gatedForms = await copied(text.replace('bugs', 'gated'), 'jql', 2);
  assert.match(codeOf(gatedForms, 'page'), /^https:\/\/gated\.atlassian\.net\/issues\/\?jql=/);
  assert.match(
    codeOf(gatedForms, 'rest'),
    /^https:\/\/api\.atlassian\.com\/ex\/jira\/1a2b-3c\/rest\/api\/3\//,
  );
  const cloud = await copied(text.replace('bugs', 'cloud'), 'jql', 2);
  assert.match(codeOf(cloud, 'rest'), /^https:\/\/example\.atlassian\.net\/rest\/api\/3\/search\/jql\?/);
  assert.match(codeOf(cloud, 'jira'), /enhanced_search_issues\(JQL, nextPageToken=/);
});

test('a query that cannot run is not copied, and the reason is given', async () => {
  assert.match(await refusal('# @site nowhere\nlist=allpages', 'wikiquery'), /nowhere/);
  assert.match(await refusal('', 'wikiquery'), /No query here/);
  assert.match(await refusal('# @site wiki\ntitles=a\0b', 'wikiquery'), /NUL/);
  assert.match(await refusal('# @site bugs\nproject = {{x}}', 'jql'), /x/);
  assert.equal(
    await request('copyAs', { uri: 'file:///unknown.jql', position: { line: 0, character: 0 } }),
    null,
  );
});

const pasted = (text: string, uri?: string): Promise<PasteAsResult | null> =>
  request<PasteAsResult | null>('pasteAs', { text, ...(uri !== undefined && { uri }) });

test('what is copied is pasted as the same query, with its site', async () => {
  const text = '# @site wiki\nlist=categorymembers\ncmtitle=Category:A&B\ncmlimit=max';
  for (const { id, code } of (await copied(text, 'wikiquery', 1)).forms) {
    const result = await pasted(code);
    const site = id === 'pywikibot' || id !== 'mw.Api' ? '# @site wiki\n' : '';
    assert.deepEqual(
      result,
      {
        query: {
          kind: 'wiki',
          language: 'wikiquery',
          text: `${text.replace('# @site wiki\n', site)}\n`,
          body: `${text.replace('# @site wiki\n', '')}\n`,
        },
      },
      id,
    );
  }
  const jql = '# @site bugs\n# @fields summary, status\nproject = A';
  for (const { id, code } of (await copied(jql, 'jql', 2)).forms) {
    const found = (await pasted(code))?.query?.text;
    if (id === 'jql' || id === 'jira-cli') assert.equal(found, 'project = A\n');
    // The search page of a tracker takes no fields.
    else if (id === 'page') assert.equal(found, '# @site bugs\nproject = A\n');
    else assert.equal(found, `${jql}\n`, id);
  }
});

test('the site of a file need not be named again, and an unknown one is named by its host, below its address', async () => {
  const uri = await client.open('# @site wiki\n', 'wikiquery');
  const url = 'https://wiki.example.org/w/api.php?action=query&meta=siteinfo';
  assert.equal((await pasted(url, uri))?.query?.text, 'meta=siteinfo\n');
  assert.equal((await pasted(url))?.query?.text, '# @site wiki\nmeta=siteinfo\n');
  const other = await pasted('https://other.example.org/w/api.php?action=query&meta=siteinfo');
  assert.equal(
    other?.query?.text,
    '# https://other.example.org/w/api.php\n# @site other.example.org\nmeta=siteinfo\n',
  );
  const search = await pasted('https://gated.atlassian.net/issues/?jql=key%3DA-1');
  assert.equal(search?.query?.text, '# @site gated\nkey=A-1\n');
  assert.match(
    (await pasted('http://127.0.0.1:8080/w/api.php?action=query&meta=siteinfo'))?.query?.text ?? '',
    /^# @site 127\.0\.0\.1-8080$/m,
  );
});

test('what is left out of a pasted text is said, and what is no query is not pasted', async () => {
  const secret = await pasted(
    "curl -u ada:hunter2 'https://bugs.example.org/jira/rest/api/2/search?jql=key=A-1'",
  );
  assert.match(secret?.remark ?? '', /^Not pasted, because they may be secrets: --user\.$/);
  assert.doesNotMatch(JSON.stringify(secret), /hunter2/);
  const computed = await pasted('params = {"action": "query", "titles": f"A {x}"}');
  assert.match(computed?.query?.text ?? '', /^titles=A \{\{x\}\}\n$/);
  assert.match(computed?.remark ?? '', /^The code computes x:/);
  assert.match(
    (await pasted('https://wiki.example.org/w/api.php?action=parse&page=A'))?.refusal ?? '',
    /action=parse/,
  );
  assert.match((await pasted('https://bugs.example.org/jira/issues/?filter=-2'))?.refusal ?? '', /filter=-2/);
  for (const text of ['', 'hello', 'mood = A']) assert.equal(await pasted(text), null);
  assert.match((await pasted('x'.repeat(300_000)))?.refusal ?? '', /more than 200000 characters/);
});

test('an editor without panels has both as commands', async () => {
  const wiki = { kind: 'wiki' as const, url: 'https://wiki.example.org/w/api.php' };
  await using plain = await startLanguageClient({
    options: { settings: { ...settingsOf({}), sites: { wiki }, defaultSite: 'wiki' } },
  });
  const uri = await plain.open('list=allpages', 'wikiquery');
  const execute = <Result>(command: string, ...args: readonly unknown[]): Promise<Result> =>
    plain.connection.sendRequest<Result>('workspace/executeCommand', { command, arguments: args });
  const all = await execute<CopyAsResult>('wikijql.copyAs', uri, { line: 0, character: 0 });
  const found = await execute<PasteAsResult>('wikijql.pasteAsQuery', codeOf(all, 'fetch'), uri);
  assert.equal(found.query?.text, 'list=allpages\n');
  assert.equal(await execute('wikijql.pasteAsQuery', 'hello'), null);
  assert.equal(await execute('wikijql.pasteAsQuery'), null);
});
