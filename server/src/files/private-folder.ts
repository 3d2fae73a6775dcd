/** The private folders of a user: the one for state, and how others lose their rights to a folder. */
import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { errorCode } from './atomic-file.ts';
import { homedir } from 'node:os';
import path from 'node:path';

const ownerOnly = 0o700;
const rightsOfOthers = 0o077;

/** A folder that other users of the machine can change, or a link to one. */
export class UnsafeFolder extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(`unsafe folder: ${folder}`);
    this.folder = folder;
  }
}

/**
 * Removes other users' rights to a folder, if it exists. Rejects with `UnsafeFolder` where it is a link,
 * belongs to another user, or stays open to others.
 */
export async function makePrivate(folder: string): Promise<void> {
  if (await lstat(folder).catch(absent)) removeRights(folder);
}

/** Creates a folder for its user alone, or makes it one as `makePrivate` does. Synchronous. */
export function createPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
  removeRights(folder);
}

function removeRights(folder: string): void {
  const stats = lstatSync(folder);
  if (!isOwnFolder(stats)) throw new UnsafeFolder(folder);
  if (isPrivate(stats)) return;
  try {
    chmodSync(folder, ownerOnly);
  } catch {
    // The check below decides.
  }
  if (!isPrivate(lstatSync(folder))) throw new UnsafeFolder(folder);
}

/** Whether a folder does not exist, or is one that `makePrivate` leaves as it is. Synchronous. */
export function isPrivateNow(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats === undefined || (isOwnFolder(stats) && isPrivate(stats));
}

/** Whether a file or folder belongs to the user of this process; where files have no owners, it does. */
export function isOwn({ uid }: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || uid === user;
}

/** A link is not a folder. */
const isOwnFolder = (stats: Stats): boolean => stats.isDirectory() && isOwn(stats);

/** The mode has no meaning on Windows. */
const isPrivate = ({ mode }: Stats): boolean => process.platform === 'win32' || (mode & rightsOfOthers) === 0;

function absent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}

/** The folder for the user's state, for a client that does not specify one. */
export function userStateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const base =
    environment['XDG_STATE_HOME'] || environment['LOCALAPPDATA'] || path.join(homedir(), '.local', 'state');
  return path.join(base, 'wikijql');
}
