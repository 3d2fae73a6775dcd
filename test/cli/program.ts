/** Starts the built command line in a folder of its own. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { inRoot } from '../support/paths.ts';

interface Ended {
  readonly exit: number | null;
  readonly out: string;
  readonly error: string;
}

export interface Folder extends Disposable {
  readonly path: string;
  /** Writes files, by their names. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  readonly read: (name: string) => string;
  /** Runs the program here. */
  readonly wikijql: (...words: string[]) => Promise<Ended>;
  readonly wikijqlWith: (options: StartOptions, ...words: string[]) => Promise<Ended>;
}

interface StartOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The descriptor that standard output goes to; absent = the test reads it. */
  readonly output?: number;
  /** Whether permissions of files hold also for root, whom they do not bind otherwise. */
  readonly boundByPermissions?: boolean;
  /** The folder in it where the program runs; absent = itself. */
  readonly within?: string;
}

export const program = inRoot('dist/cli.js');

/** The environment of a started program: no credentials and no state of the user's own. */
export const cleanEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: folder,
  XDG_STATE_HOME: path.join(folder, '.state'),
  TMPDIR: tmpdir(),
  // The user's own must keep nothing of the tests.
  WIKIJQL_KEYCHAIN: 'off',
});

/** Without these capabilities of Linux (see capabilities(7)), root is bound by the permissions of files as its owner is. */
const withoutOverride = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];

export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Folder {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-cli-'));
  const write: Folder['write'] = contents => {
    for (const [name, content] of Object.entries(contents)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
  };
  write(files);
  const wikijqlWith: Folder['wikijqlWith'] = async (
    { input = '', environment = {}, boundByPermissions = false, output, within = '.' },
    ...words
  ) => {
    const prefix = boundByPermissions && process.getuid?.() === 0 ? withoutOverride : [];
    const [file = '', ...args] = [...prefix, process.execPath, program, ...words];
    const child = spawn(file, args, {
      cwd: path.join(folder, within),
      env: { ...cleanEnvironment(folder), ...environment },
      stdio: ['pipe', output ?? 'pipe', 'pipe'],
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    const ended = new Promise<number | null>(resolve => {
      child.on('close', resolve);
    });
    const [out, error, exit] = await Promise.all([
      child.stdout ? text(child.stdout) : '',
      child.stderr ? text(child.stderr) : '',
      ended,
    ]);
    return { exit, out, error };
  };
  return {
    path: folder,
    write,
    read: name => readFileSync(path.join(folder, name), 'utf8'),
    wikijqlWith,
    wikijql: (...words) => wikijqlWith({}, ...words),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
