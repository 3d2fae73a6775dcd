import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { builtIn } from '../code-server.ts';
import { makeDriverExtension } from './driver.ts';

/** Those of the editor's own extensions that tests use; each one costs time in every window. */
const names = ['json', 'markdown-basics', 'markdown-language-features', 'theme-defaults'];

/** Those that the tests inside the extension host use as well: notebooks of Python. */
const hostNames = [...names, 'ipynb', 'python'];

const link = async (folder: string, linked: readonly string[]): Promise<void> => {
  await mkdir(folder);
  for (const name of linked) await symlink(builtIn(name), path.join(folder, name), 'junction');
};

/**
 * Makes a folder of the extensions that count as the editor's own: some of those that it brings, and the driver.
 *
 * @param more names of others that it brings
 */
export const makeBuiltIns = async (folder: string, more: readonly string[] = []): Promise<void> => {
  await link(folder, [...names, ...more]);
  await makeDriverExtension(path.join(folder, 'driver'));
};

/** As `makeBuiltIns`, for the tests inside the extension host. */
export const makeHostBuiltIns = (folder: string): Promise<void> => link(folder, hostNames);
