/** The entry of the server's process: reads the catalogues, starts the network's thread, and serves whoever started it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import serverTexts from '../catalogue/messages/server.json' with { type: 'json' };
import { createLanguages } from './languages/languages.ts';
import { wordingOf } from './language/wording.ts';
import { clientVault } from './lsp/client-vault.ts';
import { notifySessionChange } from './lsp/requests/login-requests.ts';
import { createThreadRemote } from './remote/thread/thread-remote.ts';
import { agentFiles } from './agent-files.ts';
import { diskFiles, isOnDisk } from './disk-files.ts';
import { loadCharts } from './refresh/load-charts.ts';
import { SqlChecker } from './results/sql-checker.ts';
import { askSql } from './results/sql-process.ts';
import { diskLocks } from './disk-locks.ts';
import { startServer } from './server.ts';
import { EnvironmentVault } from './session/environment-vault.ts';
import { userStateFolder } from './session/state-folder.ts';

const folder = import.meta.dirname;
const { version }: { version: string } = JSON.parse(
  readFileSync(path.join(folder, '../package.json'), 'utf8'),
);

const connection = createConnection(ProposedFeatures.all);
startServer(connection, {
  languages: createLanguages(),
  remote: createThreadRemote(path.join(folder, 'worker.js'), {
    vault: clientVault(connection, new EnvironmentVault(process.env)),
    sessionChanged: (site, state) => notifySessionChange(connection, site, state),
  }),
  wording: wordingOf(serverTexts),
  version,
  now: Date.now,
  yieldTurn: () => setImmediate(),
  pause: milliseconds => setTimeout(milliseconds, undefined, { ref: false }),
  files: diskFiles(),
  agents: {
    files: (folders, shown) =>
      agentFiles(
        diskFiles(),
        folders.filter(isOnDisk).map(uri => fileURLToPath(uri)),
        shown,
      ),
    askSql: (question, signal) => askSql(path.join(folder, 'sql.js'), question, signal),
    mark: randomUUID,
  },
  charts: () => loadCharts(path.join(folder, 'chart.js')),
  checkSql: new SqlChecker(path.join(folder, 'sql.js')).check,
  locks: diskLocks(),
  storage: userStateFolder(process.env),
});
connection.listen();
