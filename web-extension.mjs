/**
 * Makes the folder dist/web, which `npm run package` packs: the extension for editors in a web browser. The marketplace has it
 * beside that of desktops, so that neither carries what only the other needs.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import manifest from './package.json' with { type: 'json' };

/** The files of this folder that a web browser needs. */
const files = [
  'package.nls.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'images',
  'syntaxes',
  'server/agent-plugin/skills',
  ...['extension.js', 'language-server.js', 'network-worker.js', 'sqlite3.wasm'].map(
    name => `dist/browser/${name}`,
  ),
  'dist/rules.schema.json',
  'dist/third-party-notices.txt',
  ...['results', 'issue', 'chart', 'notebook', 'sql-editor'].map(name => `dist/${name}.js`),
  ...['results', 'issue'].map(name => `dist/${name}.css`),
];

/** Members of the manifest that are for desktops, or for building the extension. */
const left = new Set([
  'type',
  'main',
  'bin',
  'exports',
  'imports',
  'scripts',
  'devDependencies',
  'optionalDependencies',
  'overrides',
]);
const kept = Object.fromEntries(Object.entries(manifest).filter(([name]) => !left.has(name)));

/** Commands that need an account, a file or a process. */
const ofDesktops = new Set([
  'wikijql.signIn',
  'wikijql.signOut',
  'wikijql.enterPassphrase',
  'wikijql.keepSnapshot',
  'wikijql.compareSnapshot',
  'wikijql.sites.diagnose',
]);
const isForBrowsers = ({ command }) => !ofDesktops.has(command);

const { mcpServerDefinitionProviders: _forProcesses, ...contributes } = manifest.contributes;
const menus = Object.entries(contributes.menus).map(([menu, entries]) => [
  menu,
  entries.filter(isForBrowsers),
]);
kept.contributes = {
  ...contributes,
  commands: contributes.commands.filter(isForBrowsers),
  menus: Object.fromEntries(menus),
};

const folder = 'dist/web';
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const file of files) await cp(file, `${folder}/${file}`, { recursive: true });
await writeFile(
  `${folder}/package.json`,
  `${JSON.stringify({ ...kept, browser: './dist/browser/extension.js', files: ['**'] }, undefined, 2)}\n`,
);
