import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivate } from '../session/private-folder.ts';
import { databaseEndings } from './database-endings.ts';

/** The number of the layout of our tables. */
const layout = 1;

/** Milliseconds that one window waits for another one to finish a write. */
const patience = 10_000;

/** A database of a later version of this program: it is left alone. */
export class NewerSnapshots extends Error {}

export const snapshotFile = (folder: string): string => path.join(folder, 'snapshots.sqlite');

/**
 * Opens the database of the snapshots, or creates it, for its user alone. One that cannot be read is thrown, and stays as
 * it is. Several processes may have it open.
 */
export function openSnapshots(folder: string): DatabaseSync {
  createPrivate(folder);
  const file = snapshotFile(folder);
  // SQLite would let others read a file that it creates.
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

/** Gives the database another name; returns it, or `undefined` = none. */
export function setAside(folder: string, now: Date): string | undefined {
  const file = snapshotFile(folder);
  if (!existsSync(file)) return undefined;
  const stamp = now.toISOString().replace(/[:.]/g, '-');
  const aside = path.join(folder, `snapshots-set-aside-${stamp}.sqlite`);
  for (const ending of databaseEndings)
    if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  return aside;
}
