/** The entry of the server's process: reads the catalogues, starts the network's thread, and serves whoever started it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import serverTexts from '../catalogue/messages/server.json' with { type: 'json' };
import { createLanguages } from './languages/languages.ts';
import { wordingOf } from './language/wording.ts';
import { clientVault } from './lsp/client-vault.ts';
import { notifySessionChange } from './lsp/login-requests.ts';
import { createThreadRemote } from './remote/thread/thread-remote.ts';
import { diskFiles } from './disk-files.ts';
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
  locks: diskLocks(),
  storage: userStateFolder(process.env),
});
connection.listen();
