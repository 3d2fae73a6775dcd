/**
 * VS Code's server and workbench from the npm package code-server, in the cache: a real editor for machines without a
 * desktop build.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { locked } from './lock.ts';
import { inCache } from './paths.ts';
import { type Running, flags, freePort, run, start } from './processes.ts';
import { until } from './until.ts';

const version = '4.139.1';
const cacheFolder = inCache('editor', version);
const packageFolder = path.join(cacheFolder, 'node_modules/code-server');
/** The folder of the workbench and its server. */
export const workbenchFolder = path.join(packageFolder, 'lib/vscode');
const entry = path.join(packageFolder, 'out/node/entry.js');

interface Step {
  readonly title: string;
  readonly folder: string;
  readonly npm: readonly string[];
}

/** Without the two native modules the extension host does not start; other install scripts need headers of Kerberos. */
const steps: readonly Step[] = [
  {
    title: `Download code-server ${version}`,
    folder: cacheFolder,
    npm: ['install', '--no-save', '--ignore-scripts', `code-server@${version}`],
  },
  {
    title: "Download the workbench's modules",
    folder: workbenchFolder,
    npm: ['install', '--omit=dev', '--ignore-scripts'],
  },
  {
    title: "Download the modules of the workbench's own extensions",
    folder: path.join(workbenchFolder, 'extensions'),
    npm: ['install', '--omit=dev', '--ignore-scripts'],
  },
  {
    title: 'Compile two native modules',
    folder: workbenchFolder,
    npm: ['rebuild', '@vscode/spdlog', '@vscode/native-watchdog'],
  },
];

/** The folder of an extension that the editor brings. */
export const builtIn = (name: string): string => path.join(workbenchFolder, 'extensions', name);

const mark = (index: number): string => path.join(cacheFolder, `step-${index + 1}.done`);

/** Whether the editor is completely in the cache. */
export const isInstalled = (): boolean => steps.every((_, index) => existsSync(mark(index)));

/** The headers of the system's Node are sufficient, because the two modules use the stable Node-API. */
const headers = (): NodeJS.ProcessEnv => {
  const nodedir = ['/usr', '/usr/local'].find(prefix => existsSync(`${prefix}/include/node/node_api.h`));
  return nodedir === undefined ? {} : { npm_config_nodedir: nodedir };
};

/**
 * Puts the editor into the cache (about 600 MB, about a minute), and continues an interrupted installation. Needs
 * npm, make, g++ and python3.
 *
 * @param say gets the progress, one line at a time
 */
export const installCodeServer = async (say: (line: string) => void): Promise<void> => {
  await mkdir(cacheFolder, { recursive: true });
  await locked(`${cacheFolder}.lock`, async () => {
    await writeFile(path.join(cacheFolder, 'package.json'), '{ "private": true }\n');
    for (const [index, step] of steps.entries()) {
      if (existsSync(mark(index))) continue;
      say(`${step.title} (${index + 1} of ${steps.length}) …`);
      await run('npm', [...step.npm, '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: step.folder,
        env: { ...process.env, ...headers() },
        timeout: 20 * 60_000,
      });
      await writeFile(mark(index), '');
    }
  });
};

const listening = async (server: Running, url: string): Promise<void> => {
  await until('code-server to answer', async () => {
    const end = server.ended();
    if (end !== undefined) throw new Error(`code-server did not start (${end}):\n${server.log()}`);
    return fetch(url).then(
      response => response.ok,
      () => false,
    );
  });
};

export interface EditorServer {
  /** http://127.0.0.1:port */
  readonly url: string;
  /** The id of its process, whose descendants are the extension hosts. */
  readonly process: number;
  readonly stop: () => Promise<void>;
}

const startServer = async (
  args: (port: number) => string[],
  env: NodeJS.ProcessEnv,
  hear?: (chunk: Buffer) => void,
): Promise<EditorServer> => {
  const port = await freePort();
  const server = start(process.execPath, args(port), {
    // As if started from a shell, so that it does not start another one for the environment of each extension host.
    env: { ...process.env, VSCODE_CLI: '1', ...env },
    ...(hear ? { hear } : {}),
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await listening(server, url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url, process: server.process.pid ?? 0, stop: server.stop };
};

/** The folders of an editor; data and extensions may be empty at first. */
export interface EditorFolders {
  readonly userData: string;
  readonly extensions: string;
  /** The folder of built-in extensions; without it, all that the editor includes. */
  readonly builtIns?: string;
}

const windowFlags = ({ userData, extensions, builtIns }: EditorFolders): string[] =>
  flags({
    'user-data-dir': userData,
    'extensions-dir': extensions,
    config: path.join(userData, 'config.yaml'),
    ...(builtIns === undefined ? {} : { 'builtin-extensions-dir': builtIns }),
  });

export interface WindowServerOptions {
  /** Whether everything is logged. */
  readonly verbose?: boolean;
  /** Gets all that its processes write to standard output and standard error. */
  readonly hear?: (chunk: Buffer) => void;
}

/** Starts the editor as users do: its windows load panels and store secrets. */
export const startWindowServer = (
  folders: EditorFolders,
  { verbose = false, hear }: WindowServerOptions = {},
): Promise<EditorServer> =>
  startServer(
    port => [
      entry,
      ...windowFlags(folders),
      ...flags({
        auth: 'none',
        'bind-addr': `127.0.0.1:${port}`,
        'disable-telemetry': true,
        'disable-update-check': true,
        'disable-getting-started-override': true,
        ...(verbose ? { log: 'trace' } : {}),
      }),
    ],
    {},
    hear,
  );

/**
 * Starts the editor so that a window with a test payload runs tests inside the extension host. Panels do not load in
 * it.
 */
export const startHostServer = (folders: EditorFolders, env: NodeJS.ProcessEnv): Promise<EditorServer> =>
  startServer(
    port => [
      path.join(workbenchFolder, 'out/server-main.js'),
      ...flags({
        host: '127.0.0.1',
        port,
        'without-connection-token': true,
        'accept-server-license-terms': true,
        'server-data-dir': folders.userData,
        'extensions-dir': folders.extensions,
        ...(folders.builtIns === undefined ? {} : { 'builtin-extensions-dir': folders.builtIns }),
        'telemetry-level': 'off',
        'enable-smoke-test-driver': true,
        'disable-workspace-trust': true,
      }),
    ],
    env,
  );

/** Installs an extension from its VSIX file. */
export const installExtension = async (folders: EditorFolders, vsix: string): Promise<void> => {
  await run(process.execPath, [entry, ...windowFlags(folders), '--install-extension', vsix, '--force']);
};
