/** A real editor window for one test file, driven as a user does: keyboard, palette, panels, pictures. */
import { Driver } from './editor/driver.ts';
import { portSetting } from './editor/driver/requests.ts';
import { type EditorSettings, type Keys, writeUserFiles } from './editor/folders.ts';
import { startHost } from './editor/host.ts';
import { EditorWindow } from './editor/window.ts';
import type { LeakRecorder } from './editor/leak-recorder.ts';
import { sharedHost } from './editor/shared-editor.ts';

export { EditorWindow } from './editor/window.ts';

/** Settings without what windows draw beside their editors: without a graphics card drawing takes most of the time. */
const plainSettings = {
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'extensions.webWorker': false,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
};

export interface EditorOptions {
  /** The workspace: an existing folder, which is opened as it is. */
  readonly folder: string;
  /** User settings on top of the quiet ones. */
  readonly settings?: EditorSettings;
  /** An extension to install first. */
  readonly vsix?: string;
  /** False leaves workspace trust on: the window then asks. Default true. */
  readonly trusted?: boolean;
  /** The window's size in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Keybindings of the user. */
  readonly keys?: Keys;
  /** Sees all that the editor shows and writes; everything is logged then that can be. */
  readonly recorder?: LeakRecorder;
}

/**
 * Opens a window with data of its own, in the editor that the test files share if there is one, and waits until its
 * workbench is there. The caller closes it.
 */
export const openEditor = async (options: EditorOptions): Promise<EditorWindow> => {
  const { folder, vsix, trusted = true, size = { width: 1280, height: 800 }, recorder } = options;
  const isAlone = recorder !== undefined || vsix === undefined;
  const shared = isAlone ? undefined : await sharedHost();
  const host = shared ?? (await startHost(vsix, recorder));
  const driver = await Driver.start();
  const close = async (): Promise<void> => {
    await host.close();
    await driver.stop();
  };
  try {
    const settings = {
      ...plainSettings,
      'security.workspace.trust.enabled': !trusted,
      [portSetting]: driver.port,
      ...options.settings,
    };
    await writeUserFiles(host.userData, settings, options.keys);
    await host.page.setViewportSize(size);
    const window = new EditorWindow(host.page, close, driver);
    const level = recorder ? `&payload=${encodeURIComponent('[["logLevel","trace"]]')}` : '';
    await host.page.goto(`${host.url}/?folder=${encodeURIComponent(folder)}${level}`);
    await window.ready();
    return window;
  } catch (error) {
    await close();
    throw error;
  }
};
