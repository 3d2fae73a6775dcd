import { DatabaseSync } from 'node:sqlite';
import type { SqlProblem } from '../sql/problem.ts';
import { type AskSqlite, sqlProblems } from '../sql/problems.ts';
import { rowNumber, type SqlTable } from '../sql/tables.ts';
import { tokensOf } from '../sql/tokens.ts';
import { quotedName } from './quoted-name.ts';
import type { CheckedTable, SqlCheckQuestion } from './sql-question.ts';

/** What is wrong with a statement; it may take as long as SQLite does. */
export const checkStatement = ({ sql, tables, others }: SqlCheckQuestion): readonly SqlProblem[] => {
  const unnamed = others.map(name => ({ name, columns: [], isPlanned: false }));
  return sqlProblems(sql, [...tables, ...unnamed].map(tableOf), askSqlite);
};

const tableOf = ({ name, columns, isPlanned }: CheckedTable): SqlTable => ({
  name,
  kind: 'result',
  title: '',
  file: '',
  site: '',
  rows: 0,
  time: 0,
  columns: columns.map(column => ({ name: column, title: '', type: 'text' })),
  ...(isPlanned && { isPlanned }),
});

/** Asks SQLite about a statement that only reads, on empty tables in memory; it is not executed. */
export const askSqlite: AskSqlite = (sql, tables) => {
  const database = new DatabaseSync(':memory:', { allowExtension: false });
  try {
    const named = new Set(Array.from(tokensOf(sql), ({ text }) => text.toLowerCase()));
    for (const { name, columns } of tables)
      if (named.has(name.toLowerCase()))
        database.exec(
          `CREATE TABLE ${quotedName(name)} (${[rowNumber, ...columns].map(quotedName).join(', ')})`,
        );
    database.prepare(sql);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
};
