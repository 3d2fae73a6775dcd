/** Replaces files of users. */
import { randomUUID } from 'node:crypto';
import { constants, createReadStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The reason why a file is not replaced: it is read-only, not a regular file, or its folder does not exist. */
export type Refusal = 'readOnly' | 'noFile' | 'noFolder';

export class NotReplaceable extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Resolves the links of a path, even if there is no file yet. @throws NotReplaceable if it leads to an open pipe */
export async function resolveLinks(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const link = await unlessMissing(lstat(file));
    if (link?.isSymbolicLink() !== true) return file;
    if ((await unlessMissing(stat(file))) !== undefined) throw new NotReplaceable('noFile');
    return resolveLinks(path.resolve(path.dirname(file), await readlink(file)));
  }
}

/** Whether two paths name the same file, through links or by two of its names. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(file => stat(file).catch(() => undefined)));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

/** The properties of the current file; `undefined` = no file yet. A link is not followed. @throws NotReplaceable */
export async function checkReplaceable(file: string): Promise<Stats | undefined> {
  const stats = await unlessMissing(lstat(file));
  if (stats === undefined) {
    if ((await unlessMissing(stat(path.dirname(file)))) === undefined) throw new NotReplaceable('noFolder');
    return undefined;
  }
  if (!stats.isFile()) throw new NotReplaceable('noFile');
  try {
    await (await open(file, constants.O_WRONLY)).close();
  } catch (error) {
    throw refusing.has(codeOf(error)) ? new NotReplaceable('readOnly') : error;
  }
  return stats;
}

/**
 * Replaces a file by all that is written to a draft beside it, or leaves it as it was. The mode stays. A file that has
 * several names or another owner stays the same file: the draft is copied into it, which a crash can interrupt.
 *
 * @param file is replaced itself if it is a link, which is refused: see `resolveLinks`
 * @param write fills the draft, which is empty
 * @param note gets the path of the draft before it exists; the function that it returns is called once the draft is gone
 * @throws NotReplaceable, or the error of the system or of `write`
 */
export async function replaceFile(
  file: string,
  write: (draft: string) => Promise<void>,
  note: (draft: string) => () => void = () => () => undefined,
): Promise<void> {
  const before = await checkReplaceable(file);
  const draft = draftOf(file);
  const forget = note(draft);
  try {
    await (await open(draft, 'wx', before === undefined ? 0o666 : before.mode | 0o600)).close();
    await write(draft);
    const draftStats = await finishDraft(draft, before);
    if (before === undefined || isReplacedWhole(before, draftStats)) await rename(draft, file);
    else await copyInto(draft, file);
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replaceAll(draft, file);
    throw error;
  } finally {
    await rm(draft, { force: true });
    forget();
  }
}

/** Matches the names of drafts. */
export const draftName = /^\..+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/s;

const draftOf = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}-${randomUUID()}`);

/** Codes of errors of files that may not be written. */
const refusing: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

async function unlessMissing(stats: Promise<Stats>): Promise<Stats | undefined> {
  try {
    return await stats;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Gives a draft the mode of the file, regardless of the umask, and writes it to the disk. */
async function finishDraft(draft: string, before: Stats | undefined): Promise<Stats> {
  const handle = await open(draft, 'r+');
  try {
    if (before !== undefined) await handle.chmod(before.mode & 0o7777);
    await handle.sync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

const isReplacedWhole = (before: Stats, made: Stats): boolean =>
  before.nlink === 1 && before.uid === made.uid && before.gid === made.gid;

/** Copies a draft into a file. What exceeds the file's length is written first, so that a full disk leaves the file as it was. */
async function copyInto(draft: string, file: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY);
  try {
    const [{ size }, { size: before }] = await Promise.all([stat(draft), handle.stat()]);
    if (size > before) {
      try {
        await writeAt(handle, before, createReadStream(draft, { start: before }));
        await handle.sync();
      } catch (error) {
        await handle.truncate(before);
        throw error;
      }
    }
    if (before > 0 && size > 0)
      await writeAt(handle, 0, createReadStream(draft, { end: Math.min(size, before) - 1 }));
    await handle.truncate(size);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all of a stream at a place of a file: one write may write a part only. */
async function writeAt(handle: FileHandle, place: number, stream: AsyncIterable<Buffer>): Promise<void> {
  let position = place;
  for await (const part of stream)
    for (let from = 0; from < part.length;) {
      const { bytesWritten } = await handle.write(part, from, part.length - from, position);
      from += bytesWritten;
      position += bytesWritten;
    }
}
