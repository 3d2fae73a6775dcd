import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CodeLens } from 'vscode-languageserver-types';
import type { QueryReference } from '#shared/protocol/run.ts';
import type { WindowResult } from '#shared/protocol/results.ts';
import type { CheckResult, Identities } from '#shared/protocol/watch.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { settingsOf } from '../support/settings.ts';
import { wholeView } from '../support/stored-rows.ts';

let wiki: SandboxWiki;
let client: LanguageClient;
before(async () => {
  wiki = await startSandboxWiki();
  const settings = settingsOf({ wiki: wiki.url });
  client = await startLanguageClient({ options: { panels: true, settings } });
});
after(async () => {
  await client.stop();
  await wiki.stop();
});

const file = `# @site wiki
# @watch 1h

### Pages
# @watch 5m
list=allpages
aplimit=3

### Wrong
list=allpages
apfrom=Z
apto=A
aplimit=3

### Without an interval that counts
# @watch 5s
list=allpages
`;
const at = (line: number) => ({ line, character: 0 });
const check = (uri: string, line: number, run: string, of = client): Promise<CheckResult> =>
  of.connection.sendRequest<CheckResult>('wikijql/check', { run, uri, position: at(line) });
const identities = (run: string): Promise<Identities> =>
  client.connection.sendRequest<Identities>('wikijql/identities', { run });
const lensesOf = async (of: LanguageClient, uri: string): Promise<string[]> => {
  const found = await of.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
    textDocument: { uri },
  });
  return found.flatMap(({ command, range }) =>
    command?.command === 'wikijql.watch'
      ? [`${command.title} ${range.start.line} ${JSON.stringify(command.arguments?.[2])}`]
      : [],
  );
};

test('queries say how often they are to run, and have a lens for it', async () => {
  const uri = await client.open(file);
  const queries = await client.connection.sendRequest<QueryReference[]>('wikijql/queries', { uri });
  assert.deepEqual(
    queries.map(({ title, watch }) => [title, watch]),
    [
      ['Pages', 300],
      ['Wrong', 3600],
      ['Without an interval that counts', undefined],
    ],
  );
  assert.deepEqual(await lensesOf(client, uri), [
    'Watch 3 {"title":"Pages","index":0}',
    'Watch 8 {"title":"Wrong","index":1}',
  ]);
  await using plain = await startLanguageClient({ options: { panels: false } });
  assert.deepEqual(await lensesOf(plain, await plain.open(file)), []);
});

test('opening a file and asking for its lenses sends nothing', async () => {
  const sent = wiki.requests.length;
  const uri = await client.open(file);
  await lensesOf(client, uri);
  assert.equal(wiki.requests.length, sent);
});

test('a run in the background tells its rows apart, and leaves the file and the panels alone', async () => {
  const uri = await client.open(file);
  const { result, tables } = await check(uri, 4, 'watch-1');
  assert.deepEqual([result.status, result.rows, result.requests], ['more', 3, 1]);
  assert.deepEqual(
    tables.map(({ table, rows }) => [table.id, rows]),
    [['allpages', 3]],
  );
  const { allpages } = await identities('watch-1');
  assert.deepEqual([allpages?.by, allpages?.ids.length], ['pageid', 3]);
  await check(uri, 4, 'watch-2');
  assert.deepEqual(await identities('watch-2'), { allpages });
  const params = { run: 'watch-2', table: 'allpages', view: wholeView, offset: 0, count: 10 };
  const window = await client.connection.sendRequest<WindowResult>('wikijql/window', params);
  assert.equal(window.rows.length, 3);
  assert.equal(client.sent.tables.length, 0);
  await check(uri, 9, 'watch-3');
  assert.deepEqual(
    Object.values(await identities('watch-3')).flatMap(({ ids }) => ids),
    [],
  );
  assert.deepEqual(await identities('never'), {});
});

test('nothing runs in an untrusted workspace', async () => {
  await using untrusted = await startLanguageClient({
    options: { panels: true, trusted: false, settings: settingsOf({ wiki: wiki.url }) },
  });
  const sent = wiki.requests.length;
  const uri = await untrusted.open(file);
  const { result, tables } = await check(uri, 4, 'watch-1', untrusted);
  assert.deepEqual([result.status, result.notices[0]?.code, tables], ['failed', 'untrusted', []]);
  assert.equal(wiki.requests.length, sent);
});
