/**
 * The workbench without a server of its own, as web editors serve it: static files, extensions in a worker, and a folder that an
 * extension of the tests keeps in memory.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { workbenchFolder } from '../code-server.ts';
import { inRoot } from '../paths.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.cjs': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/** The folders that are served, by the first part of the path. */
const folders: Readonly<Record<string, string>> = {
  out: path.join(workbenchFolder, 'out'),
  extensions: path.join(workbenchFolder, 'extensions'),
  node_modules: path.join(workbenchFolder, 'node_modules'),
  wikijql: inRoot('dist/web'),
  memory: inRoot('test/support/web-editor/memory'),
};

/** The file of an address; `undefined` = no such file. */
function fileOf(pathname: string): string | undefined {
  const [, first = '', ...parts] = decodeURIComponent(pathname).split('/');
  const folder = folders[first];
  if (folder === undefined || parts.includes('..')) return undefined;
  const file = path.join(folder, ...parts);
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined;
}

/** The script of the workbench. */
const script = 'out/vs/code/browser/workbench/workbench.js';

/** This build always asks the server that it comes from, also for the user’s data: what makes it one of a web browser alone. */
const withoutServer: Readonly<Record<string, string>> = {
  'remoteAuthority:location.host': 'remoteAuthority:void 0',
  'P.file(this.userDataPath).with({scheme:J.vscodeRemote})':
    'P.file(this.userDataPath).with({scheme:J.vscodeUserData})',
};

/** @throws where the workbench is another build than the one that is known */
function scriptWithoutServer(): string {
  let source = readFileSync(path.join(workbenchFolder, script), 'utf8');
  for (const [from, to] of Object.entries(withoutServer)) {
    if (!source.includes(from)) throw new Error(`The workbench has no “${from}”`);
    source = source.replace(from, () => to);
  }
  return source;
}

const attribute = (value: unknown): string => JSON.stringify(value).replaceAll('"', '&quot;');

/**
 * The page of the workbench, with its configuration.
 *
 * @param extensions where extensions are served: another origin, as by the marketplace
 */
function pageOf(host: string, extensions: string, settings: Readonly<Record<string, unknown>>): string {
  const extension = (name: string) => ({ scheme: 'http', authority: extensions, path: `/${name}` });
  const configuration = {
    folderUri: { scheme: 'vscode-vfs', authority: 'memory', path: '/work' },
    additionalBuiltinExtensions: ['memory', 'wikijql'].map(extension),
    webviewEndpoint: `http://${host}/out/vs/workbench/contrib/webview/browser/pre`,
    configurationDefaults: settings,
    enableWorkspaceTrust: false,
    // Asked for by this build of the workbench.
    userDataPath: '/user',
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    productConfiguration: { enableTelemetry: false },
  };
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta id="vscode-workbench-web-configuration" data-settings="${attribute(configuration)}">
<meta id="vscode-workbench-web-base-url" data-settings="">
<meta id="vscode-workbench-auth-session" data-settings="">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/out/vs/code/browser/workbench/workbench.css">
</head>
<body aria-label=""></body>
<script>globalThis._VSCODE_FILE_ROOT = new URL('/out/', location.href).href;</script>
<script type="module" src="/out/nls.messages.js"></script>
<script type="module" src="/out/vs/code/browser/workbench/workbench.js"></script>
</html>`;
}

/** A running server of the workbench; it ends when it is disposed of. */
export interface WebWorkbench extends AsyncDisposable {
  readonly url: string;
}

/** Serves the workbench with the extension, with these settings. */
export async function serveWebWorkbench(settings: Readonly<Record<string, unknown>>): Promise<WebWorkbench> {
  const workbench = scriptWithoutServer();
  const server = createServer(({ url = '', headers: { host = '' } }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageOf(host, host.replace('127.0.0.1', 'localhost'), settings));
      return;
    }
    if (pathname === `/${script}`) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(workbench);
      return;
    }
    const file = fileOf(pathname);
    response.setHeader('access-control-allow-origin', '*');
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
