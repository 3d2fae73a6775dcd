/** The query files that paths on the command line mean. */
import type { Dirent } from 'node:fs';
import { glob, lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hostIdOf, isSkippedFolder } from '#shared/base/queries/embedded-hosts.ts';
import { Failure, reasonOf } from '../failure.ts';

/** Languages by the ending of their files. */
const languageIds: ReadonlyMap<string, string> = new Map([
  ['.wikiquery', 'wikiquery'],
  ['.jql', 'jql'],
]);

/** The language of a file; `undefined` = it is not a query file. */
export const languageIdOf = (file: string): string | undefined =>
  languageIds.get(path.extname(file).toLowerCase());

/** The language of a file that can be checked: a query file, or one of a language that can hold queries. */
export const kindOf = (file: string): string | undefined => languageIdOf(file) ?? hostIdOf(file);

/** Whether a file is of a language that can hold queries. */
export const isHostFile = (file: string): boolean =>
  languageIdOf(file) === undefined && hostIdOf(file) !== undefined;

/** Tells the files to read from the others. */
export type KindOf = (file: string) => string | undefined;

/** A file to read, or why a path leads to none. */
type FoundPath = { readonly file: string } | { readonly argument: string; readonly failure: Failure };

/**
 * Every file of the paths that is of a kind to read, in their order and each once. A folder, or a link to one, means all that is in it but links and
 * the folders to skip; a path that does not exist is a pattern. Only the names of one folder are held at a time.
 */
async function* queryPaths(
  paths: readonly string[],
  folder: string,
  kind: KindOf = languageIdOf,
): AsyncGenerator<FoundPath> {
  const seen = new Set<string>();
  for (const argument of paths) {
    for await (const foundPath of filesOf(argument, folder, kind)) {
      const key = 'file' in foundPath ? path.resolve(folder, foundPath.file) : undefined;
      if (key !== undefined && paths.length > 1) {
        if (seen.has(key)) continue;
        seen.add(key);
      }
      yield foundPath;
    }
  }
}

async function* filesOf(argument: string, folder: string, kind: KindOf): AsyncGenerator<FoundPath> {
  const stats = await lstat(path.resolve(folder, argument)).catch(() => undefined);
  const isLink = stats?.isSymbolicLink() === true && kind(argument) === undefined;
  if (stats?.isDirectory() || (isLink && (await leadsToFolder(argument, folder))))
    yield* filesBelow(argument, folder, kind);
  else if (stats !== undefined)
    yield kind(argument) === undefined ? failed('file.other-kind', argument) : { file: argument };
  else yield* matching(argument, folder, kind);
}

/** Whether a link that the user named leads to a folder. */
const leadsToFolder = async (argument: string, folder: string): Promise<boolean> =>
  (await stat(path.resolve(folder, argument)).catch(() => undefined))?.isDirectory() === true;

const failed = (message: 'file.other-kind' | 'file.missing' | 'file.no-match', file: string): FoundPath => ({
  argument: file,
  failure: new Failure(message, { file }),
});

const magic = /[*?{}[\]!]/;

async function* matching(pattern: string, folder: string, kind: KindOf): AsyncGenerator<FoundPath> {
  if (!magic.test(pattern)) {
    yield failed('file.missing', pattern);
    return;
  }
  let count = 0;
  for await (const file of glob(pattern, { cwd: folder, exclude: name => isSkipped(path.basename(name)) })) {
    if (kind(file) === undefined) continue;
    count++;
    yield { file };
  }
  if (count === 0) yield failed('file.no-match', pattern);
}

const isSkipped = (name: string): boolean => name !== '.' && name !== '..' && isSkippedFolder(name);

async function* filesBelow(top: string, folder: string, kind: KindOf): AsyncGenerator<FoundPath> {
  let entries: Dirent[];
  try {
    entries = await readdir(path.resolve(folder, top), { withFileTypes: true });
  } catch (error) {
    yield { argument: top, failure: new Failure('file.unreadable', { file: top, reason: reasonOf(error) }) };
    return;
  }
  const matchingEntries = entries.filter(
    entry =>
      (entry.isDirectory() && !isSkippedFolder(entry.name)) ||
      (entry.isFile() && kind(entry.name) !== undefined),
  );
  for (const entry of matchingEntries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(top, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file, folder, kind);
    else yield { file };
  }
}

/** The files that paths lead to; `missed` learns of the paths that lead to none. */
export async function* readable(
  paths: readonly string[],
  folder: string,
  missed: (failure: { readonly file: string; readonly message: string }) => Promise<void>,
  kind?: KindOf,
): AsyncGenerator<string> {
  for await (const foundPath of queryPaths(paths, folder, kind)) {
    if ('file' in foundPath) yield foundPath.file;
    else await missed({ file: foundPath.argument, message: foundPath.failure.message });
  }
}
