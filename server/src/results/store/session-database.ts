/** Opens the database that holds the results of a session. */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivate } from '../../files/private-folder.ts';
import {
  removeDrafts,
  resultFileOf,
  removeLeftovers,
  removeResults,
  type ResultPlace,
} from './result-files.ts';
import { addFunctions } from '../views/sql-functions.ts';
import { isDamaged } from './store-problem.ts';
import { columnsOf } from './table-layout.ts';

/** The version of the layout of our tables; a database with another version is not read. */
const layout = 1;

/**
 * Opens or creates the database of a session, readable by its user only, and removes those of processes that have ended.
 * A damaged database, or one of another version, is replaced. Throws if the folder is not writable, or others can change
 * it.
 */
export function openDatabase(place: ResultPlace): DatabaseSync {
  createPrivate(place.folder);
  removeLeftovers(place);
  const file = resultFileOf(place);
  removeDrafts(file);
  let database = open(file);
  if (database === undefined) {
    removeResults(place);
    database = open(file);
  }
  if (database === undefined) throw new Error('no database');
  return database;
}

/** Creates a database that exists only in memory. @param name of one that further connections can open; default: none can */
export function openInMemory(name = ':memory:'): DatabaseSync {
  const database = prepare(new DatabaseSync(name));
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}

/** Opens a file; `undefined` = it cannot be read as our database. */
function open(file: string): DatabaseSync | undefined {
  // SQLite would create a file that others can read.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    return prepare(database);
  } catch (error) {
    database.close();
    if (error instanceof OtherLayout || isDamaged(error)) return undefined;
    throw error;
  }
}

class OtherLayout extends Error {}

/** The columns of the list of tables, in the form of `columnsOf`. */
const listColumns = ['id INTEGER 1', 'run TEXT 0', 'header TEXT 0', 'keys TEXT 0', 'rows INTEGER 0'];

/** Prepares a database. What arrived survives if our process is killed; a crash of the machine ends the session anyway. */
function prepare(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000');
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  if (version !== 0 && version !== layout) throw new OtherLayout();
  database.exec(`
    PRAGMA user_version = ${layout};
    CREATE TABLE IF NOT EXISTS result_tables (
      id INTEGER PRIMARY KEY,
      run TEXT NOT NULL,
      header TEXT NOT NULL,
      keys TEXT NOT NULL,
      rows INTEGER NOT NULL
    )`);
  if (columnsOf(database, 'result_tables').join() !== listColumns.join()) throw new OtherLayout();
  addFunctions(database);
  return database;
}
