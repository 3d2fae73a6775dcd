/** The messages between the program and the process that executes SQL. */
import type { Json } from '#shared/protocol/json.ts';
import type { SqlProblem } from './sql/sql-problem.ts';
import type { RefusedSql } from './sql/safe-sql.ts';

/** A table that a question may name. */
export interface SqlTable {
  /** Its name in the question. */
  readonly name: string;
  /** Its name in the database. */
  readonly source: string;
  /** The table is in the database of the snapshots. */
  readonly isKept?: boolean;
  /** Its columns in order, with their names in the question and in the database. */
  readonly columns: readonly { readonly name: string; readonly source: string }[];
}

/** The stored tables of a run. */
export interface StoredTable extends Omit<SqlTable, 'name' | 'isKept'> {
  readonly run: string;
  /** The id in its header. */
  readonly id: string;
}

/** Stored tables, and the file of their database. */
export interface SqlSource {
  readonly file: string;
  readonly tables: readonly StoredTable[];
}

/** The limits of an answer. */
export interface SqlBounds {
  /** Maximum milliseconds. */
  readonly time: number;
  /** Maximum rows of an answer. */
  readonly rows: number;
  /** Maximum rows that are counted; with more of them the total is unknown. */
  readonly counted: number;
  /** Maximum characters of an answer. */
  readonly characters: number;
  /** Maximum characters of one value. */
  readonly value: number;
  /** Maximum bytes of memory that the statement may use. */
  readonly memory: number;
}

/** A question whose answer is one page of rows. */
export interface SqlQuestion {
  readonly file: string;
  /** The file of the snapshots; absent = no table is in it. */
  readonly snapshots?: string;
  readonly tables: readonly SqlTable[];
  readonly sql: string;
  /** Number of rows to skip. */
  readonly offset: number;
  readonly bounds: SqlBounds;
}

/** One page of rows. */
export interface AnsweredSql {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Rows of the whole result; absent = too many to count. */
  readonly total?: number;
  /** Number of shortened values. */
  readonly cuts: number;
}

export type SqlOutcome = AnsweredSql | RefusedSql;

/** A question whose whole answer is wanted, in batches. */
export interface SqlStreamQuestion extends Omit<SqlQuestion, 'offset' | 'bounds'> {
  readonly bounds: Pick<SqlBounds, 'time' | 'rows' | 'value' | 'memory'>;
  readonly isStream: true;
}

/** A column of an answer. */
export interface SqlResultColumn {
  readonly name: string;
  /** The stored column that it comes from, with the index of its table in the question; absent = it is computed. */
  readonly origin?: { readonly table: number; readonly column: string };
}

/** A part of an answer; the first one has the columns, and may have no rows. */
export interface SqlBatch {
  readonly columns?: readonly SqlResultColumn[];
  /** `null` = an empty cell. */
  readonly batch: readonly (readonly Json[])[];
}

/** The parts of a table that a check needs. */
export interface CheckedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isPlanned: boolean;
}

/** A request to check a statement. */
export interface SqlCheckQuestion {
  readonly isCheck: true;
  readonly sql: string;
  /** The tables that the statement names. */
  readonly tables: readonly CheckedTable[];
  /** The names of all other tables: a misspelled name may mean one of them. */
  readonly others: readonly string[];
  readonly bounds: Pick<SqlBounds, 'time' | 'memory'>;
}

export type SqlCheckOutcome = { readonly problems: readonly SqlProblem[] } | RefusedSql;

/** The end of an answer in batches. */
export type SqlEnd = { readonly end: true } | RefusedSql;

/** Executes a statement, and passes on its answer in batches; an error that `receive` throws ends it, and is thrown here. */
export type StreamSql = (
  question: SqlStreamQuestion,
  receive: (batch: SqlBatch) => void,
  signal: AbortSignal,
) => Promise<SqlEnd>;
