/** Restricts a connection to reading certain tables and calling functions that are not internal. */
import type { DatabaseSync } from 'node:sqlite';
import { isReservedName } from '../sql/safe-sql.ts';
import { tableFunctions } from '../sql/statement.ts';
import type { SqlTable } from './sql-question.ts';
import { sourceOf } from './sql-tables.ts';

/**
 * A connection with SQLite's authorizer. Older versions of Node have none: there, the check of the statement's words
 * must suffice.
 */
interface Authorizable {
  setAuthorizer(rule: (action: number, ...about: readonly (string | null)[]) => number): void;
}

const hasAuthorizer = (database: object): database is Authorizable => 'setAuthorizer' in database;

/** SQLite's codes of actions: read a table, select, call a function, recurse. */
const [readAction, selectAction, functionAction, recursiveAction] = [20, 21, 31, 33];
const [allowed, denied] = [0, 1];

/**
 * Lets a connection only read.
 *
 * @param tables those that the statement may name, as `showTables` creates them
 */
export function allowReading(database: DatabaseSync, tables: readonly SqlTable[]): void {
  if (!hasAuthorizer(database)) return;
  const readable = new Set([
    ...tables.flatMap(table => [`temp.${table.name.toLowerCase()}`, sourceOf(table)]),
    ...Array.from(tableFunctions, name => `main.${name}`),
  ]);
  const canRead = (table = '', column = '', schema: string | null = null): boolean =>
    // Without a column and a schema it may be a table of the statement itself: then SQLite passes only its name.
    schema === null ? column === '' : readable.has(`${schema}.${table}`.toLowerCase());
  database.setAuthorizer((action, first, second, schema) => {
    const isAllowed =
      action === selectAction ||
      action === recursiveAction ||
      (action === functionAction && !isReservedName((second ?? '').toLowerCase())) ||
      (action === readAction && canRead(first ?? '', second ?? '', schema));
    return isAllowed ? allowed : denied;
  });
}
