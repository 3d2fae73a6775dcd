/** Queries with expectations and their verdicts, over stdio. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newFolder } from '../login/window.ts';
import type { ExpectedFile, JudgeResult } from '#shared/protocol/documents/expectations.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { settingsOf } from '../support/settings.ts';
import { until } from '../support/until.ts';

const folder = newFolder();
const at = (name: string): string => path.join(folder, name);
const uriOf = (name: string): string => pathToFileURL(at(name)).href;
let wiki: SandboxWiki;
let client: LanguageClient;
const changes: ExpectedFile[] = [];

const stored = '### Stored\n# @expect rows = 0\nlist=allpages\n\n### Plain\nlist=allpages\n';

before(async () => {
  wiki = await startSandboxWiki();
  await mkdir(at('deep'));
  await writeFile(at('deep/stored.wikiquery'), stored);
  await writeFile(at('plain.wikiquery'), 'list=allpages\n');
  client = await startLanguageClient({
    folders: [pathToFileURL(folder).href],
    options: { panels: true, settings: settingsOf({ wiki: wiki.url }) },
  });
  client.connection.onNotification(
    'wikijql/expectedChanged',
    (file: ExpectedFile) => void changes.push(file),
  );
});
after(async () => {
  await client.stop();
  await wiki.stop();
  await rm(folder, { recursive: true });
});

const expected = (): Promise<ExpectedFile[]> =>
  client.connection.sendRequest<ExpectedFile[]>('wikijql/expected', {});
const titles = async (uri: string): Promise<string[]> => {
  const found = (await expected()).find(file => file.uri === uri);
  return (found?.queries ?? []).map(({ title, expectations }) => `${title}: ${expectations.join(', ')}`);
};
const titlesAre = (uri: string, wanted: readonly string[]): Promise<true> =>
  until(`${wanted.join()} in ${uri}`, async () => {
    const found = await titles(uri);
    return JSON.stringify(found) === JSON.stringify(wanted) || undefined;
  });
const judge = (uri: string, line: number, options = {}): Promise<JudgeResult> =>
  client.connection.sendRequest<JudgeResult>('wikijql/judge', {
    run: `judged-${line}`,
    uri,
    position: { line, character: 0 },
    ...options,
  });

test('queries of files that nobody opened are found, without a request to a site', async () => {
  await titlesAre(uriOf('deep/stored.wikiquery'), ['Stored: rows = 0']);
  assert.deepEqual(
    (await expected()).map(({ uri }) => uri),
    [uriOf('deep/stored.wikiquery')],
  );
  assert.equal(wiki.requests.length, 0);
});

test('those of an open file are as they are typed, and as stored once it is closed', async () => {
  const uri = uriOf('deep/stored.wikiquery');
  await client.connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'wikiquery', version: 1, text: stored },
  });
  const change = (version: number, text: string): Promise<void> =>
    client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  await change(2, `# @expect complete\n${stored}`);
  await titlesAre(uri, ['Stored: complete, rows = 0', 'Plain: complete']);
  await change(3, 'list=allpages\n');
  await titlesAre(uri, []);
  assert.deepEqual(changes.at(-1), { uri, queries: [] });
  await client.close(uri);
});

test('a file that was not stored is forgotten when it is closed', async () => {
  const uri = await client.open('# @expect rows = 0\nlist=allpages\n');
  await titlesAre(uri, ['list=allpages: rows = 0']);
  await client.close(uri);
  await titlesAre(uri, []);
});

const file = `# @site wiki
# @expect complete

### Every page
# @all
# @expect rows > 20
# @expect none title = "Main Page"
# @expect rows
list=allpages

### Three pages
list=allpages
aplimit=3
`;

test('a query is run and judged, with the rows that are not as expected', async () => {
  const uri = await client.open(file);
  const { result, verdicts } = await judge(uri, 3);
  assert.equal(result.status, 'complete');
  assert.deepEqual(
    verdicts.map(({ text, isPassed, range }) => [text, isPassed, range.start.line]),
    [
      ['complete', true, 1],
      ['rows > 20', true, 5],
      ['none title = "Main Page"', false, 6],
      ['rows', false, 7],
    ],
  );
  const [, , none, unread] = verdicts;
  assert.match(unread?.message ?? '', /cannot be read\. Missing operator/);
  assert.deepEqual(
    none?.rows.map(({ name, url }) => [name, url?.replace(/^.*\?/, '')]),
    [['Main Page', 'title=Main_Page']],
  );
  assert.equal(none?.others, 0);
});

test('what was not fetched is not called passed', async () => {
  const uri = await client.open(file);
  const { result, verdicts } = await judge(uri, 10, { isBackground: true });
  assert.equal(result.status, 'more');
  assert.deepEqual(
    verdicts.map(({ isPassed }) => isPassed),
    [false],
  );
});

test('the rows of a judged run are not kept', async () => {
  const uri = await client.open(file);
  await judge(uri, 3);
  assert.equal(await client.connection.sendRequest('wikijql/raw', { run: 'judged-3' }), null);
});

test('a query that cannot run has no verdicts, and says why', async () => {
  const uri = await client.open('# @site nowhere\n# @expect rows = 0\nlist=allpages\n');
  const { result, verdicts } = await judge(uri, 2);
  assert.deepEqual([result.status, verdicts], ['failed', []]);
  assert.match(result.notices[0]?.message ?? '', /Unknown site/);
});

test('in an untrusted workspace nothing runs', async () => {
  await using other = await startLanguageClient({
    options: { panels: true, trusted: false, settings: settingsOf({ wiki: wiki.url }) },
  });
  const sent = wiki.requests.length;
  const uri = await other.open(file);
  const { result } = await other.connection.sendRequest<JudgeResult>('wikijql/judge', {
    run: 'a',
    uri,
    position: { line: 3, character: 0 },
  });
  assert.equal(result.notices[0]?.code, 'untrusted');
  assert.equal(wiki.requests.length, sent);
});
