import { emptyVault } from '../../network/session/vault.ts';
import { sqlProblems } from '../../results/sql/find-problems.ts';
import { lockFileOf } from '../../sites/locks/lock-text.ts';
import type { Platform } from '../../editor/platform.ts';
import type { DrawChart } from '../../runs/reports/report-dependencies.ts';
import { commonNotices } from '../../network/network-notices.ts';
import { callsBy, type Backend, unanswered, type UnansweredNotice } from '../../network/backend.ts';
import type { SqlOutcome } from '../../results/sql-question.ts';

/**
 * The platform of a Web Worker. It reads no files but the documents that the client opens. Everything that
 * needs the network or stored results is refused, with a text for the user.
 *
 * @param version the version of the program
 */
export const browserPlatform = (version: string): Platform => ({
  version,
  now: Date.now,
  yieldTurn,
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
  startBackend: refusingBackend,
  askSql: refusedSql,
  // SQLite itself is missing: only the rules for all statements are checked.
  checkSql: async (sql, tables) => sqlProblems(sql, tables, () => undefined),
  charts: refusedCharts,
});

/** Lets the messages that wait be handled. A timer would wait at least 4 ms once some were nested. */
function yieldTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise(resolve => {
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
}

const refusal: UnansweredNotice = site =>
  site === undefined
    ? commonNotices.of('resultsNotInBrowser', {})
    : commonNotices.of('siteNotInBrowser', { site });

/** A backend that sends and stores nothing: each call is answered as one that could not be made. */
const refusingBackend = (): Backend => ({
  ...callsBy((name, args) => Promise.resolve(unanswered(name, args, refusal))),
  configure: () => undefined,
  release: () => undefined,
  dispose: async () => undefined,
});

/** The answer to every statement about stored results. */
const refusedSql = async (): Promise<SqlOutcome> => ({ refusal: 'not-in-browser', detail: '' });

/** Rejects: charts are drawn in reports only, whose queries are refused before. */
const refusedCharts = (): Promise<DrawChart> => Promise.reject(new Error(refusal().message));
