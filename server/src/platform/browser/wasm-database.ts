/**
 * SQLite for WebAssembly with the interface of Node's `node:sqlite`, as far as the stored results use it. In a browser
 * the build puts this module in the place of Node's.
 */
import initialize, {
  type Database,
  type PreparedStatement,
  type Sqlite3Static,
} from '@sqlite.org/sqlite-wasm';
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

let engine: Sqlite3Static | undefined;
/** When statements are interrupted, in milliseconds since 1970. */
let deadline = Infinity;

/**
 * Loads SQLite, before the first database is opened. It stores nothing: databases are in memory.
 *
 * @param compiled the content of `sqlite3.wasm`
 */
export async function loadSqlite(compiled: ArrayBuffer): Promise<void> {
  Object.assign(globalThis, {
    sqlite3ApiConfig: {
      // It writes each error to the console, where it is thrown too.
      error: silent,
      warn: silent,
      disable: { vfs: { opfs: true, 'opfs-sahpool': true, 'opfs-wl': true, kvvfs: true } },
    },
  });
  // Its types leave out that it accepts an argument.
  const load: (options: object) => Promise<Sqlite3Static> = initialize;
  engine = await load({ wasmBinary: compiled });
}

/** Interrupts the statements of `work` that take longer, as an error with SQLite's code 9. */
export function withDeadline<Result>(milliseconds: number, work: () => Result): Result {
  deadline = Date.now() + milliseconds;
  try {
    return work();
  } finally {
    deadline = Infinity;
  }
}

const silent = (): void => undefined;

const sqlite = (): Sqlite3Static => {
  if (engine === undefined) throw new Error('SQLite is not loaded');
  return engine;
};

/** Instructions of SQLite between two looks at the clock. */
const instructionsAtOnce = 50_000;

/** A function of SQL: its arguments are those of the statement. */
type SqlFunction = (...values: SQLOutputValue[]) => SQLInputValue;
type Rule = (action: number, ...about: readonly (string | null)[]) => number;

const nullOf = (text: string | 0): string | null => (text === 0 ? null : text);

export class DatabaseSync {
  readonly #database: Database;
  readonly #path: string;
  readonly #finalizer = new FinalizationRegistry<PreparedStatement>(statement => statement.finalize());

