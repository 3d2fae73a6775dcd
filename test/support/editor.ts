/** A real editor window for one test file, driven as a user does: keyboard, palette, panels, pictures. */
import path from 'node:path';
import { installExtension, startWindowServer } from './code-server.ts';
import { makeBuiltIns } from './editor/built-ins.ts';
import { launchChromium } from './editor/chromium.ts';
import { Driver } from './editor/driver.ts';
import { portSetting } from './editor/driver/requests.ts';
import { type EditorSettings, type Keys, makeFolders } from './editor/folders.ts';
import { EditorWindow } from './editor/window.ts';
import type { LeakRecorder } from './editor/leak-recorder.ts';

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

/** Starts an editor with data of its own and waits until its workbench is there. The caller closes it. */
export const openEditor = async (options: EditorOptions): Promise<EditorWindow> => {
  const { trusted = true, size = { width: 1280, height: 800 }, recorder } = options;
  const trust = trusted ? { 'security.workspace.trust.enabled': false } : {};
  const driver = await Driver.start();
  const settings = { ...plainSettings, ...trust, ...options.settings, [portSetting]: driver.port };
  const temporary = await makeFolders(settings, options.keys);
  const folders = { ...temporary, builtIns: path.join(temporary.userData, '../built-ins') };
  const closing: (() => Promise<unknown>)[] = [temporary.remove, () => driver.stop()];
  const close = async (): Promise<void> => {
    for (const action of closing.toReversed()) await action();
  };
  try {
    await makeBuiltIns(folders.builtIns);
    if (options.vsix !== undefined) await installExtension(folders, options.vsix);
    const server = await startWindowServer(folders, recorder ? { verbose: true, hear: recorder.hear } : {});
    closing.push(server.stop);
    const browser = await launchChromium();
    closing.push(() => browser.close());
    const context = await browser.newContext({
      viewport: size,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await recorder?.watch(context, folders.userData);
    const page = await context.newPage();
    const window = new EditorWindow(page, close, driver);
    const level = recorder ? `&payload=${encodeURIComponent('[["logLevel","trace"]]')}` : '';
    await page.goto(`${server.url}/?folder=${encodeURIComponent(options.folder)}${level}`);
    await window.ready();
    return window;
  } catch (error) {
    await close();
    throw error;
  }
};
