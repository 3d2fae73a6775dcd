import { DatabaseSync } from 'node:sqlite';
import type { AskSqlite } from '../sql/problems.ts';
import { rowNumber } from '../sql/tables.ts';
import { tokensOf } from '../sql/tokens.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Asks SQLite about a statement that only reads, on empty tables in memory; it is not executed. */
export const askSqlite: AskSqlite = (sql, tables) => {
  const database = new DatabaseSync(':memory:', { allowExtension: false });
  try {
    const named = new Set(Array.from(tokensOf(sql), ({ text }) => text.toLowerCase()));
    for (const { name, columns } of tables)
      if (named.has(name.toLowerCase()))
        database.exec(`CREATE TABLE ${quoted(name)} (${[rowNumber, ...columns].map(quoted).join(', ')})`);
    database.prepare(sql);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
};
