/** The files that hold the results of sessions. */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { databaseEndings } from './database-endings.ts';
import { removeNoted } from './export-drafts.ts';
import { isRunning, processSpace } from '../session/owner-presence.ts';

/** `space` = where the number of the process means that process: another machine or container may share the folder. */
const namePattern = /^results-(?<space>[0-9a-f]+)-(?<pid>\d+)-(?<session>[\w-]+)\.sqlite/;

/** Milliseconds after which the files of another space are removed, unless they are in use: it may not exist any more. */
const longestUnused = 7 * 24 * 3600 * 1000;

/** Whose results are stored: those of a window, which may start its server several times. */
export interface ResultSession {
  /** The process with which the results end. */
  readonly process: number;
  /** Letters, digits and hyphens; unique among all sessions that the process has. */
  readonly session: string;
}

/** Where they are stored. */
export interface ResultPlace extends ResultSession {
  readonly folder: string;
}

/** Removes the database of a session that nobody has open. */
export function removeResults(place: ResultPlace): void {
  const file = fileOf(place);
  for (const ending of databaseEndings) rmSync(file + ending, { force: true });
}

/** The file of a session's database. */
export const fileOf = ({ folder, process: id, session }: ResultPlace): string =>
  path.join(folder, `results-${ownSpace()}-${id}-${session}.sqlite`);

/** Removes the files of sessions whose processes have ended. */
export function removeLeftovers({ folder, session: own }: ResultPlace): void {
  const files = readdirSync(folder).flatMap(name => {
    const { space, pid, session } = namePattern.exec(name)?.groups ?? {};
    return session === undefined || session === own ? [] : [{ name, space, pid: Number(pid), session }];
  });
  const lastUses = new Map<string, number>();
  for (const { name, session } of files)
    lastUses.set(session, Math.max(lastUses.get(session) ?? 0, lastUse(path.join(folder, name))));
  for (const { name, space, pid, session } of files) {
    const isUnused = Date.now() - (lastUses.get(session) ?? 0) > longestUnused;
    const file = path.join(folder, name);
    // A path of another machine may mean another file here.
    if (space === ownSpace()) {
      if (!isRunning(pid) && !removeNoted(file)) rmSync(file, { force: true });
    } else if (isUnused) rmSync(file, { force: true });
  }
}

/** Milliseconds since 1970; now for a file that another process has removed meanwhile. */
const lastUse = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

const ownSpace = (): string => createHash('sha256').update(processSpace()).digest('hex').slice(0, 12);
