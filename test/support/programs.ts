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

/** The path of the first of some programs that is on the search path; `undefined` = none. */
export const findProgram = (...names: readonly string[]): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap(name => folders.map(folder => path.join(folder, name))).find(isProgram);
};
