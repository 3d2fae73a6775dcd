/** A real editor window for one test file, driven as a user does: keyboard, palette, panels, pictures. */
import { installExtension, startWindowServer } from './code-server.ts';
import { launchChromium } from './editor/chromium.ts';
import { type EditorSettings, type Keys, makeFolders } from './editor/folders.ts';
import { EditorWindow } from './editor/window.ts';
import type { LeakRecorder } from './editor/leak-recorder.ts';

export { EditorWindow } from './editor/window.ts';

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
  const folders = await makeFolders({ ...trust, ...options.settings }, options.keys);
  const closing: (() => Promise<unknown>)[] = [folders.remove];
  const close = async (): Promise<void> => {
    for (const action of closing.toReversed()) await action();
  };
  try {
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
    const window = new EditorWindow(page, close);
    const level = recorder ? `&payload=${encodeURIComponent('[["logLevel","trace"]]')}` : '';
    await page.goto(`${server.url}/?folder=${encodeURIComponent(options.folder)}${level}`);
    await window.ready();
    return window;
  } catch (error) {
    await close();
    throw error;
  }
};
