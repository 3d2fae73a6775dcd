import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { loadCharts } from '../../runs/reports/report-dependencies.ts';
import { createThreadBackend } from '../../network/thread/thread-backend.ts';
import { SqlChecker } from '../../results/sql-checker.ts';
import { askSql } from '../../results/sql-process.ts';
import { EnvironmentVault } from '../../network/session/environment-vault.ts';
import { userStateFolder } from '../../files/private-folder.ts';
import type { Platform, StoredLocks } from '../../editor/platform.ts';
import { agentFiles } from './agent-files.ts';
import { diskFiles, isOnDisk } from './disk-files.ts';
import { fileURLToPath } from 'node:url';
import { LockFolders } from '../../cli/inputs/lock-folders.ts';
import { lockFileOf } from '../../sites/locks/lock-text.ts';

/** The platform of a process of Node. @param folder the folder of the bundles, such as `worker.js` */
export function nodePlatform(folder: string): Platform {
  const files = diskFiles();
  const sqlProgram = path.join(folder, 'sql.js');
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(folder, '../package.json'), 'utf8'),
  );
  return {
    version,
    sendsContact: true,
    now: Date.now,
    yieldTurn: () => setImmediate(),
    pause: milliseconds => setTimeout(milliseconds, undefined, { ref: false }),
    randomToken: randomUUID,
    files,
    agentFiles: (folders, shown) =>
      agentFiles(
        files,
        folders.filter(isOnDisk).map(uri => fileURLToPath(uri)),
        shown,
      ),
    locks: diskLocks(),
    storage: userStateFolder(process.env),
    secrets: new EnvironmentVault(process.env),
    startBackend: client => createThreadBackend(path.join(folder, 'worker.js'), client),
    askSql: (question, signal) => askSql(sqlProgram, question, signal),
    checkSql: new SqlChecker(sqlProgram).check,
    charts: () => loadCharts(path.join(folder, 'chart.js')),
  };
}

/** The folder of a document; `undefined` = it is not on disk. */
const folderOf = (uri: string): string | undefined => {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return path.dirname(fileURLToPath(uri));
  } catch (error) {
    // The URI does not name a file of this computer, such as one of another host.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

/** Reads `.wikijql` folders above documents that are on disk. */
function diskLocks(): StoredLocks {
  const folders = new LockFolders();
  return {
    of: uri => {
      const folder = folderOf(uri);
      return folder === undefined ? undefined : folders.above(folder);
    },
    rulesOf: uri => {
      const folder = folderOf(uri);
      return folder === undefined ? undefined : folders.rulesAbove(folder)?.severities;
    },
    forget: () => folders.forget(),
    made: (site, description) => lockFileOf(site, description, Date.now()),
  };
}
