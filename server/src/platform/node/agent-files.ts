/** The query files that agents may read: those inside the folders; links are not followed. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AgentFile, AgentFiles } from '../../agents/dependencies.ts';
import type { QueryFiles, StoredFile } from '../../editor/platform.ts';

/**
 * Lists and reads the query files of folders.
 *
 * @param folders paths; the name of a file is relative to the first folder that has it
 * @param shown the text of a file that is open in an editor; `undefined` = the text on disk is used
 */
export function agentFiles(
  files: QueryFiles,
  folders: readonly string[],
  shown: (uri: string) => string | undefined = () => undefined,
): AgentFiles {
  const named = ({ uri, languageId, text }: StoredFile, folder: string): AgentFile => ({
    name: path.relative(folder, fileURLToPath(uri)).replaceAll(path.sep, '/'),
    languageId,
    text: shown(uri) ?? text,
  });
  return {
    async *list() {
      for (const folder of folders)
        for await (const file of files.below([pathToFileURL(folder).href])) yield named(file, folder);
    },
    async read(name) {
      for (const folder of folders) {
        const file = path.resolve(folder, name);
        if (!(await isInside(file, folder))) continue;
        const stored = await files.read(pathToFileURL(file).href);
        if (stored !== undefined) return named(stored, folder);
      }
      return undefined;
    },
  };
}

/** True for a file that is below the folder by its real path, too: no link leads to it. */
async function isInside(file: string, folder: string): Promise<boolean> {
  try {
    const top = await realpath(folder);
    return (await realpath(file)) === path.join(top, path.relative(folder, file)) && isBelow(file, folder);
  } catch {
    return false;
  }
}

function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}
