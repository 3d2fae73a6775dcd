import { emptyVault } from '../../network/session/vault.ts';
import { sqlProblems } from '../../results/sql/find-problems.ts';
import { lockFileOf } from '../../sites/locks/lock-text.ts';
import type { Platform } from '../../editor/platform.ts';
import type { DrawChart } from '../../runs/reports/report-dependencies.ts';
import { commonNotices } from '../../network/network-notices.ts';
import { createWorkerBackend } from '../../network/thread/worker-backend.ts';
import type { StartWorker } from '../../network/thread/worker-calls.ts';
import type { SqlOutcome } from '../../results/sql-question.ts';
import { setImmediate } from './node-substitutes.ts';

/**
 * The platform of a Web Worker. It reads no files but the documents that the client opens, and asks wikis anonymously;
 * what needs a file, an account or a tracker is refused, with a text for the user.
 *
 * @param version the version of the program
 * @param files the worker that sends requests and stores rows, started by the first run
 */
export const browserPlatform = (version: string, files: WorkerFiles): Platform => ({
  version,
  sendsContact: false,
  now: Date.now,
  yieldTurn: setImmediate,
  pause: milliseconds =>
    new Promise(resolve => {
      setTimeout(resolve, milliseconds);
    }),
  randomToken: () => crypto.randomUUID(),
  files: {
    async *below() {},
    read: async () => undefined,
  },
  agentFiles: () => ({
    async *list() {},
    read: async () => undefined,
  }),
  locks: {
    of: () => undefined,
    rulesOf: () => undefined,
    forget: () => undefined,
    made: (site, description) => lockFileOf(site, description, Date.now()),
  },
  storage: '',
  secrets: emptyVault,
  startBackend: client => ({
    ...createWorkerBackend(webWorkerOf(files), client),
    // There are no files, and a statement that is only checked starts no worker.
    snapshotTables: async () => [],
  }),
  askSql: refusedSql,
  // SQLite itself is missing: only the rules for all statements are checked.
  checkSql: async (sql, tables) => sqlProblems(sql, tables, () => undefined),
  charts: refusedCharts,
});

/** The answer to every statement about stored results. */
const refusedSql = async (): Promise<SqlOutcome> => ({ refusal: 'not-in-browser', detail: '' });

/** Rejects: charts are drawn in reports only, whose queries are refused before. */
const refusedCharts = (): Promise<DrawChart> =>
  Promise.reject(new Error(commonNotices.of('notInBrowser', {}).message));

/** The first message to the worker. */
export interface WorkerStart {
  /** The address of `sqlite3.wasm`. */
  readonly sqlite: string;
  /** The name of a lock that the worker holds as long as it lives. */
  readonly lock: string;
}

/** The addresses of the worker's files. */
export interface WorkerFiles {
  /** The bundled `network-worker.js`. */
  readonly script: string;
  /** `sqlite3.wasm`. */
  readonly sqlite: string;
}

/** Starts a script in a worker. One of another origin is loaded by a script of this one, as no other can be a worker. */
function startScript(script: string): Worker {
  if (new URL(script).origin === self.location.origin) return new Worker(script);
  const loading = new Blob([`importScripts(${JSON.stringify(script)})`], { type: 'text/javascript' });
  const address = URL.createObjectURL(loading);
  const worker = new Worker(address);
  worker.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

/** Starts the worker of these files. A browser does not say that a worker has ended; the lock it held does. */
const webWorkerOf =
  ({ script, sqlite }: WorkerFiles): StartWorker =>
  (receive, ended) => {
    const worker = startScript(script);
    const lock = crypto.randomUUID();
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      worker.terminate();
      ended();
    };
    worker.addEventListener('error', event => {
      event.preventDefault();
      end();
    });
    worker.addEventListener('message', () => void navigator.locks.request(lock, end), { once: true });
    worker.addEventListener('message', ({ data }) => receive(data));
    const start: WorkerStart = { sqlite, lock };
    worker.postMessage(start);
    return { post: message => worker.postMessage(message), terminate: async () => end() };
  };
