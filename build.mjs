/** Bundles the extension, the servers, the network worker, the panels and the library into dist/. `--production` minifies, `--watch` rebuilds. */
import { build, context } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { nodeSubstitutes } from './substitute-node.ts';
import { thirdPartyNotices } from './notices.mjs';
import manifest from './package.json' with { type: 'json' };
import { rulesSchema } from './server/src/sites/rules/rule-codes.ts';
import serverTexts from './server/catalogue/messages/server.json' with { type: 'json' };

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** Bundles each catalogue as one text for JSON.parse, which is several times faster at a start than an expression. */
const catalogues = {
  name: 'catalogues',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]catalogue[/\\].*\.json$/ }, async ({ path }) => {
      const data = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(data)});`, loader: 'js' };
    }),
};

const shared = {
  plugins: [catalogues],
  bundle: true,
  minify: production,
  // Packages hold no maps; those of a packed bundle stay in dist/ for `npm run frames`.
  sourcemap: production ? 'external' : 'linked',
  sourcesContent: !production,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  outdir: 'dist',
};
const node = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
};
const libraryEntry = 'server/src/platform/library/library.ts';
const library = { ...shared, target: 'es2024', outdir: 'dist/library' };
const browser = { ...shared, platform: 'browser', format: 'iife', target: 'chrome132' };

/** Lets reports load the bundle that draws charts in the panels as a module of Node. */
const chartModule = { js: "if (typeof module === 'object') module.exports = wikijqlChart;" };

const languageWorkerEntry = 'server/src/platform/browser/language-server.ts';
const languageWorker = { ...browser, define: { packageVersion: JSON.stringify(manifest.version) } };
const pageWorker = 'playground/language-server';
const networkWorkerEntry = 'server/src/platform/browser/network-worker.ts';

const needed = manifest.engines.node.replace('>=', '');

/**
 * Ends with a message on a Node that is too old, before it fails at syntax that it does not know. An editor that starts the
 * server over Node's IPC uses its own Node, which the manifest requires to be new enough.
 */
const newerNode = `(function (found, needed) {
  if (process.argv.indexOf('--node-ipc') >= 0) return;
  if (+found[0] > +needed[0] || (+found[0] === +needed[0] && +found[1] >= +needed[1])) return;
  process.stderr.write(${JSON.stringify(serverTexts['old-node'].replace('{needed}', needed))}.replace('{found}', process.version) + '\\n');
  process.exit(1);
})(process.versions.node.split('.'), ${JSON.stringify(needed.split('.'))});`;

/** The bundles: the entry of each and its options. */
const bundles = [
  // The editor decides by this ending, not by the folder's package.json, that it is CommonJS.
  {
    ...node,
    entryPoints: { extension: 'client/src/extension.ts' },
    external: ['vscode'],
    outExtension: { '.js': '.cjs' },
  },
  // The extension of editors in a web browser.
  {
    ...browser,
    format: 'cjs',
    entryPoints: { 'browser/extension': 'client/src/extension.ts' },
    external: ['vscode'],
    mainFields: ['browser', 'module', 'main'],
  },
  {
    ...node,
    entryPoints: { server: 'server/src/platform/node/language-server.ts' },
    mainFields: ['module', 'main'],
    banner: { js: `#!/usr/bin/env node\n"use strict";${newerNode}` },
  },
  {
    ...node,
    entryPoints: { 'command-line': 'server/src/platform/node/command-line.ts' },
    external: ['@napi-rs/keyring'],
    // jsonc-parser's main file loads its parts in a way that cannot be bundled.
    mainFields: ['module', 'main'],
  },
  // Starts the command line from the code that Node compiled at an earlier start.
  {
    ...node,
    entryPoints: { cli: 'server/src/platform/node/cli-start.ts' },
    external: ['./command-line.js'],
    banner: { js: `#!/usr/bin/env node\n"use strict";${newerNode}` },
  },
  // The tools for agents: only one command needs the package of their protocol.
  { ...node, entryPoints: { mcp: 'server/src/platform/node/mcp-server.ts' } },
  // The tools of an editor's window for agents outside of it.
  { ...node, entryPoints: { 'editor-tools': 'server/src/platform/node/editor-tools.ts' } },
  // The process that executes SQL statements.
  { ...node, entryPoints: { sql: 'server/src/results/sql-child.ts' } },
  { ...node, entryPoints: { worker: 'server/src/network/thread/worker.ts' } },
  // The language server as a Web Worker of that extension, which editors load as one script.
  { ...languageWorker, entryPoints: { 'browser/language-server': languageWorkerEntry } },
  // The same for the playground: a page loads what reads other languages when code is pasted.
  {
    ...languageWorker,
    entryPoints: { [pageWorker]: languageWorkerEntry },
    format: 'esm',
    splitting: true,
    chunkNames: 'playground/parts/[name]-[hash]',
  },
  // The worker that runs queries and keeps their rows, loaded with the first run.
  {
    ...browser,
    entryPoints: {
      'browser/network-worker': networkWorkerEntry,
      'playground/network-worker': networkWorkerEntry,
    },
    plugins: [catalogues, nodeSubstitutes],
    // The address of a worker may be a blob’s, which is the base of no other; SQLite gets its bytes, and asks for no file.
    define: { 'import.meta.url': '"https://wikijql.invalid/"' },
  },
  // The module of SQLite: a copied file has one place in a build.
  ...['browser', 'playground'].map(folder => ({
    ...browser,
    entryPoints: { [`${folder}/sqlite3`]: 'node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm' },
    loader: { '.wasm': 'copy' },
  })),
  // The playground, a page of static files.
  {
    ...browser,
    entryPoints: {
      'playground/playground': 'client/playground/playground.ts',
      'playground/index': 'client/playground/index.html',
      'playground/results': 'client/playground/results/results.html',
      'playground/icon': 'images/icon.svg',
    },
    format: 'esm',
    loader: { '.html': 'copy', '.svg': 'copy' },
  },
  // The results of the playground are the panel's page in a frame.
  {
    ...browser,
    entryPoints: {
      results: 'client/webview/results.ts',
      'playground/results': 'client/webview/results.ts',
      'playground/results-host': 'client/playground/results/results-host.ts',
    },
  },
  {
    ...browser,
    entryPoints: { chart: 'client/webview/chart.ts', 'playground/chart': 'client/webview/chart.ts' },
    globalName: 'wikijqlChart',
    footer: chartModule,
  },
  // Notebooks load their renderers as modules, without style sheets.
  {
    ...browser,
    entryPoints: { notebook: 'client/webview/notebook.ts' },
    format: 'esm',
    loader: { '.css': 'text' },
  },
  {
    ...browser,
    entryPoints: {
      'sql-editor': 'client/webview/sql-editor.ts',
      'playground/sql-editor': 'client/webview/sql-editor.ts',
    },
    globalName: 'wikijqlSqlEditor',
  },
  { ...browser, entryPoints: { issue: 'client/webview/issue.ts' } },
  // The library: modules, of which those that few callers need are loaded later, and one file for `require`.
  {
    ...library,
    entryPoints: { library: libraryEntry },
    platform: 'neutral',
    mainFields: ['module', 'main'],
    format: 'esm',
    splitting: true,
    outExtension: { '.js': '.mjs' },
  },
  {
    ...library,
    entryPoints: { library: libraryEntry },
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
  },
].filter(bundle => Object.values(bundle.entryPoints).every(existsSync));

