/** The query files that agents may read: those inside the folders, and none that a link leads to. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AgentFile, AgentFiles } from './agents/dependencies.ts';
import type { QueryFiles, StoredFile } from './lsp/documents/workspace-files.ts';

/**
 * @param folders where they are; their names are relative to the first one that has them
 * @param shown the text of a file that is being edited; `undefined` = the one on disk holds
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
        const found = await files.read(pathToFileURL(file).href);
        if (found !== undefined) return named(found, folder);
      }
      return undefined;
    },
  };
}

/** A file that is where its name says, below a folder. */
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
