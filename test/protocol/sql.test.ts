/** SQL about results, by the protocol. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { WindowResult } from '#shared/protocol/results.ts';
import type { RunResult, TableHeader } from '#shared/protocol/run.ts';
import type { SqlTable } from '../../server/src/results/sql/nameable-tables.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { removeAtExit } from '../support/processes.ts';
import { settingsOf } from '../support/settings.ts';

let wiki: SandboxWiki;
let client: LanguageClient;
let pages = '';
let other = '';
before(async () => {
  wiki = await startSandboxWiki();
  const storage = mkdtempSync(path.join(tmpdir(), 'sql-protocol-'));
  removeAtExit(storage);
  const settings = settingsOf({ wiki: wiki.url });
  client = await startLanguageClient({ options: { panels: true, settings, storage, session: 'sql' } });
  pages = await client.open(file);
  other = await client.open(file.replace('Ten pages', 'Others'));
});
after(async () => {
  await client.stop();
  await wiki.stop();
});

const file =
  '### Ten pages\n# @name pages\n# @limit 10\nlist=allpages\n\n### Five titles\n# @limit 5\nlist=allpages\n';
const request = <Result>(name: string, params: object = {}) =>
  client.connection.sendRequest<Result>(`wikijql/${name}`, params);
const headerOf = (id: string): TableHeader | undefined =>
  client.sent.tables.findLast(state => state.run === id)?.table;
const run = (id: string, line: number, uri = pages) =>
  request<RunResult>('run', { run: id, uri, position: { line, character: 0 } });
const names = async (): Promise<string[]> => {
  const { tables } = await request<{ readonly tables: readonly SqlTable[] }>('sqlTables');
  return tables.map(({ name, file: from, rows }) => `${name} ${from} ${rows}`);
};

test('there are no tables before a query ran, and the problem of a statement says what to do', async () => {
  assert.deepEqual(await names(), []);
  const { problems } = await request<{ readonly problems: readonly { readonly message: string }[] }>(
    'sqlProblems',
    { sql: 'select * from pages' },
  );
  assert.match(problems[0]?.message ?? '', /Run a query first/);
});

test('each result is a table: by its name, or by its title', async () => {
  await run('a', 3);
  await run('b', 7);
  assert.deepEqual(await names(), ['pages test-0.wikiquery 10', 'five_titles test-0.wikiquery 5']);
});

test('the answer of a statement is a result: its columns have titles and types, its rows can be shown', async () => {
  const sql =
    '-- Both\nselect p.title, f.pageid from pages p join five_titles f on f.pageid = p.pageid order by 1';
  const result = await request<RunResult>('runSql', { run: 'joined', sql });
  assert.deepEqual(
    [result.status, result.rows, result.title, result.site?.name, result.notices],
    ['complete', 5, 'Both', 'wiki', []],
  );
  assert(result.pageUrl?.includes('$1'));
  assert.deepEqual(
    headerOf('joined')?.columns.map(({ key, type }) => `${key} ${type}`),
    ['title page', 'pageid id'],
  );
  const view = { sort: [{ column: 'title', descending: true }], search: '', filters: {} };
  const window = await request<WindowResult>('window', {
    run: 'joined',
    table: 'sql',
    view,
    offset: 0,
    count: 10,
  });
  assert.equal(window.rows.length, 5);
});

test('a wrong statement has a message, and no rows', async () => {
  const result = await request<RunResult>('runSql', { run: 'wrong', sql: 'delete from pages' });
  assert.equal(result.status, 'failed');
  assert.match(result.notices[0]?.message ?? '', /Only statements that read are allowed/);
  assert.equal(headerOf('wrong'), undefined);
});

test('completion and hover know the tables', async () => {
  const sql = 'select p. from pages p';
  const { proposals } = await request<{ readonly proposals: readonly { readonly label: string }[] }>(
    'sqlCompletion',
    { sql, offset: 9 },
  );
  assert(proposals.some(({ label }) => label === 'title'));
  const hover = await request<{ readonly text: string }>('sqlHover', { sql, offset: 16 });
  assert.match(hover.text, /Ten pages/);
});

test('a snapshot is a table', async () => {
  const about = { title: 'Ten pages', uri: pages, query: 'list=allpages', rows: 10, requests: 1 };
  await request('keep', {
    run: 'a',
    name: 'Pages before',
    about: { ...about, status: 'complete', milliseconds: 1, ran: Date.now() },
  });
  assert((await names()).includes('pages_before test-0.wikiquery 10'));
  const result = await request<RunResult>('runSql', {
    run: 'kept',
    sql: 'select count(*) n from pages_before b join pages p using (pageid)',
  });
  assert.deepEqual([result.status, result.rows, result.notices], ['complete', 1, []]);
});

test('of two queries of one name, the one that ran last has it', async () => {
  await run('c', 3, other);
  assert.deepEqual((await names()).slice(0, 2), ['pages test-1.wikiquery 10', 'pages_2 test-0.wikiquery 10']);
});

test('the table of a result is gone once it is released', async () => {
  await client.connection.sendNotification('wikijql/release', { run: 'c' });
  assert.equal((await names())[0], 'pages test-0.wikiquery 10');
});
