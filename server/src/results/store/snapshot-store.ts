/** Stores results beyond their session, in a database that all windows share. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newOwner, presenceOf } from '../../files/owner-presence.ts';
import { isSecretTable } from '#shared/base/tables/secret-tables.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { isReadable } from './cell-value.ts';
import type { ResultStore } from './result-store.ts';
import type { ResultTable } from './result-table.ts';
import { openSnapshots } from './snapshot-file.ts';
import { arrays } from '../sql-helpers.ts';
import { columnsSql, hasAllRows, shapeOf, storedName, type TableShape } from './table-layout.ts';

/** Rows copied at once. */
const batch = 5000;

/** A stored snapshot; `about` is JSON that the caller defines. */
export interface StoredSnapshot {
  readonly id: string;
  readonly name: string;
  /** When it was kept, in milliseconds since 1970. */
  readonly kept: number;
  readonly about: string;
}

/** A table of a snapshot, and its name in the database. */
export interface StoredSnapshotTable extends TableShape {
  readonly snapshot: string;
  readonly source: string;
}

/** Limits for all snapshots together. */
export interface SnapshotBounds {
  /** Milliseconds after which a snapshot is deleted. */
  readonly maximumAge: number;
  /** Maximum bytes of the database. */
  readonly maximumSize: number;
}

/** The snapshots would exceed the maximum size of the settings. */
export class SnapshotsFull extends Error {}

/** The run has no rows that may be kept. */
export class NothingToKeep extends Error {}

/** A table cannot be read as it was written. */
class DamagedTable extends Error {
  constructor() {
    super('A table of the snapshot is damaged, or of a newer version');
  }
}

/**
 * Reads and writes the snapshots in a folder. The database is open only during a call; each call throws if it cannot be
 * read.
 */
export class SnapshotStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Stores all tables of a run; returns the id of the snapshot, which exists once all of it is written. After a crash,
   * the next call removes the incomplete one. Yields to other work between batches.
   */
  async keep(
    source: ResultStore,
    run: string,
    snapshot: Omit<StoredSnapshot, 'id'>,
    { maximumAge, maximumSize }: SnapshotBounds,
    signal: AbortSignal,
  ): Promise<string> {
    const tables = source.tablesOf(run).filter(({ header }) => !isSecretTable(header));
    if (tables.length === 0) throw new NothingToKeep();
    const database = openSnapshots(this.#folder);
    try {
      removeUnfinished(database);
      removeOlder(database, snapshot.kept - maximumAge);
      const { name, kept, about } = snapshot;
      const { lastInsertRowid: id } = database
        .prepare('INSERT INTO snapshots (name, kept, about, owner) VALUES (?, ?, ?, ?)')
        .run(name, wholeNumber(kept), about, newOwner());
      try {
        for (const table of tables)
          for (const _ of copyIn(database, source, table, Number(id))) {
            if (sizeOf(database) > maximumSize) throw new SnapshotsFull();
            await nextTurn();
            signal.throwIfAborted();
          }
        database.prepare('UPDATE snapshots SET owner = NULL WHERE id = ?').run(id);
      } catch (error) {
        // This may fail too, as on a full disk; then the next call removes it.
        attempt(() => remove(database, Number(id)));
        throw error;
      }
      return String(id);
    } finally {
      database.close();
    }
  }

  /** All complete snapshots, the latest first. */
  list({ maximumAge }: Pick<SnapshotBounds, 'maximumAge'>, now: number): StoredSnapshot[] {
    return this.#open(database => {
      const oldest = now - maximumAge;
      // If nothing can be written, the snapshots are still listed.
      attempt(() => removeOlder(database, oldest));
      return database
        .prepare(
          'SELECT id, name, kept, about FROM snapshots WHERE owner IS NULL AND kept >= ? ORDER BY kept DESC, id DESC',
        )
        .all(wholeNumber(oldest))
        .map(({ id, name, kept, about }) => ({
          id: String(id),
          name: String(name),
          kept: Number(kept),
          about: String(about),
        }));
    });
  }

  /** The tables of all complete snapshots that this version can read, for SQL. */
  tables(): StoredSnapshotTable[] {
    return this.#open(database => {
      const statement = database.prepare(
        `SELECT t.id, t.snapshot, t.header, t.keys, t.rows FROM snapshot_tables t
          JOIN snapshots s ON s.id = t.snapshot WHERE s.owner IS NULL ORDER BY t.id`,
      );
      statement.setReadBigInts(true);
      return statement.all().flatMap(stored => {
        const source = storedName(Number(stored['id']));
        const shape = shapeOf(database, source, stored);
        return shape === undefined ? [] : { snapshot: String(stored['snapshot']), source, ...shape };
      });
    });
  }

  /** Copies a snapshot into a store, as the tables of a run; `undefined` = it no longer exists. */
  async open(
    id: string,
    target: ResultStore,
    run: string,
    received: (table: TableHeader, rows: number) => void,
    signal: AbortSignal,
  ): Promise<Omit<StoredSnapshot, 'id'> | undefined> {
    const database = openSnapshots(this.#folder);
    try {
      const snapshot = database
        .prepare('SELECT name, kept, about FROM snapshots WHERE id = ? AND owner IS NULL')
        .get(id);
      if (snapshot === undefined) return undefined;
      const statement = database.prepare(
        'SELECT id, header, keys, rows FROM snapshot_tables WHERE snapshot = ? ORDER BY id',
      );
      statement.setReadBigInts(true);
      for (const stored of statement.all(id)) {
        const name = storedName(Number(stored['id']));
        const shape = shapeOf(database, name, stored);
        if (shape === undefined || !hasAllRows(database, name, shape.rows)) throw new DamagedTable();
        for (const done of copyOut(database, name, target, run, shape)) {
          received(shape.header, done);
          await nextTurn();
          signal.throwIfAborted();
        }
      }
      return {
        name: String(snapshot['name']),
        kept: Number(snapshot['kept']),
        about: String(snapshot['about']),
      };
    } finally {
      database.close();
    }
  }

  /** Deletes a snapshot; `false` = it no longer existed. */
  delete(id: string): boolean {
    return this.#open(database => remove(database, Number(id)));
  }

  #open<Result>(work: (database: DatabaseSync) => Result): Result {
    const database = openSnapshots(this.#folder);
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
}

function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The next call tries again.
  }
}

