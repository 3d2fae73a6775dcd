import { type Connection, DidChangeWatchedFilesNotification, FileChangeType } from 'vscode-languageserver';
import type { QueryFiles, StoredFile } from '../platform.ts';

/** Receives the stored files. */
export interface FileReader {
  /** Reads a file; resolves when it is ready for the next one. */
  store(file: StoredFile): Promise<void>;
  remove(uri: string): void;
}

/** The folders to follow, and the listener for changes of locks. */
export interface Following {
  readonly folders: readonly string[];
  /** The client can be asked to report changes. */
  readonly watches: boolean;
  readonly locksChanged: () => void;
}

/** Whether a file is of a folder of locks: a lock, or the rules. */
const isLock = (uri: string): boolean => uri.endsWith('.lock.json') || uri.endsWith('/.wikijql/rules.json');

/** Reads the query files of the workspace's folders once, and again where the client reports that they changed. */
export async function followFiles(
  connection: Connection,
  files: QueryFiles,
  reader: FileReader,
  { folders, watches, locksChanged }: Following,
): Promise<void> {
  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    if (changes.some(({ uri }) => isLock(uri))) locksChanged();
    for (const { uri, type } of changes.filter(change => !isLock(change.uri))) {
      const file = type === FileChangeType.Deleted ? undefined : await files.read(uri);
      if (file) await reader.store(file);
      else reader.remove(uri);
    }
  });
  if (watches) {
    const watchers = [
      { globPattern: '**/*.{wikiquery,jql}' },
      { globPattern: '**/.wikijql/{*.lock,rules}.json' },
    ];
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }
  for await (const file of files.below(folders)) await reader.store(file);
}
