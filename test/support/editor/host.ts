/** An editor that runs, and the page in which a window of it can be loaded. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import {
  type EditorServer,
  installExtension,
  startWindowServer,
  type WindowServerOptions,
} from '../code-server.ts';
import { makeBuiltIns } from './built-ins.ts';
import { launchChromium, windowFlags } from './chromium.ts';
import { makeFolders } from './folders.ts';
import type { LeakRecorder } from './leak-recorder.ts';

export interface EditorHost {
  /** http://127.0.0.1:port */
  readonly url: string;
  /** Where it looks for the settings of its user. */
  readonly userData: string;
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Permissions of windows to use the clipboard. */
export const permissions: readonly string[] = ['clipboard-read', 'clipboard-write'];

/** Starts an editor's server with folders of its own, and with the driver and an extension in it. */
export const startEditorServer = async (
  vsix: string | undefined,
  options?: WindowServerOptions,
  builtIns?: readonly string[],
): Promise<EditorServer & { readonly userData: string }> => {
  const temporary = await makeFolders({});
  const folders = { ...temporary, builtIns: path.join(temporary.userData, '../built-ins') };
  try {
    await makeBuiltIns(folders.builtIns, builtIns);
    if (vsix !== undefined) await installExtension(folders, vsix);
    const server = await startWindowServer(folders, options);
    const stop = async (): Promise<void> => {
      await server.stop();
      await temporary.remove();
    };
    return { ...server, stop, userData: folders.userData };
  } catch (error) {
    await temporary.remove();
    throw error;
  }
};

export interface HostOptions {
  readonly vsix?: string;
  readonly recorder?: LeakRecorder;
  /** Extensions of the editor's own that the window has in addition to those that all tests have. */
  readonly builtIns?: readonly string[];
}

/** Starts an editor and a browser for one window. */
export const startHost = async ({ vsix, recorder, builtIns }: HostOptions): Promise<EditorHost> => {
  const options = recorder ? { verbose: true, hear: recorder.hear } : {};
  const server = await startEditorServer(vsix, options, builtIns);
  try {
    const browser = await launchChromium(windowFlags());
    const close = async (): Promise<void> => {
      await browser.close();
      await server.stop();
    };
    const context = await browser.newContext({ permissions: [...permissions] });
    await recorder?.watch(context, server.userData);
    return { url: server.url, userData: server.userData, page: await context.newPage(), close };
  } catch (error) {
    await server.stop();
    throw error;
  }
};
