/** A run from its first request to "load more", against a server on this machine. */
import type { Row } from '#shared/protocol/json.ts';
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { systemClock } from '../../server/src/network/http/clock.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { Backend, RunOutcome } from '../../server/src/network/backend.ts';
import type { WikiRequest } from '#shared/protocol/request.ts';
import { createThreadBackend } from '../../server/src/network/thread/thread-backend.ts';
import {
  json,
  reply,
  silence,
  startBadServer,
  stream,
  bytes,
  type BadServer,
  type Behaviour,
} from '../support/bad-server.ts';
import { until } from '../support/until.ts';
import { firstPart, lastPart, quickClock, runAgainst } from './harness.ts';
import { TableSink } from '../support/stored-rows.ts';

const never = new AbortController().signal;
const workerFile = new URL('../../server/src/network/thread/worker.ts', import.meta.url);
const open: { close(): Promise<void> }[] = [];
after(() => Promise.all(open.map(each => each.close())));

/** Answers of `size` rows each, `count` of them. */
const parts = (count: number, size: number): Behaviour[] =>
  Array.from({ length: count }, (_, part) =>
    json({
      batchcomplete: true,
      ...(part < count - 1 ? { continue: { apcontinue: `P${part + 1}`, continue: '-||' } } : {}),
      query: { allpages: Array.from({ length: size }, (_each, row) => ({ pageid: part * size + row })) },
    }),
  );

interface Client {
  readonly backend: Backend;
  readonly server: BadServer;
  readonly ids: () => number[];
  run(limit: number, signal?: AbortSignal, request?: Partial<WikiRequest>): Promise<RunOutcome>;
  more(limit: number, signal?: AbortSignal): Promise<RunOutcome | undefined>;
}

const settings = { userAgent: 'test/1.0 (me@example.org)', proxy: '', certificateAuthorities: [] };

