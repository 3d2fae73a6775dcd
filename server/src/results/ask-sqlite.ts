/** Checks SQL statements with SQLite itself. */
import { DatabaseSync } from 'node:sqlite';
import type { SqlProblem } from './sql/sql-problem.ts';
import { type AskSqlite, sqlProblems } from './sql/find-problems.ts';
import type { SqlTable } from './sql/nameable-tables.ts';
import { tokensOf } from './sql/tokens.ts';
import { allowReading, createView } from './sql-tables.ts';
import type { CheckedTable, SqlCheckQuestion, SqlTable as StoredSqlTable } from './sql-question.ts';

/** Finds the problems of a statement; takes as long as SQLite does. */
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

/**
 * Asks SQLite about a statement that only reads, on empty tables in memory with the columns of the real ones; it is not
 * executed.
 */
export const askSqlite: AskSqlite = (sql, tables) => {
  const database = new DatabaseSync(':memory:', { allowExtension: false });
  try {
    const words = new Set(Array.from(tokensOf(sql), ({ text }) => text.toLowerCase()));
    const stored = tables.filter(({ name }) => words.has(name.toLowerCase())).map(storedAs);
    for (const table of stored) {
      const columns = ['place', ...table.columns.map(({ source }) => source)];
      database.exec(`CREATE TABLE ${table.source} (${columns.join(', ')})`);
      createView(database, table);
    }
    allowReading(database, stored);
    database.prepare(sql);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
};

const storedAs = (
  { name, columns }: Pick<CheckedTable, 'name' | 'columns'>,
  index: number,
): StoredSqlTable => ({
  name,
  source: `rows${index}`,
  columns: columns.map((column, place) => ({ name: column, source: `c${place}` })),
});
