/** The database file of the snapshots. */
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivate } from '../../files/private-folder.ts';
import { databaseEndings } from './result-files.ts';

/** The version of the layout of our tables. */
const layout = 1;

/** Milliseconds that a window waits for another one to finish writing. */
const patience = 10_000;

/** The database was written by a later version of this program; it is not changed. */
export class NewerSnapshots extends Error {}

export const snapshotFile = (folder: string): string => path.join(folder, 'snapshots.sqlite');

/**
 * Opens or creates the database of the snapshots, readable by its user only. Throws if it cannot be read, and does not
 * change it then. Several processes may have it open.
 */
export function openSnapshots(folder: string): DatabaseSync {
  createPrivate(folder);
  const file = snapshotFile(folder);
  // SQLite would create a file that others can read.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: patience });
  try {
    const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
    if (Number(version) > layout) throw new NewerSnapshots();
    if (version === 0) create(database);
    database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function create(database: DatabaseSync): void {
  database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL');
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS snapshots (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      kept INTEGER NOT NULL,
      about TEXT NOT NULL,
      owner TEXT
    );
    CREATE TABLE IF NOT EXISTS snapshot_tables (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      snapshot INTEGER NOT NULL,
      header TEXT NOT NULL,
      keys TEXT NOT NULL,
      rows INTEGER NOT NULL
    );
    PRAGMA user_version = ${layout};
    COMMIT`);
}

/** Renames the database; returns its new path, or `undefined` = no database. */
export function setAside(folder: string, now: Date): string | undefined {
  const file = snapshotFile(folder);
  if (!existsSync(file)) return undefined;
  const stamp = now.toISOString().replace(/[:.]/g, '-');
  const asideFile = path.join(folder, `snapshots-set-aside-${stamp}.sqlite`);
  for (const ending of databaseEndings)
    if (existsSync(file + ending)) renameSync(file + ending, asideFile + ending);
  return asideFile;
}
