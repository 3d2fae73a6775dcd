/** The language of statements about results: completion and hover. */
import { completeSql, type SqlCompletion } from './sql-completion.ts';
import { hoverSql, type SqlHover } from './sql-hover.ts';
import type { SqlTable } from './nameable-tables.ts';

export interface SqlService {
  complete(sql: string, offset: number): SqlCompletion;
  /** `undefined` = nothing is known about the word at the offset. */
  hover(sql: string, offset: number): SqlHover | undefined;
}

export const sqlService = (tables: readonly SqlTable[]): SqlService => ({
  complete: (sql, offset) => completeSql(sql, offset, tables),
  hover: (sql, offset) => hoverSql(sql, offset, tables),
});
