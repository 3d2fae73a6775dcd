/** The backend of a browser beside that of Node: the same rows, views, statements and reports. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Json } from '#shared/protocol/json.ts';
import type { View } from '#shared/protocol/results.ts';
import type { WikiRequest } from '#shared/protocol/request.ts';
import type { Backend, RunOutcome } from '../../server/src/network/backend.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import { streamSql } from '../../server/src/results/sql-process.ts';
import { defaultLimits } from '../../server/src/network/http/limits.ts';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import { json, reply, silence, startBadServer, type Behaviour } from '../support/bad-server.ts';
import { loadBrowserBackend } from '../support/browser-backend.ts';
import { removeAtExit } from '../support/processes.ts';
import { sqlProgram } from '../support/sql-program.ts';
import { TableSink, wholeView } from '../support/stored-rows.ts';
import { until } from '../support/until.ts';
import { quickClock } from './harness.ts';

const never = new AbortController().signal;
const createBrowserBackend = await loadBrowserBackend();
const storage = mkdtempSync(path.join(tmpdir(), 'node-backend-'));
removeAtExit(storage);
const settings = { userAgent: 'test/1.0', proxy: '', certificateAuthorities: [] };

/** Both backends; Node's stores its rows in a file, where its statements find them. */
const clock = quickClock();
const node = createBackend({ clock, streamSql: streamSql.bind(undefined, sqlProgram) });
node.configure({ ...settings, storage, session: { process: process.pid, session: 'node' } });
const browser = createBrowserBackend({ clock });
// The server names a folder to every backend, also an empty one.
browser.configure({ ...settings, storage: '', session: { process: 1, session: 'browser' } });
const backends = [node, browser] as const;
after(() => Promise.all(backends.map(backend => backend.dispose())));

const sink = new TableSink();
const asked = (url: string, run = 'run', request: Partial<WikiRequest> = {}) => ({
  run,
  site: { name: 'wiki', url },
  request: { kind: 'wiki' as const, parameters: [['list', 'allpages']] as const, post: false, ...request },
  limit: Infinity,
});

/** The part of an outcome that depends neither on the clock nor on the number of bytes of `origin`. */
const brief = ({ status, rows, requests, notices, errors, warnings }: RunOutcome) => ({
  status,
  rows,
  requests,
  notices: notices.map(({ code }) => code),
  errors,
  warnings,
});

/** Both answers to a call are the same. */
async function same(name: string, call: (backend: Backend) => Promise<unknown>): Promise<unknown> {
  const [one, other] = await Promise.all(backends.map(call));
  assert.notEqual(one, undefined, name);
  assert.deepEqual(JSON.parse(JSON.stringify(other)), JSON.parse(JSON.stringify(one)), name);
  return one;
}

/** The sandbox wiki, as long as a test needs it. */
async function sandbox() {
  const wiki = await startSandboxWiki();
  return { ...wiki, requests: wiki.requests, [Symbol.asyncDispose]: () => wiki.stop() };
}

const words = [
  'Käse',
  'kase',
  'Zürich',
  'ångström',
  '日本',
  '',
  'a\0b',
  '<b>x</b> &amp; y',
  '😀 end',
  '10',
  '9',
];
/** Rows with values of every kind; the numbers and dates repeat, the texts have no order of their own. */
const rowAt = (index: number): Readonly<Record<string, Json>> => ({
  pageid: index,
  title: `${words[index % words.length]} ${(index * 7919) % 20_000}`,
  size: index % 13 === 0 ? 2 ** 53 - index : (index * 31) % 977,
  share: index / 7,
  touched: new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString(),
  ...(index % 3 === 0 && { redirect: index % 2 === 0 }),
  ...(index % 5 === 0 && { tags: [{ name: words[index % 4] ?? '', n: index % 4 }, 'x'] }),
});
const parts = (count: number, size: number): Behaviour[] =>
  Array.from({ length: count }, (_, part) =>
    json(
      {
        ...(part < count - 1 ? { continue: { apcontinue: `P${part + 1}`, continue: '-||' } } : {}),
        query: { allpages: Array.from({ length: size }, (_each, row) => rowAt(part * size + row)) },
      },
      { 'access-control-allow-origin': '*' },
    ),
  );

const views: Readonly<Record<string, View>> = {
  whole: wholeView,
  'by title': { ...wholeView, sort: [{ column: 'title', descending: false }] },
  'by two columns': {
    ...wholeView,
    sort: [
      { column: 'redirect', descending: true },
      { column: 'size', descending: false },
    ],
  },
  'by date': { ...wholeView, sort: [{ column: 'touched', descending: true }] },
  'by nested values': { ...wholeView, sort: [{ column: 'tags', descending: true }] },
  'searched, in any case': { ...wholeView, search: 'KÄSE' },
  filtered: { ...wholeView, filters: { size: '> 500', touched: '2020-05' } },
};

