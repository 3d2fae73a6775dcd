import {
  installCodeServer,
  installExtension,
  isInstalled,
  startWindowServer,
} from '../support/code-server.ts';
import { makeFolders } from '../support/editor/folders.ts';
import { packagedExtension } from '../support/editor/vsix.ts';
import { start } from '../support/processes.ts';
import { findProgram } from '../support/programs.ts';
import type { Workspace } from './workspace.ts';

/** Shows an address in the browser where the machine has a screen and a command for it. */
const show = (address: string): void => {
  const { DISPLAY, WAYLAND_DISPLAY, CI } = process.env;
  if (CI === 'true') return;
  if (process.platform === 'darwin') start('open', [address]);
  else if (process.platform === 'win32') start('explorer', [address]);
  else if ((DISPLAY ?? WAYLAND_DISPLAY) && findProgram('xdg-open')) start('xdg-open', [address]);
};

/** Opens the samples in an editor that runs in the browser; installs that editor first if it is not there. */
export const openBrowser = async ({ folder, first }: Workspace): Promise<void> => {
  if (!isInstalled()) {
    console.log(
      'There is no desktop editor here. Installing one that runs in the browser into .cache/editor',
    );
    console.log('(about 600 MB, about a minute, once).');
    await installCodeServer(line => console.log(line));
  }
  console.log('Packing the extension …');
  const vsix = await packagedExtension();
  const folders = await makeFolders({ 'security.workspace.trust.enabled': false });
  await installExtension(folders, vsix);
  const server = await startWindowServer(folders);
  const { host } = new URL(server.url);
  const payload = JSON.stringify([['openFile', `vscode-remote://${host}${first}`]]);
  const address = `${server.url}/?${new URLSearchParams({ folder, payload }).toString()}`;
  console.log(`The editor is at\n\n  ${address}\n\nPress Ctrl-C here to end.`);
  show(address);
};
