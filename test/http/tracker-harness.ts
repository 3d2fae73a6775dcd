/** Runs a JQL query against a misbehaving server, on a clock that does not wait. */
import type { Row } from '#shared/protocol/json.ts';
import type { Clock } from '../../server/src/network/http/clock.ts';
import { defaultLimits, type Limits } from '../../server/src/network/http/limits.ts';
import type { IssueResult } from '#shared/protocol/issue.ts';
import type { Column, Progress } from '#shared/protocol/run.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { TrackerRequest } from '#shared/protocol/request.ts';
import type { Backend, RunOutcome } from '../../server/src/network/backend.ts';
import { json, startBadServer, type BadServer, type Behaviour } from '../support/bad-server.ts';
import { quickClock } from './harness.ts';
import { TableSink } from '../support/stored-rows.ts';

export interface Circumstances {
  readonly limits?: Partial<Limits>;
  readonly request?: Partial<TrackerRequest>;
  readonly limit?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** The context path of the tracker. */
  readonly path?: string;
}

export interface Seen {
  readonly outcome: RunOutcome;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly waits: readonly NonNullable<Progress['wait']>[];
  readonly server: BadServer;
  readonly raw: string | undefined;
}

const never = new AbortController().signal;

/** Does something with a backend and a server that behaves so, and ends both. */
async function against<Result>(
  behaviours: readonly Behaviour[],
  work: (backend: Backend, server: BadServer) => Promise<Result>,
  { limits = {}, clock = quickClock() }: Circumstances = {},
): Promise<Result> {
  const server = await startBadServer(behaviours);
  const backend = createBackend({ clock, random: () => 0, limits: { ...defaultLimits, ...limits } });
  backend.configure({ userAgent: 'test/1.0 (me@example.org)', proxy: '', certificateAuthorities: [] });
  try {
    return await work(backend, server);
  } finally {
    await backend.dispose();
    await server.stop();
  }
}

/** Runs a query; `url` = another address than the server's own. */
export function searchAgainst(
  behaviours: readonly Behaviour[],
  circumstances: Circumstances = {},
  url: (server: BadServer) => string = ({ origin }) => origin + (circumstances.path ?? ''),
): Promise<Seen> {
  const waits: NonNullable<Progress['wait']>[] = [];
  const sink = new TableSink(({ wait }) => wait && waits.push(wait));
  const { limit = Infinity, signal = never } = circumstances;
  return against(
    behaviours,
    async (backend, server) => {
      const outcome = await backend.run(
        {
          run: 'run',
          site: { name: 'tracker', url: url(server) },
          request: { kind: 'tracker', jql: 'project = A', ...circumstances.request },
          limit,
        },
        sink,
        signal,
      );
      const columns = [...sink.headers.values()].flatMap(table => table.columns);
      const rows = await sink.rows(backend, 'run');
      return { outcome, columns, rows, waits, server, raw: await backend.raw('run') };
    },
    circumstances,
  );
}

export const issueAgainst = (
  behaviours: readonly Behaviour[],
  reference: (server: BadServer) => string,
  path = '',
): Promise<IssueResult & { readonly server: BadServer }> =>
  against(behaviours, async (backend, server) => ({
    ...(await backend.issue(
      { site: { name: 'tracker', url: server.origin + path }, reference: reference(server) },
      never,
    )),
    server,
  }));

const issue = (number: number): object => ({
  id: String(number),
  key: `A-${number}`,
  fields: { summary: `Issue ${number}` },
});
const upTo = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, index) => issue(from + index));

/** A page of a server's search: `count` issues from `startAt` on, of `total`. */
export const page = (startAt: number, count: number, total: number, more: object = {}): Behaviour =>
  json({ startAt, maxResults: 1000, total, issues: upTo(startAt + 1, count), ...more });

/** A page of the Cloud's search; without a token the last one. */
export const cloudPage = (from: number, count: number, nextPageToken?: string): Behaviour =>
  json({
    issues: upTo(from, count),
    isLast: nextPageToken === undefined,
    ...(nextPageToken !== undefined && { nextPageToken }),
  });
