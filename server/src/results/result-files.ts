/** The files that hold the results of sessions. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isRunning } from '../session/owner-presence.ts';

/** What SQLite keeps beside a database, and the database itself. */
const endings = ['', '-wal', '-shm', '-journal'];

const namePattern = /^results-(\d+)-([\w-]+)\.sqlite/;

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
  for (const ending of endings) rmSync(file + ending, { force: true });
}

/** The file of a session's database. */
export const fileOf = ({ folder, process: id, session }: ResultPlace): string =>
  path.join(folder, `results-${id}-${session}.sqlite`);

/** Removes the files of sessions whose processes have ended. */
export function removeLeftovers({ folder, session }: ResultPlace): void {
  for (const name of readdirSync(folder)) {
    const [, pid, other] = namePattern.exec(name) ?? [];
    if (pid === undefined || other === session) continue;
    if (!isRunning(Number(pid))) rmSync(path.join(folder, name), { force: true });
  }
}
