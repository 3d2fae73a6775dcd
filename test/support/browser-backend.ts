/** The backend of a browser, bundled for one and loaded into this process, which has `fetch` and WebAssembly too. */
import { build } from 'esbuild';
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeSubstitutes } from '../../substitute-node.ts';
import type { Backend } from '../../server/src/network/backend.ts';
import type { BackendDependencies } from '../../server/src/network/create-backend.ts';
import { inRoot } from './paths.ts';
import { removeAtExit } from './processes.ts';

interface BrowserModule {
  readonly loadSqlite: (compiled: ArrayBuffer) => Promise<void>;
  readonly createBrowserBackend: (dependencies?: BackendDependencies) => Backend;
}

/** Bundles it and loads its SQLite; the function it returns makes backends. */
export async function loadBrowserBackend(): Promise<BrowserModule['createBrowserBackend']> {
  const folder = mkdtempSync(path.join(tmpdir(), 'browser-backend-'));
  removeAtExit(folder);
  const outfile = path.join(folder, 'backend.mjs');
  const rooms = './server/src/platform/browser';
  await build({
    stdin: {
      contents: `export * from '${rooms}/browser-backend.ts'; export { loadSqlite } from '${rooms}/wasm-database.ts';`,
      resolveDir: inRoot(),
    },
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'chrome132',
    plugins: [nodeSubstitutes],
    logLevel: 'warning',
  });
  const { loadSqlite, createBrowserBackend }: BrowserModule = await import(pathToFileURL(outfile).href);
  const compiled = await readFile(inRoot('node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm'));
  // Node's own says nothing about the network.
  Object.assign(navigator, { onLine: true });
  await loadSqlite(new Uint8Array(compiled).buffer);
  return createBrowserBackend;
}
