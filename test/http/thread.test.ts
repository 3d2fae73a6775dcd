/** A thread that is blocked, ends, or has a bug: its calls are reported, everything else continues. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Backend, RunOutcome, RunSink } from '../../server/src/network/backend.ts';
import { createThreadBackend } from '../../server/src/network/thread/thread-backend.ts';
import { json, silence, startBadServer, type BadServer } from '../support/bad-server.ts';
import { until } from '../support/until.ts';
import { firstPart } from './harness.ts';

const never = new AbortController().signal;
const worker = new URL('held-worker.ts', import.meta.url);

let backend: Backend;
const servers: BadServer[] = [];
beforeEach(() => {
  backend = createThreadBackend(worker, { abortTimeout: 200 });
  backend.configure({ userAgent: 'test/1.0', proxy: '', certificateAuthorities: [] });
});
afterEach(async () => {
  await backend.dispose();
  await Promise.all(servers.map(server => server.stop()));
});

async function serverOf(...behaviours: Parameters<typeof startBadServer>[0]): Promise<BadServer> {
  const server = await startBadServer(behaviours);
  servers.push(server);
  return server;
}

interface Running {
  readonly outcome: Promise<RunOutcome>;
  readonly rows: () => number;
}
function start(site: string, server: BadServer, signal: AbortSignal = never): Running {
  let rows = 0;
  const sink: RunSink = { table: state => (rows = state.rows), progress: () => undefined };
  const outcome = backend.run(
    {
      run: site,
      site: { name: site, url: server.url },
      request: { kind: 'wiki', parameters: [['list', 'allpages']], post: false },
      limit: Infinity,
    },
    sink,
    signal,
  );
  return { outcome, rows: () => rows };
}
const brief = ({ status, rows, total, notices }: RunOutcome): unknown[] => [
  status,
  rows,
  total,
  ...notices.map(({ code }) => code),
];
const whole = (rows: number) =>
  json({ batchcomplete: true, query: { allpages: Array.from({ length: rows }, () => ({ title: 'A' })) } });

test('one that does not notice that a run is cancelled is ended, and the run keeps its rows', async () => {
  const abort = new AbortController();
  const held = start('holding', await serverOf(firstPart), abort.signal);
  await until('a row', async () => held.rows() > 0);
  abort.abort();
  assert.deepEqual(brief(await held.outcome), ['incomplete', 1, 9, 'cancelled']);
  const more = await backend.more('holding', 10, { table() {}, progress() {} }, never);
  assert.deepEqual(more && brief(more), ['incomplete', 1, 9, 'workerStopped']);
  assert.equal(await backend.raw('holding'), undefined);
});

test('what other runs showed is incomplete, what had not begun is done by the next one', async () => {
  const slow = start('slow', await serverOf(firstPart, silence));
  await until('a row', async () => slow.rows() > 0);
  const abort = new AbortController();
  const held = start('holding', await serverOf(firstPart), abort.signal);
  await until('a row', async () => held.rows() > 0);
  const waiting = start('waiting', await serverOf(whole(3)));
  const description = backend.describe(
    { name: 'x', kind: 'wiki', url: (await serverOf(json({}))).url },
    never,
  );
  abort.abort();
  assert.deepEqual(brief(await held.outcome), ['incomplete', 1, 9, 'cancelled']);
  assert.deepEqual(brief(await slow.outcome), ['incomplete', 1, undefined, 'workerStopped']);
  assert.deepEqual(brief(await waiting.outcome), ['complete', 3, undefined]);
  assert.notEqual(await description, undefined);
  assert.equal(waiting.rows(), 3);
});

test('one that only waits is not ended when a run is cancelled', async () => {
  const other = start('other', await serverOf(firstPart, silence));
  const abort = new AbortController();
  const slow = start('slow', await serverOf(firstPart, silence), abort.signal);
  await until('both', async () => other.rows() > 0 && slow.rows() > 0);
  abort.abort();
  assert.deepEqual(brief(await slow.outcome), ['incomplete', 1, undefined, 'cancelled']);
  const next = start('next', await serverOf(whole(1)));
  assert.deepEqual(brief(await next.outcome), ['complete', 1, undefined]);
  assert.equal(await Promise.race([other.outcome, Promise.resolve('runs')]), 'runs');
});

test('one that dies leaves its runs incomplete, and is followed by another', async () => {
  for (const attempt of [1, 2]) {
    const dying = start('dying', await serverOf(firstPart));
    assert.deepEqual(brief(await dying.outcome), ['incomplete', 1, 9, 'workerStopped'], `${attempt}`);
  }
  const issue = await backend.issue(
    { site: { name: 'dying', url: 'http://127.0.0.1:1' }, reference: 'A-1' },
    never,
  );
  assert.deepEqual(
    issue.notices.map(({ code, message }) => [code, message.includes('“dying”')]),
    [['workerStopped', true]],
  );
  assert.deepEqual(brief(await start('next', await serverOf(whole(1))).outcome), ['complete', 1, undefined]);
});

test('one that dies with every call is not started over and over', async () => {
  const dying = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ kind }) => kind === 'call' && process.exit(1));`;
  await backend.dispose();
  backend = createThreadBackend(new URL(`data:text/javascript,${encodeURIComponent(dying)}`));
  assert.deepEqual(brief(await start('w', await serverOf()).outcome), [
    'failed',
    0,
    undefined,
    'workerStopped',
  ]);
  assert.equal(
    await backend.describe({ name: 'w', kind: 'wiki', url: 'http://127.0.0.1:1/' }, never),
    undefined,
  );
});

test('an internal error leaves the run incomplete, and its text stays in the thread', async () => {
  const outcome = await start('faulty', await serverOf(firstPart)).outcome;
  assert.deepEqual(brief(outcome), ['incomplete', 1, 9, 'fault']);
  assert.equal(outcome.fault?.name, 'TypeError');
  assert.match(outcome.fault?.stack ?? '', /held-worker/);
  assert.doesNotMatch(outcome.fault?.stack ?? '', /a text of the user/);
  await assert.rejects(
    backend.issue({ site: { name: 'faulty', url: 'http://127.0.0.1:1' }, reference: 'A-1' }, never),
    { name: 'TypeError', message: 'TypeError' },
  );
});
