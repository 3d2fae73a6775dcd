/** An editor with the extension in it, a folder of query files, and the sandbox's wiki to ask. */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SuiteContext, TestContext } from 'node:test';
import { startSandboxWiki, type SandboxWiki } from '../../sandbox/wiki.ts';
import { type EditorOptions, openEditor } from '../editor.ts';
import { inRoot } from '../paths.ts';
import { areWindowsPainted, takePicture } from '../pictures.ts';
import { removeAtExit } from '../processes.ts';
import { sharedFolder } from './shared-editor.ts';
import { packagedExtension } from './vsix.ts';
import type { EditorWindow } from './window.ts';

export interface EditorFixtureOptions extends Pick<
  EditorOptions,
  'settings' | 'trusted' | 'size' | 'recorder' | 'builtIns'
> {
  /** Files of the folder by their paths. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Whether the folder is empty but for `files`, and has not the samples of the sandbox as well. Default true. */
  readonly isEmpty?: boolean;
  /** Addresses of sites by their names, beside `sandbox`. */
  readonly sites?: Readonly<Record<string, string>>;
  /** Which the fixture stops in the end; default: one of its own. */
  readonly wiki?: SandboxWiki;
}

export interface EditorFixture {
  readonly editor: EditorWindow;
  readonly wiki: SandboxWiki;
  readonly folder: string;
  /** Parameters of the queries that the wiki got, in order, without what the extension asks about the wiki itself. */
  queries(): URLSearchParams[];
  close(): Promise<void>;
}

const writeFiles = async (
  folder: string,
  files: NonNullable<EditorFixtureOptions['files']>,
): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};

const copySamples = async (folder: string): Promise<void> => {
  const samples = inRoot('test/sandbox/samples');
  for (const name of await readdir(samples)) await cp(path.join(samples, name), path.join(folder, name));
};

/** An empty folder: the one of the window that goes on, or a new one. */
const emptyFolder = async (shared: string | undefined): Promise<string> => {
  if (shared === undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), 'sample-workspace-'));
    removeAtExit(folder);
    return folder;
  }
  for (const name of await readdir(shared)) await rm(path.join(shared, name), { recursive: true });
  return shared;
};

/** `sandbox` is the default site, and its catalogue is not asked for, unless the settings say something else. */
export const openEditorFixture = async (options: EditorFixtureOptions = {}): Promise<EditorFixture> => {
  const vsix = await packagedExtension();
  const { trusted = true, recorder, builtIns } = options;
  // Its window, folder and storage are its own from the first load on.
  const hasOwnWindow = !trusted || recorder !== undefined || builtIns !== undefined;
  const shared = hasOwnWindow ? undefined : sharedFolder();
  const folder = await emptyFolder(shared);
  if (options.isEmpty === false) await copySamples(folder);
  await writeFiles(folder, options.files ?? {});
  const wiki = options.wiki ?? (await startSandboxWiki());
  const close = async (): Promise<void> => {
    await wiki.stop();
    if (shared === undefined) await rm(folder, { recursive: true, force: true });
  };
  const sites = Object.entries({ sandbox: wiki.url, ...options.sites });
  const settings = {
    'wikijql.sites': Object.fromEntries(sites.map(([name, url]) => [name, { kind: 'wiki', url }])),
    'wikijql.defaultSite': 'sandbox',
    'wikijql.language': { siteCatalogues: false },
    ...options.settings,
  };
  try {
    const editor = await openEditor({ ...options, folder, settings, vsix, goesOn: shared !== undefined });
    return {
      editor,
      wiki,
      folder,
      queries: () => wiki.requests.map(({ parameters }) => new URLSearchParams([...parameters])),
      close: async () => {
        await editor.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * For `afterEach`: no other file goes on with the window of a failed test. What it left on the screen, if it is painted, goes
 * to `.cache/screenshots/failed-….png`.
 */
export const pictureOfFailure = async (
  context: TestContext | SuiteContext,
  editor: EditorWindow,
): Promise<void> => {
  if (!('passed' in context) || context.passed) return;
  editor.isSpoiled = true;
  if (!areWindowsPainted()) return;
  await takePicture(editor.page, `failed-${context.name.replaceAll(/\W+/g, '-')}`);
};
