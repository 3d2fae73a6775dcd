/** Reads the query files on disk within bounds: a folder may be a whole home, and its names can be anything. */
import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSkippedFolder } from '#shared/base/queries/embedded-hosts.ts';
import { readBounded } from '../../files/read-bounded.ts';
import type { QueryFiles, StoredFile } from '../../editor/platform.ts';

/** The bounds of reading folders; `bytes` is for one file. */
export const diskBounds = { files: 1_000, entries: 50_000, depth: 12, bytes: 256 * 1024 };

const languages: Readonly<Record<string, string>> = { '.wikiquery': 'wikiquery', '.jql': 'jql' };

/** Reads `.wikiquery` and `.jql` files; skips links and folders without queries. */
export function diskFiles(bounds = diskBounds): QueryFiles {
  const readAt = (file: string): StoredFile | undefined => {
    const languageId = languages[path.extname(file)];
    if (languageId === undefined) return undefined;
    try {
      const text = readBounded(file, bounds.bytes).toString('utf8');
      return { uri: pathToFileURL(file).href, languageId, text };
    } catch {
      return undefined;
    }
  };
  async function* namesBelow(top: string): AsyncGenerator<string> {
    const folders = [{ folder: top, depth: 0 }];
    let entries = 0;
    for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
      const { folder, depth } = next;
      const listing = await opendir(folder).catch(() => undefined);
      if (listing === undefined) continue;
      for await (const entry of listing) {
        if (++entries > bounds.entries) return;
        const name = path.join(folder, entry.name);
        if (entry.isFile()) yield name;
        if (entry.isDirectory() && depth < bounds.depth && !isSkippedFolder(entry.name))
          folders.push({ folder: name, depth: depth + 1 });
      }
    }
  }
  return {
    async *below(folders) {
      let filesLeft = bounds.files;
      for (const folder of folders.filter(isOnDisk))
        for await (const name of namesBelow(fileURLToPath(folder))) {
          const file = readAt(name);
          if (file === undefined) continue;
          yield file;
          if (--filesLeft === 0) return;
        }
    },
    read: async uri => (isOnDisk(uri) ? readAt(fileURLToPath(uri)) : undefined),
  };
}

/** Whether an address is that of a file of this machine. */
export const isOnDisk = (uri: string): boolean => uri.startsWith('file:');
