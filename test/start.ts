/**
 * Shows the product at work: an embedded wiki, an embedded issue tracker, the playground, a folder of samples and an editor, the
 * desktop one where there is one and else one in the browser: `npm start`, `npm start -- --browser`. Ctrl-C ends all.
 */
import { servePlayground } from './start/playground.ts';
import { startSandboxTracker } from './sandbox/tracker.ts';
import { startSandboxWiki } from './sandbox/wiki.ts';
import { tellAccounts } from './start/accounts.ts';
import { openBrowser } from './start/browser.ts';
import { findDesktop, openDesktop } from './start/desktop.ts';
import { makeWorkspace } from './start/workspace.ts';

const interrupted = 130;
process.on('exit', code => {
  if (code === interrupted) process.exitCode = 0;
});

const wiki = await startSandboxWiki();
console.log(`The sandbox wiki is at ${wiki.url}`);
const tracker = await startSandboxTracker();
console.log(`The sandbox issue tracker is at ${tracker.url}`);
console.log(tellAccounts(tracker.accounts));
const playground = await servePlayground();
console.log(`The playground is at ${playground.url} as soon as it is built`);
const workspace = await makeWorkspace(wiki.url, tracker.url);
const code = process.argv.includes('--browser') ? undefined : findDesktop();
if (code === undefined) await openBrowser(workspace);
else {
  await openDesktop(code, workspace);
  playground.stop();
  await Promise.all([wiki.stop(), tracker.stop()]);
}