async function connect(backend: Backend, behaviours: readonly Behaviour[]): Promise<Client> {
  const server = await startBadServer(behaviours);
  open.push({ close: server.stop }, { close: () => backend.dispose() });
  backend.configure(settings);
  const rows: Row[] = [];
  const sink = new TableSink();
  const read = async <Report>(report: Promise<Report>): Promise<Report> => {
    const result = await report;
    rows.splice(0, rows.length, ...(await sink.rows(backend, 'run')));
    return result;
  };
  return {
    backend,
    server,
    ids: () => rows.map(({ pageid }) => Number(pageid)),
    run: (limit, signal = never, request = {}) =>
      read(
        backend.run(
          {
            run: 'run',
            site: { name: 'w', url: server.url },
            request: { kind: 'wiki', parameters: [['list', 'allpages']], post: false, ...request },
            limit,
          },
          sink,
          signal,
        ),
      ),
    more: (limit, signal = never) => read(backend.more('run', limit, sink, signal)),
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const brief = (outcome: RunOutcome | undefined): string =>
  `${outcome?.status} ${outcome?.rows} rows ${outcome?.requests} requests`;

const remotes: readonly [where: string, create: () => Backend][] = [
  ['in this thread', () => createBackend({ clock: quickClock() })],
  ['in a thread of its own', () => createThreadBackend(workerFile)],
];

for (const [where, create] of remotes) {
  describe(`a run ${where}`, () => {
    it('stops at the limit, keeps the surplus, and loads more', async () => {
      const client = await connect(create(), parts(4, 10));
      assert.equal(brief(await client.run(15)), 'more 15 rows 2 requests');
      assert.equal(brief(await client.more(5)), 'more 20 rows 2 requests');
      assert.equal(brief(await client.more(1)), 'more 21 rows 3 requests');
      assert.equal(brief(await client.more(Infinity)), 'complete 40 rows 4 requests');
      assert.equal(brief(await client.more(10)), 'complete 40 rows 4 requests');
      assert.deepEqual(client.ids(), upTo(40));
    });
    it('keeps its rows when there is no room for more, and says so', async () => {
      const client = await connect(create(), parts(4, 2000));
      assert.equal(brief(await client.run(15)), 'more 15 rows 1 requests');
      client.backend.configure({ ...settings, maximumResults: 0.001 });
      const outcome = await client.more(Infinity);
      assert.deepEqual([outcome?.status, outcome?.notices[0]?.code], ['incomplete', 'diskFull']);
      assert((outcome?.rows ?? 0) >= 15 && client.ids().length === outcome?.rows);
      assert.equal(await client.more(1), undefined);
    });
    it('stores all rows of a large answer', async () => {
      const client = await connect(create(), parts(1, 1300));
      await client.run(Infinity);
      assert.deepEqual(client.ids(), upTo(1300));
    });
    it('keeps the raw answer, merged, until it is released', async () => {
      const client = await connect(create(), parts(2, 2));
      await client.run(Infinity);
      const text = await client.backend.raw('run');
      assert.deepEqual(JSON.parse(text ?? ''), {
        batchcomplete: true,
        query: { allpages: upTo(4).map(pageid => ({ pageid })) },
      });
      client.backend.release('run');
      assert.equal(await client.backend.raw('run'), undefined);
      assert.equal(await client.more(1), undefined);
    });
    it('knows no run that never was', async () => {
      const client = await connect(create(), []);
      assert.equal(await client.more(1), undefined);
      assert.equal(await client.backend.raw('run'), undefined);
    });
    it('49 keeps its rows when it is cancelled, and goes on later', async () => {
      const client = await connect(create(), [firstPart, silence, lastPart]);
      const abort = new AbortController();
      const running = client.run(Infinity, abort.signal);
      await until('the second request', async () => client.server.requests.length === 2);
      abort.abort();
      const outcome = await running;
      assert.equal(brief(outcome), 'incomplete 1 rows 2 requests');
      assert.deepEqual(
        outcome.notices.map(({ code, severity }) => `${code} ${severity}`),
        ['cancelled information'],
      );
      assert.equal(brief(await client.more(10)), 'complete 2 rows 3 requests');
    });
    it('starts anew under the same name', async () => {
      const client = await connect(create(), parts(1, 2));
      await client.run(Infinity);
      assert.equal(brief(await client.run(Infinity)), 'complete 2 rows 1 requests');
    });
  });
}

describe('what is sent', () => {
  it('is the original request with the continuation, and maxlag only when nobody waits for a first answer', async () => {
    const { requests } = await runAgainst([firstPart, lastPart], {
      request: {
        parameters: [
          ['list', 'allpages'],
          ['apcontinue', 'A'],
        ],
      },
    });
    const supplied = 'action=query&format=json&formatversion=2&errorformat=plaintext&list=allpages';
    assert.deepEqual(
      requests.map(({ target }) => target),
      [`/api.php?${supplied}&apcontinue=A`, `/api.php?maxlag=5&${supplied}&apcontinue=B&continue=-%7C%7C`],
    );
  });
  it('does not call rows complete that begin later', async () => {
    const { outcome } = await runAgainst([lastPart], {
      request: {
        parameters: [
          ['list', 'allpages'],
          ['apcontinue', 'B'],
        ],
      },
    });
    assert.deepEqual([outcome.status, outcome.notices.map(({ code }) => code)], ['more', ['startsLater']]);
  });
  it('keeps a maxlag of the query', async () => {
    const { requests } = await runAgainst([firstPart, lastPart], {
      request: { parameters: [['maxlag', '1']] },
    });
    assert.deepEqual(
      requests.map(({ target }) => /maxlag=\d+/.exec(target)?.[0]),
      ['maxlag=1', 'maxlag=1'],
    );
  });
  it('says who asks and takes compressed answers', async () => {
    const { requests } = await runAgainst([lastPart]);
    assert.equal(requests[0]?.headers.get('user-agent'), 'wikijql-test/1.0 (test@example.org)');
    assert.equal(requests[0]?.headers.get('accept-encoding'), 'gzip, deflate, br');
    assert.ok(!requests[0]?.headers.has('cookie') && !requests[0]?.headers.has('authorization'));
  });
  it('goes one after the other', async () => {
    const { requests } = await runAgainst(parts(5, 1));
    assert.deepEqual(
      requests.map(({ connection }) => connection),
      [1, 1, 1, 1, 1],
    );
  });
  it('goes by POST where the module wants it', async () => {
    const { requests } = await runAgainst([lastPart], { request: { post: true } });
    assert.deepEqual([requests[0]?.method, requests[0]?.target], ['POST', '/api.php']);
    assert.match(requests[0]?.body ?? '', /&list=allpages$/);
  });
});

const token = (value: string): Behaviour => json({ query: { tokens: { csrftoken: value } } });

describe('a token', () => {
  const bad = json({ errors: [{ code: 'badtoken', text: 'No.', module: 'query+checkuser' }] });
  const request = { post: true, token: { parameter: 'cutoken', type: 'csrf' } };

  it('is asked for and sent in the body', async () => {
    const { requests, outcome } = await runAgainst([token('a+\\'), lastPart], { request });
    assert.equal(outcome.status, 'complete');
    assert.deepEqual(
      requests.map(({ method, target }) => `${method} ${target.includes('cutoken')}`),
      ['GET false', 'POST false'],
    );
    assert.match(requests[1]?.body ?? '', /&cutoken=a%2B%5C$/);
  });
  it('43 is asked for once more when it is refused', async () => {
    const { requests, outcome } = await runAgainst([token('a'), bad, token('b'), lastPart], { request });
    assert.equal(outcome.status, 'complete');
    assert.match(requests[3]?.body ?? '', /&cutoken=b$/);
  });
  it('43 … but not twice', async () => {
    const { requests, outcome } = await runAgainst([token('a'), bad, token('b'), bad], { request });
    assert.deepEqual(
      [requests.length, outcome.status, outcome.errors.map(({ code }) => code)],
      [4, 'failed', ['badtoken']],
    );
  });
});

/** A row as a wiki before MediaWiki 1.25 sends it. */
const oldPage = (pageid: number, more: object): Behaviour =>
  json({ batchcomplete: '', query: { allpages: [{ pageid, redirect: '' }] }, ...more });

describe('messages of the wiki', () => {
  const warning = { code: 'unrecognizedparams', text: 'What?', module: 'main' };
  it('come back once, with their data, and do not stop the run', async () => {
    const part = (more: object): Behaviour =>
      json({ warnings: [warning], query: { allpages: [{ pageid: 1 }] }, ...more });
    const { outcome } = await runAgainst([part({ continue: { apcontinue: 'B' } }), part({})]);
    assert.deepEqual(outcome.warnings, [warning]);
    assert.equal(outcome.status, 'complete');
  });
  const raw = { 'query-continue': { allpages: { apcontinue: 'B' } }, query: { allpages: [{ pageid: 1 }] } };
  it('about rawcontinue say why the run ends', async () => {
    const { outcome } = await runAgainst([json(raw)], {
      request: {
        parameters: [
          ['list', 'allpages'],
          ['rawcontinue', ''],
        ],
      },
    });
    assert.deepEqual(
      [outcome.status, outcome.notices.map(({ code }) => code)],
      ['incomplete', ['rawContinuation']],
    );
  });
  it('of a wiki before 1.26 lead to a request that it continues in the new way', async () => {
    const { outcome, rows } = await runAgainst([
      json({ ...raw, warnings: { query: { '*': 'Formatting of continuation data will change.' } } }),
      oldPage(1, { continue: { apcontinue: 'B', continue: '-||' } }),
      oldPage(2, {}),
    ]);
    assert.deepEqual([outcome.status, outcome.requests, outcome.warnings], ['complete', 3, []]);
    assert.deepEqual(rows, [
      { pageid: 1, redirect: true },
      { pageid: 2, redirect: true },
    ]);
  });
  it('of a wiki before 1.21 keep the rows of one response, and say that there are more', async () => {
    const { outcome } = await runAgainst([json(raw), json(raw)]);
    assert.deepEqual(
      [outcome.status, outcome.rows, outcome.notices.map(({ code }) => code)],
      ['incomplete', 1, ['tooOldToContinue']],
    );
  });
  it('about a fault of the wiki itself are asked for once more', async () => {
    const fault = json({ errors: [{ code: 'internal_api_error_DBQueryError', text: 'Caught exception' }] });
    const { outcome } = await runAgainst([fault, json({ query: { allpages: [{ pageid: 1 }] } })]);
    assert.deepEqual([outcome.status, outcome.requests], ['complete', 2]);
    const again = await runAgainst([fault, fault]);
    assert.deepEqual([again.outcome.status, again.outcome.requests], ['failed', 2]);
  });
});

describe('waiting', () => {
  it('49 ends at once when it is cancelled', async () => {
    const abort = new AbortController();
    const clock = {
      ...systemClock,
      sleep: (milliseconds: number, signal: AbortSignal) => {
        abort.abort();
        return systemClock.sleep(milliseconds, signal);
      },
    };
    const { outcome, rows } = await runAgainst([firstPart, reply(429, { 'retry-after': '60' }, '')], {
      clock,
      signal: abort.signal,
    });
    assert.deepEqual([rows.length, outcome.notices.map(({ code }) => code)], [1, ['cancelled']]);
  });
  it('says why', async () => {
    const lag = json({ errors: [{ code: 'maxlag', text: 'Busy.', module: 'main' }] });
    let slept = 0;
    const clock = {
      ...systemClock,
      now: () => systemClock.now() + slept,
      sleep: async (milliseconds: number) => {
        slept += milliseconds;
      },
    };
    const answers = [
      lag,
      reply(429, { 'retry-after': '1' }, ''),
      reply(503, { 'retry-after': '1' }, ''),
      lastPart,
    ];
    const { waits, outcome } = await runAgainst(answers, { clock });
    assert.equal(outcome.requests, answers.length);
    assert.ok(Math.abs((outcome.waited ?? 0) - slept / 1000) <= 1, `${outcome.waited} s of ${slept} ms`);
    assert.ok((outcome.waited ?? 0) >= 3 && (outcome.bytes ?? 0) > 50);
    assert.deepEqual([...new Set(waits.map(({ reason }) => reason))], ['lag', 'throttled', 'retry']);
  });
});

describe('the thread', () => {
  for (const [value, count] of [
    ['{}', 990_000],
    ['1', 1_990_000],
    ['{"a":1,"b":[],"c":{}}', 320_000],
  ] as const) {
    it(`takes the worst answers that are not refused: ${value}`, async () => {
      const dense = `{"query":{"allpages":[${`${value},`.repeat(count)}${value}]}}`;
      const client = await connect(createThreadBackend(workerFile), [reply(200, {}, dense)]);
      assert.equal(brief(await client.run(100)), 'more 100 rows 1 requests');
    });
  }
  it('that is disposed of ends what is under way', async () => {
    const client = await connect(createThreadBackend(workerFile), [
      stream(bytes(200, { 'transfer-encoding': 'chunked' }, ''), '1\r\n \r\n', 10),
    ]);
    const running = client.run(Infinity);
    await until('the request', async () => client.server.requests.length > 0);
    await client.backend.dispose();
    assert.equal((await running).status, 'failed');
  });
});