// First: the backends of this process share their memory, which others fill.
test('memory that is full is named as that, by a run, a comparison and a statement', async () => {
  const backend = createBrowserBackend({ clock });
  // In megabytes; the 20,000 rows take about 5.
  const configure = (maximumResults: number): void => backend.configure({ ...settings, maximumResults });
  const runOf = async (run: string): Promise<RunOutcome> => {
    const server = await startBadServer(parts(40, 500));
    const outcome = await backend.run(asked(server.url, run), tables, never);
    await server.stop();
    return outcome;
  };
  const tables = new TableSink();
  configure(1);
  const { status, rows, notices } = await runOf('long');
  assert.ok(status === 'incomplete' && rows > 0 && rows < 20_000, `${status}, ${rows}`);
  const [table = ''] = tables.headers.keys();
  const sides = { before: { run: 'long', name: 'before' }, after: { run: 'long', name: 'after' } };
  const compared = await backend.compare({ run: 'compared', title: '', ...sides }, tables, never);
  const sql = 'SELECT a.title, b.title AS other FROM t AS a JOIN t AS b LIMIT 100000';
  const statement = { run: 'sql', title: '', sql, tables: [{ name: 't', run: 'long', table }] };
  const { outcome } = await backend.runSql(statement, tables, never);
  const messages = [...notices, ...compared.notices, ...outcome.notices];
  assert.deepEqual(
    messages.map(({ code }) => code),
    ['memoryFull', 'compareMemoryFull', 'sqlMemoryFull'],
  );
  for (const { message } of messages) assert.match(message, /^The memory for the .+ is full/);
  await backend.dispose();
});

test('20,000 rows are the same table in both, in every view', async () => {
  for (const backend of backends) {
    const server = await startBadServer(parts(40, 500));
    const outcome = await backend.run(asked(server.url), sink, never);
    assert.deepEqual(brief(outcome), {
      status: 'complete',
      rows: 20_000,
      requests: 40,
      notices: [],
      errors: [],
      warnings: [],
    });
    await server.stop();
  }
  const [table = ''] = sink.headers.keys();
  for (const [name, view] of Object.entries(views)) {
    const run = { run: 'run', table, view };
    for (const offset of [0, 9990, 19_990])
      await same(name, backend => backend.window({ ...run, offset, count: 50 }));
    const columns = ['pageid', 'title', 'size', 'share', 'touched', 'redirect', 'tags'];
    for (const format of ['csv', 'json', 'html'] as const)
      await same(`${name} as ${format}`, backend =>
        backend.copy({ ...run, columns, offset: 0, format, titles: true }),
      );
    await same(`the statistics, ${name}`, backend =>
      backend.statistics({ ...run, columns, offset: 0, count: 20_000 }),
    );
  }
});

test('groups, and a comparison, are the same', async () => {
  const [table = ''] = sink.headers.keys();
  const group = {
    by: [{ column: 'tags' }, { column: 'touched', unit: 'month' as const }],
    aggregates: [{ name: 'sum' as const, column: 'size' }],
    search: '',
    filters: {},
  };
  await same('the groups', backend =>
    backend.window({ run: 'run', table, view: { ...wholeView, group }, offset: 0, count: 50 }),
  );
  for (const backend of backends) {
    const server = await startBadServer(parts(1, 400));
    await backend.run(asked(server.url, 'shorter'), sink, never);
    await server.stop();
  }
  const sides = {
    title: 'Both',
    before: { run: 'run', name: 'before' },
    after: { run: 'shorter', name: 'after' },
  };
  await same('the comparison', async backend => {
    const compared = new TableSink();
    const outcome = await backend.compare({ run: 'compared', ...sides }, compared, never);
    return [brief(outcome), (await compared.rows(backend, 'compared')).slice(0, 500)];
  });
});

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
const statements: Readonly<Record<string, string>> = {
  'a join':
    'SELECT a.title, b.size FROM t AS a JOIN t AS b ON b.pageid = a.pageid + 1 ORDER BY a.pageid LIMIT 50',
  'nested values': 'SELECT pageid, tags FROM t WHERE tags IS NOT NULL ORDER BY pageid LIMIT 20',
  'a function of time': "SELECT strftime('%Y', touched) AS y, sum(size) AS s FROM t GROUP BY y ORDER BY y",
  'a mistake': 'SELECT titel FROM t',
  'a change': 'DELETE FROM t',
  'a table that is not its own': 'SELECT * FROM result_tables',
};
for (const [name, sql] of Object.entries(statements))
  test(`a statement with ${name} has the same outcome`, async () => {
    const [table = ''] = sink.headers.keys();
    const tables = [{ name: 't', run: 'run', table }];
    await same(name, async backend => {
      const { outcome, columns } = await backend.runSql(
        { run: 'sql', title: name, sql, tables },
        sink,
        never,
      );
      const rows = await backend.window({ run: 'sql', table: 'sql', view: wholeView, offset: 0, count: 60 });
      return [brief(outcome), outcome.notices, columns, rows ?? null];
    });
  });

