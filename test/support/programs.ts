import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The possible paths of a program: every folder of the search path with every name. Windows adds the extensions of
 * PATHEXT to a name that has none, and separates the folders by semicolons.
 */
export const programPaths = (
  names: readonly string[],
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): readonly string[] => {
  const isWindows = platform === 'win32';
  const form = isWindows ? path.win32 : path.posix;
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(form.delimiter).filter(folder => folder !== '');
  const endings = isWindows ? (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  return names.flatMap(name => {
    const files =
      isWindows && path.win32.extname(name) !== '' ? [name] : endings.map(ending => name + ending);
    return folders.flatMap(folder => files.map(file => form.join(folder, file)));
  });
};

/** The path of the first of several programs that is on the search path; `undefined` = none. */
export const findProgram = (...names: readonly string[]): string | undefined =>
  programPaths(names, process.env, process.platform).find(isProgram);

/**
 * The command line that runs npm: its script on this Node if npm started this process, because Windows starts no
 * `.cmd` without a shell.
 */
export const npmCommand = (args: readonly string[]): readonly [program: string, ...args: string[]] => {
  const script = process.env['npm_execpath'];
  return script === undefined ? ['npm', ...args] : [process.execPath, script, ...args];
};
