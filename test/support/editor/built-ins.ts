import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { builtIn } from '../code-server.ts';
import { makeDriverExtension } from './driver.ts';

/** Those of the editor's own extensions that tests use; each one costs time in every window. */
const names = ['json', 'markdown-basics', 'markdown-language-features', 'theme-defaults'];

/** Makes a folder of the extensions that count as the editor's own: some of those that it brings, and the driver. */
export const makeBuiltIns = async (folder: string): Promise<void> => {
  await mkdir(folder);
  for (const name of names) await symlink(builtIn(name), path.join(folder, name), 'junction');
  await makeDriverExtension(path.join(folder, 'driver'));
};