test('the sandbox wiki answers a page as it answers Node, without an account', async () => {
  await using wiki = await sandbox();
  const questions: readonly WikiRequest['parameters'][] = [
    [
      ['list', 'allpages'],
      ['aplimit', '20'],
    ],
    [
      ['generator', 'allpages'],
      ['prop', 'info|categories'],
    ],
    [
      ['list', 'recentchanges'],
      ['rcprop', 'title|timestamp|user'],
    ],
    [['list', 'nothing']],
  ];
  for (const parameters of questions)
    for (const post of [false, true])
      await same(`${JSON.stringify(parameters)}, ${post}`, async backend => {
        const tables = new TableSink();
        const outcome = await backend.run(
          { ...asked(wiki.url, 'town', { parameters, post }), limit: 60 },
          tables,
          never,
        );
        return [brief(outcome), Object.fromEntries(await tables.tables(backend, 'town'))];
      });
  const fromPages = wiki.requests.filter(({ parameters }) => parameters.get('origin') === '*');
  assert.equal(fromPages.length, wiki.requests.length / 2);
  for (const { headers } of fromPages)
    assert.deepEqual(
      [headers.cookie, headers.authorization, headers.referer],
      [undefined, undefined, undefined],
    );
});

const html = reply(200, { 'content-type': 'text/html' }, '<!doctype html><title>A wiki</title>');
const elsewhere = reply(302, { location: 'http://127.0.0.1:9/api.php' }, '');
const faults: Readonly<Record<string, { server: Behaviour; code: string }>> = {
  'a page instead of JSON': { server: html, code: 'html' },
  'nothing that is JSON': { server: reply(200, {}, '{"a":'), code: 'json' },
  'more than may be read': { server: reply(200, {}, `"${'x'.repeat(3_000_000)}"`), code: 'tooLarge' },
  'a redirect to nowhere': { server: elsewhere, code: 'unreachable' },
  'no connection': { server: socket => void socket.destroy(), code: 'unreachable' },
  'half of what it promised': {
    server: socket => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'),
    code: 'truncated',
  },
};
for (const [name, { server: behaviour, code }] of Object.entries(faults))
  test(`a wiki that answers ${name} fails as ${code}`, async () => {
    const server = await startBadServer([behaviour]);
    const limits = { ...defaultLimits, bodyBytes: 2_000_000 };
    const backend = createBrowserBackend({ clock, limits });
    const outcome = await backend.run(asked(server.url), new TableSink(), never);
    assert.deepEqual([outcome.status, outcome.notices[0]?.code], ['failed', code]);
    await backend.dispose();
    await server.stop();
  });

test('a run that is cancelled keeps its rows', async () => {
  const [first = silence] = parts(2, 10);
  const server = await startBadServer([first, silence]);
  const cancel = new AbortController();
  const running = browser.run(asked(server.url, 'stopped'), new TableSink(), cancel.signal);
  await until('the second request', async () => server.requests.length === 2);
  cancel.abort();
  assert.deepEqual(brief(await running), {
    status: 'incomplete',
    rows: 10,
    requests: 2,
    notices: ['cancelled'],
    errors: [],
    warnings: [],
  });
  await server.stop();
});

test('a statement without an end is stopped', async t => {
  let time = Date.now();
  t.mock.method(Date, 'now', () => (time += 1000));
  const { outcome } = await browser.runSql({ run: 'sql', title: '', sql: endless, tables: [] }, sink, never);
  assert.match(outcome.notices[0]?.message ?? '', /30/);
});

test('without a network, a run says so', async () => {
  const server = await startBadServer([socket => void socket.destroy()]);
  Object.assign(navigator, { onLine: false });
  const { notices } = await browser.run(asked(server.url), sink, never);
  Object.assign(navigator, { onLine: true });
  assert.deepEqual(
    notices.map(({ code, message }) => [code, message]),
    [['noNetwork', '“wiki” was not asked: this browser is offline. Connect to the network, then run again.']],
  );
  await server.stop();
});

test('what needs a tracker, an account or files is refused, and nothing is sent', async () => {
  const server = await startBadServer([html]);
  const site = { name: 'work', url: server.url };
  const tracker = { ...site, kind: 'tracker' as const };
  const request = { kind: 'tracker' as const, jql: 'project = OPS', fields: [] };
  const answers = [
    await browser.run({ run: 'jql', site, request, limit: 10 }, sink, never),
    await browser.signIn(tracker, never),
    await browser.issue({ site, reference: 'OPS-1' }, never),
    await browser.survey(tracker, never),
  ];
  for (const answer of answers) assert.match(JSON.stringify(answer), /does not answer pages of other sites/);
  const others = [
    await browser.signIn({ ...site, kind: 'wiki' }, never),
    await browser.diagnose({ ...site, kind: 'wiki' }, never),
    await browser.deleteSnapshot('1'),
  ];
  for (const answer of others) assert.match(JSON.stringify(answer), /not available in the browser/);
  assert.equal(server.requests.length, 0);
  await server.stop();
});
