/** A real editor window for one test file, driven as by a user: keyboard, palette, panels, pictures. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Driver } from './editor/driver.ts';
import { portFileSetting } from './editor/driver/requests.ts';
import { type EditorSettings, settingsFile, userSettings, writeUserFiles } from './editor/folders.ts';
import { type EditorHost, type HostOptions, startHost } from './editor/host.ts';
import { EditorWindow } from './editor/window.ts';
import type { LeakRecorder } from './editor/leak-recorder.ts';
import { type SharedHost, sharedHost } from './editor/shared-editor.ts';

export { EditorWindow } from './editor/window.ts';

/**
 * Settings without what windows draw beside their editors, as drawing takes most of the time without a graphics card. A
 * question stays where a panel reports late that it has the focus.
 */
const plainSettings = {
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'extensions.webWorker': false,
  'window.commandCenter': false,
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
};

export interface EditorOptions extends HostOptions {
  /** The workspace: an existing folder, which is opened as it is. */
  readonly folder: string;
  /** Whether it may be a window that earlier files used; the folder is then the shared one. */
  readonly goesOn?: boolean;
  /** User settings on top of the quiet ones. */
  readonly settings?: EditorSettings;
  /** An extension to install first. */
  readonly vsix?: string;
  /** False leaves workspace trust on: the window then asks. Default true. */
  readonly trusted?: boolean;
  /** The window's size in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Sees all that the editor shows and writes; everything is logged then that can be. */
  readonly recorder?: LeakRecorder;
}

/** Loads a window with data of its own. */
const load = async (
  window: EditorWindow,
  { url, userData }: EditorHost,
  { folder, recorder }: EditorOptions,
  settings: EditorSettings,
): Promise<void> => {
  await writeUserFiles(userData, settings);
  const level = recorder ? `&payload=${encodeURIComponent('[["logLevel","trace"]]')}` : '';
  await window.page.goto(`${url}/?folder=${encodeURIComponent(folder)}${level}`);
  await window.ready();
};

/** Leaves a window to the next file, or ends it if a test has failed in it, or if it cannot be tidied. */
const leave = async (window: EditorWindow, host: SharedHost, driver: Driver): Promise<void> => {
  if (window.isSpoiled) await host.close();
  else await window.tidy().then(host.leaveLoaded, host.close);
  await driver.stop();
};

/**
 * Opens a window, in the shared editor of the test files if there is one, and waits until its workbench is ready. It
 * has its own data unless it continues an earlier window. The caller closes it.
 */
export const openEditor = async (options: EditorOptions): Promise<EditorWindow> => {
  const {
    vsix,
    trusted = true,
    size = { width: 1280, height: 800 },
    recorder,
    builtIns,
    goesOn = false,
  } = options;
  const isAlone = recorder !== undefined || builtIns !== undefined || vsix === undefined;
  const shared = isAlone ? undefined : await sharedHost(goesOn);
  const host = shared ?? (await startHost(options));
  const driver = await Driver.start();
  const end = async (): Promise<void> => {
    await host.close();
    await driver.stop();
  };
  try {
    const portFile = path.join(host.userData, 'driver-port');
    await writeFile(portFile, String(driver.port));
    const settings = {
      ...plainSettings,
      'security.workspace.trust.enabled': !trusted,
      [portFileSetting]: portFile,
      ...options.settings,
    };
    await host.page.setViewportSize(size);
    const close = shared && goesOn ? () => leave(window, shared, driver) : end;
    const window: EditorWindow = new EditorWindow(host.page, close, driver);
    if (shared?.isLoaded) await window.changeSettings(settingsFile(shared.userData), userSettings(settings));
    else await load(window, host, options, settings);
    return window;
  } catch (error) {
    await end();
    throw error;
  }
};
