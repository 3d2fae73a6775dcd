/**
 * Runs a script of the project on the project's own Node: `node test/setup.mjs test/run.ts unit`. First makes sure that
 * npm's packages are there, complete for the lock file, and says nothing when they are.
 *
 * It runs on whatever Node the machine has, 20.19 or later. It starts the script itself because a shell that has found
 * `node` once would go on using that one after the package `node` is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...names) => path.join(root, ...names);
const node = inRoot('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The packages that a lock file names, by their folders; the empty folder is the project itself. */
const packagesOf = file => JSON.parse(readFileSync(file, 'utf8')).packages;

/** npm keeps a lock file of what it has installed; optional packages may be missing, for another platform. */
const isComplete = () => {
  const installedFile = inRoot('node_modules/.package-lock.json');
  if (!existsSync(installedFile) || !existsSync(node)) return false;
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(inRoot('package-lock.json'))).every(([folder, { version, optional }]) => {
    if (folder === '') return true;
    const found = installed[folder];
    if (found === undefined) return optional === true;
    return found.version === version && existsSync(inRoot(folder, 'package.json'));
  });
};

/** Runs npm, the one that started this script if there was one; ends here if it fails, as it says why itself. */
const npm = (...args) => {
  const script = process.env.npm_execpath;
  const [program, ...first] = script === undefined ? ['npm'] : [process.execPath, script];
  const { status } = spawnSync(program, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: script === undefined && process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
};

const install = () => {
  console.log("Installing npm's packages …");
  npm('ci');
  if (!existsSync(node)) npm('rebuild', 'node');
  if (existsSync(node)) return;
  console.error(
    'npm did not install the package "node". Allow its install script, then run: npm rebuild node',
  );
  process.exit(1);
};

/** Runs a script to its end, with the project's programs first on the path, and ends as it does. */
const runScript = args => {
  const PATH = [inRoot('node_modules/.bin'), process.env.PATH].join(path.delimiter);
  const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, PATH } });
  // A terminal sends Ctrl-C to the child as well, which ends in its own time.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
};

if (!isComplete()) install();
if (process.argv.length > 2) runScript(process.argv.slice(2));
