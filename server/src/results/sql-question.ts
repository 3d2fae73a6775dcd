/** A question in SQL about stored results, as it goes to the process that answers it, and what comes back. */
import type { Json } from '../protocol/json.ts';
import type { SqlProblem } from '../sql/problem.ts';
import type { RefusedSql } from '../sql/safe-sql.ts';

/** A table that a question may name. */
export interface SqlTable {
  /** What the question calls it. */
  readonly name: string;
  /** What it is called in the database. */
  readonly source: string;
  /** It is in the database of the snapshots. */
  readonly isKept?: boolean;
  /** Its columns, in their order: what the question calls them, and what they are called in the database. */
  readonly columns: readonly { readonly name: string; readonly source: string }[];
}

/** The stored tables of a run. */
export interface StoredTable extends Omit<SqlTable, 'name' | 'isKept'> {
  readonly run: string;
  /** As its header has it. */
  readonly id: string;
}

/** Where tables are stored: the file of the database. */
export interface SqlSource {
  readonly file: string;
  readonly tables: readonly StoredTable[];
}

/** The bounds of an answer. */
export interface SqlBounds {
  /** Milliseconds. */
  readonly time: number;
  /** Rows of an answer. */
  readonly rows: number;
  /** Rows that are counted; with more of them it is not known how many there are. */
  readonly counted: number;
  /** Characters of an answer, and of one value. */
  readonly characters: number;
  readonly value: number;
  /** Bytes of memory that the statement may use. */
  readonly memory: number;
}

export interface SqlQuestion {
  readonly file: string;
  /** The file of the snapshots; absent = no table is in it. */
  readonly snapshots?: string;
  readonly tables: readonly SqlTable[];
  readonly sql: string;
  /** Rows to pass over. */
  readonly offset: number;
  readonly bounds: SqlBounds;
}

export interface AnsweredSql {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Rows of the whole result; absent = too many to count. */
  readonly total?: number;
  /** How many values are shortened. */
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
  /** The column of a stored table that it is: the tables by their place in the question; absent = it is computed. */
  readonly origin?: { readonly table: number; readonly column: string };
}

/** A part of an answer; the first one has the columns, and may have no rows. */
export interface SqlBatch {
  readonly columns?: readonly SqlResultColumn[];
  /** `null` = an empty cell. */
  readonly batch: readonly (readonly Json[])[];
}

/** What matters of a table for a check. */
export interface CheckedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isPlanned: boolean;
}

/** A question for what is wrong with a statement. */
export interface SqlCheckQuestion {
  readonly isCheck: true;
  readonly sql: string;
  /** Those that the statement names. */
  readonly tables: readonly CheckedTable[];
  /** The names of all others: a name that is wrong may mean one of them. */
  readonly others: readonly string[];
  readonly bounds: Pick<SqlBounds, 'time' | 'memory'>;
}

export type SqlCheckOutcome = { readonly problems: readonly SqlProblem[] } | RefusedSql;

/** The end of an answer in batches. */
export type SqlEnd = { readonly end: true } | RefusedSql;
