/** The language of statements about results: completion, hover and problems. */
import { completeSql, type SqlCompletion } from './completion.ts';
import { hoverSql, type SqlHover } from './hover.ts';
import type { SqlProblem } from './problem.ts';
import { type CheckSql, sqlProblems } from './problems.ts';
import type { SqlTable } from './tables.ts';

export interface SqlService {
  complete(sql: string, offset: number): SqlCompletion;
  /** `undefined` = nothing is known about what is there. */
  hover(sql: string, offset: number): SqlHover | undefined;
  problems(sql: string): SqlProblem[];
}

/** @param check asks SQLite itself; absent = only names are checked */
export const sqlService = ({
  tables,
  check,
}: {
  readonly tables: readonly SqlTable[];
  readonly check?: CheckSql;
}): SqlService => ({
  complete: (sql, offset) => completeSql(sql, offset, tables),
  hover: (sql, offset) => hoverSql(sql, offset, tables),
  problems: sql => sqlProblems(sql, tables, check),
});
