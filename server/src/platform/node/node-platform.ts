import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadCharts } from '../../runs/reports/load-charts.ts';
import { createThreadBackend } from '../../network/thread/thread-backend.ts';
import { SqlChecker } from '../../results/sql-checker.ts';
import { askSql } from '../../results/sql-process.ts';
import { EnvironmentVault } from '../../network/session/environment-vault.ts';
import { userStateFolder } from '../../network/session/state/state-folder.ts';
import type { Platform } from '../../editor/platform.ts';
import { agentFiles } from './agent-files.ts';
import { diskFiles, isOnDisk } from './disk-files.ts';
import { diskLocks } from './disk-locks.ts';

/** The platform of a process of Node. @param folder the folder of the bundles, such as `worker.js` */
export function nodePlatform(folder: string): Platform {
  const files = diskFiles();
  const sqlProgram = path.join(folder, 'sql.js');
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(folder, '../package.json'), 'utf8'),
  );
  return {
    version,
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
