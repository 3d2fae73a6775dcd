/** Reads the locks for the documents of an editor. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CatalogueError } from './language/json-reader.ts';
import { lockFolder, lockNameOf, lockOf, lockText } from './locks/lock-text.ts';
import { LockFolders } from './locks/lock-folders.ts';
import type { StoredLocks } from './lsp/runtime.ts';

/** Reads `.wikijql` folders above documents that are on disk. */
export function diskLocks(): StoredLocks {
  const folders = new LockFolders();
  return {
    of: uri => {
      if (!uri.startsWith('file:')) return undefined;
      try {
        return folders.above(path.dirname(fileURLToPath(uri)));
      } catch (error) {
        // The URI names no file here, such as one of another computer.
        if (error instanceof TypeError) return undefined;
        throw error;
      }
    },
    forget: () => folders.forget(),
    made: (site, description) => {
      try {
        const text = lockText(lockOf(site, description, Date.now()));
        return { folder: lockFolder, name: lockNameOf(site.name), text };
      } catch (error) {
        if (error instanceof CatalogueError) return undefined;
        throw error;
      }
    },
  };
}