/** Copies a table into the database; yields after each batch. */
function* copyIn(
  database: DatabaseSync,
  source: ResultStore,
  table: ResultTable,
  snapshot: number,
): Generator<void> {
  const { header, rows } = table;
  const { columns: list } = header;
  const names = ['place', ...list.map(column => table.nameOf(column))];
  const keys = list.map(({ key }) => key);
  const statement = source.database.prepare(
    `SELECT ${names.join(', ')} FROM ${table.name} WHERE place >= ? AND place < ? ORDER BY place`,
  );
  const name = inTransaction(database, () => {
    const { lastInsertRowid } = database
      .prepare('INSERT INTO snapshot_tables (snapshot, header, keys, rows) VALUES (?, ?, ?, ?)')
      .run(BigInt(snapshot), JSON.stringify(header), JSON.stringify(keys), BigInt(rows));
    const tableName = storedName(Number(lastInsertRowid));
    database.exec(`CREATE TABLE ${tableName} (${columnsSql(keys.length)})`);
    return tableName;
  });
  const insert = database.prepare(insertInto(name, keys.length));
  for (let from = 0; from < rows; from += batch) {
    inTransaction(database, () => {
      for (const row of rowsOf(statement, from)) insert.run(...row);
    });
    yield;
  }
}

/** Copies a table into a store; yields the number of rows copied so far. */
function* copyOut(
  database: DatabaseSync,
  name: string,
  target: ResultStore,
  run: string,
  { header, keys, rows }: TableShape,
): Generator<number> {
  const filler = target.begin(run, header, keys);
  const names = ['place', ...keys.map((_, index) => `c${index}`)];
  const statement = database.prepare(
    `SELECT ${names.join(', ')} FROM ${name} WHERE place >= ? AND place < ? ORDER BY place`,
  );
  const insert = target.database.prepare(insertInto(filler.name, keys.length));
  for (let from = 0; from < rows; from += batch) {
    const done = Math.min(rows, from + batch);
    filler.write(done, () => {
      for (const row of rowsOf(statement, from)) {
        if (!row.every(isReadable)) throw new DamagedTable();
        insert.run(...row);
      }
    });
    yield done;
  }
  if (rows === 0) yield 0;
}

const insertInto = (name: string, count: number): string =>
  `INSERT INTO ${name} VALUES (?${', ?'.repeat(count)})`;

/** Reads a batch of rows one by one as they are stored: integers stay integers. */
function rowsOf(read: ReturnType<DatabaseSync['prepare']>, from: number): Iterable<SQLOutputValue[]> {
  read.setReturnArrays(true);
  read.setReadBigInts(true);
  return arrays(read.iterate(from, from + batch));
}

/** Bytes of the pages in use. */
function sizeOf(database: DatabaseSync): number {
  const number = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return (number('page_count') - number('freelist_count')) * number('page_size');
}

/** Removes incomplete snapshots of processes that have ended. */
function removeUnfinished(database: DatabaseSync): void {
  for (const { id, owner } of database
    .prepare('SELECT id, owner FROM snapshots WHERE owner IS NOT NULL')
    .all())
    if (presenceOf(String(owner)) === 'gone') remove(database, Number(id));
}

/** A number as an integer of SQLite; the smallest one if it is infinite. */
const wholeNumber = (value: number): bigint =>
  BigInt(Number.isFinite(value) ? Math.floor(value) : Number.MIN_SAFE_INTEGER);

function removeOlder(database: DatabaseSync, than: number): void {
  for (const { id } of database
    .prepare('SELECT id FROM snapshots WHERE owner IS NULL AND kept < ?')
    .all(wholeNumber(than)))
    remove(database, Number(id));
}

/** Removes a snapshot and frees its space; `false` = it no longer existed. */
function remove(database: DatabaseSync, id: number): boolean {
  const isThere = inTransaction(database, () => {
    for (const table of database.prepare('SELECT id FROM snapshot_tables WHERE snapshot = ?').all(id))
      database.exec(`DROP TABLE IF EXISTS ${storedName(Number(table['id']))}`);
    database.prepare('DELETE FROM snapshot_tables WHERE snapshot = ?').run(id);
    return Number(database.prepare('DELETE FROM snapshots WHERE id = ?').run(id).changes) > 0;
  });
  database.exec('PRAGMA incremental_vacuum');
  return isThere;
}
