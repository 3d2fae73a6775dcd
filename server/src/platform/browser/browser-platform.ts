import { emptyVault } from '../../network/session/vault.ts';
import { sqlProblems } from '../../results/sql/find-problems.ts';
import { lockFileOf } from '../lock-file.ts';
import type { Platform } from '../../editor/platform.ts';
import { refusedCharts, refusedSql, refusingBackend } from './not-in-browser.ts';

/**
 * The platform of a Web Worker. It reads no files but the documents that the client opens. `not-in-browser.ts` refuses
 * everything that needs the network or stored results.
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
