/** The locks beside the documents of an editor. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LockFolders } from '../../cli/inputs/lock-folders.ts';
import { lockFileOf } from '../lock-file.ts';
import type { StoredLocks } from '../../editor/platform.ts';

/** Reads `.wikijql` folders above documents that are on disk. */
export function diskLocks(): StoredLocks {
  const folders = new LockFolders();
  return {
    of: uri => {
      if (!uri.startsWith('file:')) return undefined;
      try {
        return folders.above(path.dirname(fileURLToPath(uri)));
      } catch (error) {
        // The URI does not name a file of this computer, such as one of another host.
        if (error instanceof TypeError) return undefined;
        throw error;
      }
    },
    forget: () => folders.forget(),
    made: (site, description) => lockFileOf(site, description, Date.now()),
  };
}
