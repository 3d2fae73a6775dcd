import { makeFolders } from '../support/editor/folders.ts';
import { root } from '../support/paths.ts';
import { flags, run, start } from '../support/processes.ts';
import { findProgram } from '../support/programs.ts';
import type { Workspace } from './workspace.ts';

/** The desktop editor's command; `undefined` = none, or no screen to show it on. */
export const findDesktop = (): string | undefined => {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const hasScreen = process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
  return hasScreen ? findProgram('code', 'code.cmd', 'code-insiders', 'codium') : undefined;
};

/** Opens the samples in the desktop editor, with data of its own; resolves when its window is closed. */
export const openDesktop = async (code: string, { folder, first }: Workspace): Promise<void> => {
  await run(process.execPath, ['build.mjs'], { cwd: root });
  const { userData, extensions } = await makeFolders({});
  const options = flags({
    'user-data-dir': userData,
    'extensions-dir': extensions,
    extensionDevelopmentPath: root,
    'disable-workspace-trust': true,
    'new-window': true,
    wait: true,
  });
  const window = start(code, [...options, folder, first]);
  console.log('The editor opens in a window of its own. Close it, or press Ctrl-C here, to end.');
  await new Promise(resolve => window.process.on('exit', resolve));
};
