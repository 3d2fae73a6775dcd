/** What a statement may do where SQLite asks: it reads the tables that it is given, by functions that are no internal ones. */
import type { DatabaseSync } from 'node:sqlite';
import { isReservedName } from '../sql/safe-sql.ts';
import { tableFunctions } from '../sql/statement.ts';
import type { SqlTable } from './sql-question.ts';
import { sourceOf } from './sql-tables.ts';

/** What Node calls SQLite's rules for a connection; older ones have none, and the words of the statement must be enough. */
interface Ruled {
  setAuthorizer(rule: (action: number, ...about: readonly (string | null)[]) => number): void;
}

const isRuled = (database: object): database is Ruled => 'setAuthorizer' in database;

/** SQLite's numbers for what a statement does: reads a table, selects, calls a function, repeats itself. */
const [readAction, selectAction, functionAction, recursiveAction] = [20, 21, 31, 33];
const [allowed, denied] = [0, 1];

/** @param tables those that the statement may name, as `showTables` makes them */
export function allowReading(database: DatabaseSync, tables: readonly SqlTable[]): void {
  if (!isRuled(database)) return;
  const readable = new Set([
    ...tables.flatMap(table => [`temp.${table.name.toLowerCase()}`, sourceOf(table)]),
    ...Array.from(tableFunctions, name => `main.${name}`),
  ]);
  const mayRead = (table = '', column = '', schema: string | null = null): boolean =>
    // Without a column and a database it may be a table of the statement itself, of which SQLite asks by the name only.
    schema === null ? column === '' : readable.has(`${schema}.${table}`.toLowerCase());
  database.setAuthorizer((action, first, second, schema) => {
    const isAllowed =
      action === selectAction ||
      action === recursiveAction ||
      (action === functionAction && !isReservedName((second ?? '').toLowerCase())) ||
      (action === readAction && mayRead(first ?? '', second ?? '', schema));
    return isAllowed ? allowed : denied;
  });
}
