/** Names, finds and removes the files of sessions: databases of results, and drafts of exports. */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, processSpace } from '../../files/owner-presence.ts';
import { draftName } from '../../files/replace-file.ts';
import { createPrivate } from '../../files/private-folder.ts';

/** `space` = the process namespace in which `pid` is valid: machines and containers may share the folder. */
const namePattern = /^results-(?<space>[0-9a-f]+)-(?<pid>\d+)-(?<session>[\w-]+)\.sqlite/;

/** Milliseconds after which unused files of another process namespace are removed: it may no longer exist. */
const maxUnusedMs = 7 * 24 * 3600 * 1000;

/** The session whose results are stored: a window, which may start its server several times. */
export interface ResultSession {
  /** The id of the process; the results are removed after it has ended. */
  readonly process: number;
  /** Letters, digits and hyphens; unique among the sessions of the process. */
  readonly session: string;
}

/** A session, and the folder in which its results are stored. */
export interface ResultPlace extends ResultSession {
  readonly folder: string;
}

/** Where results are stored, in the folder of this program's data. */
interface Storage {
  readonly storage?: string;
  readonly session?: ResultSession;
}

/** The place of a session's results; `undefined` = in memory. */
export const resultPlaceOf = ({ storage, session }: Storage): ResultPlace | undefined =>
  storage === undefined || session === undefined
    ? undefined
    : { ...session, folder: path.join(storage, 'results') };

/** The folder of the snapshots; `undefined` = none. */
export const snapshotFolderOf = ({ storage }: Storage): string | undefined =>
  storage === undefined ? undefined : path.join(storage, 'results');

/** Removes the database of a session; no process may have it open. */
export function removeResults(place: ResultPlace): void {
  const file = resultFileOf(place);
  for (const ending of databaseEndings) rmSync(file + ending, { force: true });
}

/** The file of a session's database. */
export const resultFileOf = ({ folder, process: id, session }: ResultPlace): string =>
  path.join(folder, `results-${ownSpace()}-${id}-${session}.sqlite`);

/** Removes the files of sessions whose processes have ended. */
export function removeLeftovers({ folder, session: currentSession }: ResultPlace): void {
  const files = readdirSync(folder).flatMap(name => {
    const { space, pid, session } = namePattern.exec(name)?.groups ?? {};
    return session === undefined || session === currentSession
      ? []
      : [{ name, space, pid: Number(pid), session }];
  });
  const lastUses = new Map<string, number>();
  for (const { name, session } of files)
    lastUses.set(session, Math.max(lastUses.get(session) ?? 0, lastUse(path.join(folder, name))));
  for (const { name, space, pid, session } of files) {
    const isUnused = Date.now() - (lastUses.get(session) ?? 0) > maxUnusedMs;
    const file = path.join(folder, name);
    // The path in a note is valid only in its own namespace.
    if (space === ownSpace()) {
      if (!isRunning(pid) && !removeNotedDraft(file)) rmSync(file, { force: true });
    } else if (isUnused) rmSync(file, { force: true });
  }
}

/** The last modification in milliseconds since 1970; now, if another process has removed the file. */
const lastUse = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

const ownSpace = (): string => createHash('sha256').update(processSpace()).digest('hex').slice(0, 12);

/** Endings of the files that SQLite keeps for a database; the empty one is the database itself. */
export const databaseEndings: readonly string[] = ['', '-wal', '-shm', '-journal'];

const marker = '-draft-';

/**
 * Notes a draft beside the database of its session; returns a function that removes the note. The export runs even if no
 * note can be written.
 */
export function noteDraft(database: string, draft: string): () => void {
  const note = `${database}${marker}${randomUUID()}`;
  try {
    createPrivate(path.dirname(database));
    writeFileSync(note, draft, { mode: 0o600 });
  } catch {
    return () => undefined;
  }
  return () => rmSync(note, { force: true });
}

/** Removes a draft and its note; `false` = the file is not a note. */
function removeNotedDraft(note: string): boolean {
  if (!path.basename(note).includes(marker)) return false;
  try {
    const draft = readFileSync(note, 'utf8');
    if (draftName.test(path.basename(draft))) rmSync(draft, { force: true });
    rmSync(note, { force: true });
  } catch {
    // Another process removes it, or the user must.
  }
  return true;
}

/** Removes the drafts of a session whose process was restarted. */
export function removeDrafts(database: string): void {
  const beginning = path.basename(database) + marker;
  const folder = path.dirname(database);
  for (const name of readdirSync(folder))
    if (name.startsWith(beginning)) removeNotedDraft(path.join(folder, name));
}
