/**
 * One editor for the test files of a run, as starting it costs more than many a file: its server and its browser go on,
 * and each file loads a window of its own in it, with settings and a storage of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { type Running, removeAtExit, start } from '../processes.ts';
import { until } from '../until.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { type EditorHost, permissions, startEditorServer } from './host.ts';
import { packagedExtension } from './vsix.ts';

/** What a test file must know of it. */
interface SharedEditor {
  readonly url: string;
  readonly userData: string;
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

/** The process of the shared editor's server; `undefined` = this process has editors of its own. */
export const sharedServer = (): number | undefined => shared()?.server;

/** A browser that several processes can drive, one after the other. */
const startBrowser = async (
  profile: string,
): Promise<{ readonly browser: Running; readonly url: string }> => {
  const program = findChromium();
  if (program === undefined) throw new Error('There is no Chromium');
  const browser = start(program, [
    ...chromiumFlags,
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
  readonly stop: () => Promise<void>;
}> => {
  const profile = await mkdtemp(path.join(tmpdir(), 'sample-profile-'));
  removeAtExit(profile);
  const server = await startEditorServer(await packagedExtension());
  const { browser, url } = await startBrowser(profile).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const editor: SharedEditor = {
    url: server.url,
    userData: server.userData,
    browser: url,
    server: server.process,
  };
  return {
    env: { [variable]: JSON.stringify(editor) },
    stop: async () => {
      await browser.stop();
      await server.stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
};

/** The window of the shared editor, empty and with nothing left of earlier files; `undefined` = there is no shared editor. */
export const sharedHost = async (): Promise<EditorHost | undefined> => {
  const editor = shared();
  if (editor === undefined) return undefined;
  const browser = await chromium.connectOverCDP(editor.browser);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The shared browser has no profile');
  const [page = await context.newPage(), ...others] = context.pages();
  for (const other of others) await other.close();
  const leave = async (): Promise<void> => {
    page.removeAllListeners('dialog');
    await page.goto('about:blank');
  };
  await leave();
  const { origin } = new URL(editor.url);
  const debugging = await context.newCDPSession(page);
  // Without the caches, which hold the compiled workbench.
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,service_workers';
  await debugging.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await debugging.detach();
  await context.grantPermissions(permissions, { origin });
  await rm(path.join(editor.userData, 'User'), { recursive: true, force: true });
  return {
    url: editor.url,
    userData: editor.userData,
    page,
    close: async () => {
      await page.evaluate('sessionStorage.clear()');
      await leave();
      await browser.close();
    },
  };
};