  /** @param path `:memory:`, or the name of a database in memory that several connections share, as of `sharedDatabase` */
  constructor(path: string, options: { readonly readOnly?: boolean } = {}) {
    const { oo1, capi } = sqlite();
    this.#path = path;
    this.#database = new oo1.DB({ filename: path, flags: options.readOnly === true ? 'r' : 'c' });
    capi.sqlite3_progress_handler(this.#pointer, instructionsAtOnce, () => Number(Date.now() > deadline), 0);
  }

  get isTransaction(): boolean {
    return sqlite().capi.sqlite3_get_autocommit(this.#pointer) === 0;
  }

  exec(sql: string): void {
    this.attempt(() => this.#database.exec(sql));
  }

  prepare(sql: string): StatementSync {
    const prepared = this.attempt(() => this.#database.prepare(sql));
    const statement = new StatementSync(this, prepared);
    this.#finalizer.register(statement, prepared, statement);
    return statement;
  }

  function(name: string, options: { readonly deterministic?: boolean }, work: SqlFunction): void {
    this.#database.createFunction(name, (_context, ...values) => work(...values.map(readValue)), {
      arity: work.length,
      deterministic: options.deterministic === true,
    });
  }

  setAuthorizer(rule: Rule): void {
    sqlite().capi.sqlite3_set_authorizer(
      this.#pointer,
      (_context, action, first, second, third, fourth) =>
        rule(action, nullOf(first), nullOf(second), nullOf(third), nullOf(fourth)),
      0,
    );
  }

  close(): void {
    this.#database.close();
  }

  /** The number of rows that the last statement changed, and the number of the last row that was inserted. */
  get changes(): { readonly changes: number; readonly lastInsertRowid: number } {
    const { capi } = sqlite();
    return {
      changes: Number(capi.sqlite3_changes64(this.#pointer)),
      lastInsertRowid: Number(capi.sqlite3_last_insert_rowid(this.#pointer)),
    };
  }

  /** Does something with the database; its errors are as Node words and numbers them. */
  attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const { SQLite3Error, capi } = sqlite();
      if (!(error instanceof SQLite3Error)) throw error;
      const code = capi.sqlite3_extended_errcode(this.#pointer);
      // A database in memory that is full has no disk.
      const errcode = code === capi.SQLITE_FULL ? capi.SQLITE_NOMEM : code;
      const message = capi.sqlite3_errmsg(this.#pointer);
      throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
    }
  }

  get #pointer() {
    const { pointer } = this.#database;
    if (pointer === undefined) throw new Error(`${this.#path} is closed`);
    return pointer;
  }
}

type Values = readonly SQLInputValue[];
/** A row by the names of its columns, or an array where a statement returns arrays. */
type StoredRow = Record<string, SQLOutputValue> | SQLOutputValue[];

export class StatementSync {
  readonly #database: DatabaseSync;
  readonly #statement: PreparedStatement;
  readonly #names: readonly string[];
  #hasBigInts = false;
  #hasArrays = false;

  constructor(database: DatabaseSync, statement: PreparedStatement) {
    this.#database = database;
    this.#statement = statement;
    this.#names = statement.columnCount > 0 ? statement.getColumnNames() : [];
  }

  setReadBigInts(isOn: boolean): void {
    this.#hasBigInts = isOn;
  }

  setReturnArrays(isOn: boolean): void {
    this.#hasArrays = isOn;
  }

  columns() {
    const { capi } = sqlite();
    const { pointer } = this.#statement;
    return this.#names.map((name, index) => ({
      name,
      column: capi.sqlite3_column_origin_name(pointer!, index),
      table: capi.sqlite3_column_table_name(pointer!, index),
      database: capi.sqlite3_column_database_name(pointer!, index),
    }));
  }

  run(...values: Values) {
    // To the end: a statement that was not read there has not changed everything.
    void [...this.#each(values, () => undefined)];
    return this.#database.changes;
  }

  get(...values: Values): StoredRow | undefined {
    const rows = this.iterate(...values);
    const { value } = rows.next();
    rows.return(undefined);
    return value;
  }

  all(...values: Values): StoredRow[] {
    return [...this.iterate(...values)];
  }

  iterate(...values: Values): Generator<StoredRow, undefined> {
    return this.#each(values, () => this.#row());
  }

  *#each<Row>(values: Values, read: () => Row): Generator<Row, undefined> {
    const statement = this.#statement;
    const step = (): boolean => this.#database.attempt(() => statement.step());
    try {
      this.#database.attempt(() => this.#bind(values));
      while (step()) yield read();
      return undefined;
    } finally {
      statement.resetNoThrow(true);
    }
  }

  #bind(values: Values): void {
    const { capi } = sqlite();
    for (const [index, value] of values.entries())
      // As Node does: a number without a fraction is one with a fraction to SQLite too.
      if (typeof value === 'number') capi.sqlite3_bind_double(this.#statement.pointer!, index + 1, value);
      else this.#statement.bind(index + 1, boundValue(value));
  }

  #row(): StoredRow {
    const values = this.#names.map((_, index) => this.#value(index));
    if (this.#hasArrays) return values;
    return Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? null]));
  }

  #value(index: number): SQLOutputValue {
    const { capi } = sqlite();
    const statement = this.#statement;
    const type = capi.sqlite3_column_type(statement.pointer!, index);
    // As bytes: the function for texts stops at a NUL character.
    if (type === capi.SQLITE_TEXT) return decoder.decode(statement.getBlob(index) ?? new Uint8Array());
    const value = readValue(statement.get(index));
    const isInteger = type === capi.SQLITE_INTEGER && typeof value === 'number';
    return isInteger && this.#hasBigInts ? BigInt(value) : value;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A value as SQLite binds it: a BLOB must be an array of bytes of its own kind. */
const boundValue = (value: SQLInputValue) => {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value;
};

/** A value of SQLite; it has no others. */
const readValue = (value: unknown): SQLOutputValue => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  return value instanceof Uint8Array ? new Uint8Array(value) : null;
};