/** The files that an output of a build loads with itself. */
const loadedWith = (outputs, output) =>
  outputs[output].imports.filter(({ kind }) => kind === 'import-statement').map(part => part.path);

/** Bundles what keeps the page for when there is no network: which files it keeps is known after all others are built. */
function pageKeeper(outputs) {
  const parts = loadedWith(outputs, `dist/${pageWorker}.js`);
  return {
    ...browser,
    entryPoints: { 'playground/service-worker': 'client/playground/service-worker.ts' },
    define: {
      serverParts: JSON.stringify(parts.map(file => file.replace('dist/playground/', ''))),
    },
  };
}

/**
 * Writes the types of the library as one file, once for modules and once for `require`. Oxc makes them from the sources alone,
 * in a moment; the compiler’s version 7 has no API that other bundlers of types could use.
 */
async function writeLibraryTypes() {
  const types = await rolldown({
    input: libraryEntry,
    plugins: [dts({ dtsOnly: true, generator: 'oxc', tsconfig: false })],
  });
  const { output } = await types.generate();
  for (const name of ['library.d.mts', 'library.d.cts'])
    await writeFile(`dist/library/${name}`, output[0].code);
}

await mkdir('dist', { recursive: true });
for (const folder of ['library', 'playground']) await rm(`dist/${folder}`, { recursive: true, force: true });
// The bundles for Node are CommonJS, unlike the sources that they are made of.
await writeFile('dist/package.json', '{ "type": "commonjs" }\n');
await writeFile('dist/rules.schema.json', JSON.stringify(rulesSchema()));

if (watch) {
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  const results = await Promise.all(bundles.map(bundle => build(bundle)));
  results.push(
    await build(pageKeeper(Object.assign({}, ...results.map(({ metafile }) => metafile.outputs)))),
  );
  const inputs = Object.assign({}, ...results.map(result => result.metafile.inputs));
  const outputs = Object.assign({}, ...results.map(result => result.metafile.outputs));
  await writeFile('dist/meta.json', JSON.stringify({ inputs, outputs }));
  const notices = await thirdPartyNotices(inputs);
  await writeFile('dist/third-party-notices.txt', notices);
  await writeFile('dist/playground/third-party-notices.txt', notices);
  await writeLibraryTypes();
}
