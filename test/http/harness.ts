/** Runs a query of a list module against a misbehaving server, on a clock that does not wait. */
import type { Row } from '#shared/protocol/json.ts';
import type { Clock } from '../../server/src/network/http/clock.ts';
import { defaultLimits, type Limits } from '../../server/src/network/http/limits.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { RunOutcome } from '../../server/src/network/backend.ts';
import type { WikiRequest } from '#shared/protocol/request.ts';
import type { Progress } from '#shared/protocol/run.ts';
import {
  json,
  startBadServer,
  type BadServer,
  type Behaviour,
  type SeenRequest,
} from '../support/bad-server.ts';
import { TableSink } from '../support/stored-rows.ts';

/** A clock on which every pause is over at once; it remembers how long each was. */
export function quickClock(date = Date.UTC(2026, 0, 1)): Clock & { readonly slept: number[] } {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    date: () => date + now,
    sleep: async milliseconds => {
      now += milliseconds;
      slept.push(milliseconds);
    },
  };
}

export interface Seen {
  readonly outcome: RunOutcome;
  readonly rows: readonly Row[];
  readonly requests: readonly SeenRequest[];
  readonly waits: readonly NonNullable<Progress['wait']>[];
  readonly server: BadServer;
}

export interface Circumstances {
  readonly limits?: Partial<Limits>;
  readonly request?: Partial<WikiRequest>;
  readonly limit?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** One row, and more to come. */
export const firstPart = json({
  batchcomplete: true,
  continue: { apcontinue: 'B', continue: '-||' },
  query: { allpages: [{ pageid: 1, ns: 0, title: 'A' }] },
});
/** One row, and that is all. */
export const lastPart = json({
  batchcomplete: true,
  query: { allpages: [{ pageid: 2, ns: 0, title: 'B' }] },
});

/** Runs `list=allpages`; `url` = another address than the server's own. */
export async function runAgainst(
  behaviours: readonly Behaviour[],
  circumstances: Circumstances = {},
  url?: (server: BadServer) => string,
): Promise<Seen> {
  const server = await startBadServer(behaviours);
  const { clock = quickClock(), signal = new AbortController().signal } = circumstances;
  const backend = createBackend({
    clock,
    random: () => 0,
    limits: { ...defaultLimits, ...circumstances.limits },
  });
  backend.configure({
    userAgent: 'wikijql-test/1.0 (test@example.org)',
    proxy: '',
    certificateAuthorities: [],
  });
  const waits: NonNullable<Progress['wait']>[] = [];
  const sink = new TableSink(({ wait }) => wait && waits.push(wait));
  try {
    const outcome = await backend.run(
      {
        run: 'run',
        site: { name: 'test wiki', url: url?.(server) ?? server.url },
        request: { kind: 'wiki', parameters: [['list', 'allpages']], post: false, ...circumstances.request },
        limit: circumstances.limit ?? Infinity,
      },
      sink,
      signal,
    );
    return { outcome, rows: await sink.rows(backend, 'run'), requests: server.requests, waits, server };
  } finally {
    await backend.dispose();
    await server.stop();
  }
}
