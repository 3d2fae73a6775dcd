import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './paths.ts';

const run = promisify(execFile);
const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'];

/** A folder elsewhere in which the packed program is installed. */
export interface Installed extends Disposable {
  readonly folder: string;
  /** The paths of the packed files, sorted. */
  readonly packed: readonly string[];
}

/** Packs what is in dist, and installs it in a new folder. */
export async function installPacked(): Promise<Installed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-installed-'));
  const { stdout } = await run(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder, ...quiet],
    { cwd: root },
  );
  const [{ filename, files }]: [{ filename: string; files: { path: string }[] }] = JSON.parse(stdout);
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "user", "private": true }');
  await run('npm', ['install', '--offline', '--ignore-scripts', `./${filename}`, ...quiet], { cwd: folder });
  return {
    folder,
    packed: files.map(file => file.path).toSorted(),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
