/**
 * One editor for the test files of a run, as starting it costs more than many a file: its server and its browser go on.
 * So does its window, with one folder, for the files that can do with one in which others were before; each other file
 * loads a window of its own, with a storage of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { type Running, removeAtExit, start } from '../processes.ts';
import { until } from '../until.ts';
import { findChromium, windowFlags } from './chromium.ts';
import { type EditorHost, permissions, startEditorServer } from './host.ts';
import { packagedExtension } from './vsix.ts';

/** The data that a test file needs to use it. */
interface SharedEditor {
  readonly url: string;
  readonly userData: string;
  /** The workspace of the window that goes on. */
  readonly folder: string;
  /** The address of the browser's debugger. */
  readonly browser: string;
  /** The process whose descendants the extension hosts are. */
  readonly server: number;
}

/** The environment variable that passes it to the test files. */
const variable = 'TEST_SHARED_EDITOR';

const shared = (): SharedEditor | undefined => {
  const text = process.env[variable];
  return text === undefined ? undefined : JSON.parse(text);
};

/** The workspace of the window that goes on from file to file; `undefined` = this process has editors of its own. */
export const sharedFolder = (): string | undefined => shared()?.folder;

/** The process of the shared editor's server; `undefined` = this process has editors of its own. */
export const sharedServer = (): number | undefined => shared()?.server;

/** A browser that several processes can drive, one after the other. */
const startBrowser = async (
  profile: string,
): Promise<{ readonly browser: Running; readonly url: string }> => {
  const program = findChromium();
  if (program === undefined) throw new Error('There is no Chromium');
  const browser = start(program, [
    ...windowFlags(),
    '--headless',
    '--remote-debugging-port=0',
    '--disable-back-forward-cache',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-dev-shm-usage',
    '--disable-popup-blocking',
    '--disable-renderer-backgrounding',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]);
  const url = await until("the browser's debugger", async () => {
    if (browser.ended() !== undefined) throw new Error(`Chromium did not start:\n${browser.log()}`);
    return /DevTools listening on (ws:\S+)/.exec(browser.log())?.[1];
  });
  return { browser, url };
};

/** Starts it with the extension in it. Test files that get its environment use it. */
export const startSharedEditor = async (): Promise<{
  readonly env: NodeJS.ProcessEnv;
  readonly processes: readonly number[];
  readonly stop: () => Promise<void>;
}> => {
  const profile = await mkdtemp(path.join(tmpdir(), 'sample-profile-'));
  removeAtExit(profile);
  const folder = await mkdtemp(path.join(tmpdir(), 'sample-workspace-'));
  removeAtExit(folder);
  const server = await startEditorServer(await packagedExtension());
  const { browser, url } = await startBrowser(profile).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const editor: SharedEditor = {
    url: server.url,
    userData: server.userData,
    folder,
    browser: url,
    server: server.process,
  };
  return {
    env: { [variable]: JSON.stringify(editor) },
    processes: [server.process, browser.process.pid ?? server.process],
    stop: async () => {
      await browser.stop();
      await server.stop();
      for (const each of [profile, folder]) await rm(each, { recursive: true, force: true });
    },
  };
};

/** Marks a window that an earlier file has left tidy. */
const tidyMark = 'testWindowIsTidy';

export interface SharedHost extends EditorHost {
  /** Whether its window is loaded already, with the shared folder, and tidy. */
  readonly isLoaded: boolean;
  /** Leaves the window to the next file, which may go on with it. */
  readonly leaveLoaded: () => Promise<void>;
}

/** Empties the page and removes all that earlier windows have stored. */
const removeTraces = async (page: Page, { url, userData }: SharedEditor): Promise<void> => {
  await page.goto('about:blank');
  const debugging = await page.context().newCDPSession(page);
  // Without the caches, which hold the compiled workbench.
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,service_workers';
  await debugging.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes });
  await debugging.detach();
  await rm(path.join(userData, 'User'), { recursive: true, force: true });
};

/**
 * The page of the shared editor; `undefined` = there is no shared editor.
 *
 * @param goesOn whether a tidy window of earlier files will do; otherwise the page is empty, with nothing left of them
 */
export const sharedHost = async (goesOn: boolean): Promise<SharedHost | undefined> => {
  const editor = shared();
  if (editor === undefined) return undefined;
  const browser = await chromium.connectOverCDP(editor.browser);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The shared browser has no profile');
  const [page = await context.newPage(), ...others] = context.pages();
  for (const other of others) await other.close();
  const isLoaded = goesOn && (await page.evaluate<boolean>(`globalThis.${tidyMark} === true`));
  if (isLoaded) await page.evaluate(`delete globalThis.${tidyMark}`);
  else await removeTraces(page, editor);
  await context.grantPermissions(permissions, { origin: new URL(editor.url).origin });
  return {
    url: editor.url,
    userData: editor.userData,
    page,
    isLoaded,
    leaveLoaded: async () => {
      await page.evaluate(`globalThis.${tidyMark} = true`);
      await browser.close();
    },
    close: async () => {
      page.removeAllListeners('dialog');
      await page.evaluate('sessionStorage.clear()');
      await page.goto('about:blank');
      await browser.close();
    },
  };
};
