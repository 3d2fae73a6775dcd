/** What is wrong with a statement, at its place. */
import { problemAt, type SqlProblem, unknownAt, unknownColumnAt } from './problem.ts';
import { sqlProblem } from './safe-sql.ts';
import { sqliteProblem } from './sqlite-problem.ts';
import {
  isNamed,
  queryAt,
  readStatement,
  type Relation,
  type Statement,
  visibleSources,
} from './statement.ts';
import type { SqlTable } from './tables.ts';
import { isName, isSign } from './tokens.ts';
import { say } from './wording.ts';

/** What is wrong with a statement on these tables: it is found out where it can be ended. */
export type CheckSql = (sql: string, tables: readonly SqlTable[]) => Promise<readonly SqlProblem[]>;

/** SQLite's message about a statement on tables of these names and columns; `undefined` = it accepts the statement. */
export type AskSqlite = (
  sql: string,
  tables: readonly { readonly name: string; readonly columns: readonly string[] }[],
) => string | undefined;

/** @param askSqlite may take as long as SQLite does, which has no bound */
export function sqlProblems(sql: string, tables: readonly SqlTable[], askSqlite: AskSqlite): SqlProblem[] {
  const refused = sqlProblem(sql, new Set());
  if (refused) {
    if (refused.refusal === 'empty') return [];
    const { start, end } = refused.span ?? { start: 0, end: sql.length };
    const { refusal, detail } = refused;
    return [{ start, end, code: refusal, message: say(refusal, { detail }) }];
  }
  const statement = readStatement(sql, tables);
  const isEarly = readsPlanned(statement);
  const found = [...unknownTables(statement, tables), ...(isEarly ? [] : unknownColumns(statement))];
  if (found.length > 0) return found;
  const ask = (text: string): string | undefined =>
    askSqlite(
      text,
      tables.map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) })),
    );
  const message = ask(sql);
  // The columns of a table without rows are only those to be expected.
  if (message === undefined || (isEarly && aboutColumns.test(message))) return [];
  return [sqliteProblem(sql, message, statement, ask)];
}

const aboutColumns = /^(?:no such|ambiguous) column/;

/** Whether it reads what is not there yet: a query of the same file that has not run, which is no mistake. */
const readsPlanned = ({ queries }: Statement): boolean =>
  queries.some(({ sources }) => sources.some(({ table }) => table?.isPlanned === true));

function unknownTables({ queries }: Statement, tables: readonly SqlTable[]): SqlProblem[] {
  const unknown = new Map<number, SqlProblem>();
  for (const { sources, shared } of queries)
    for (const { isUnknown, token } of sources) {
      if (!isUnknown || token === undefined) continue;
      const names = [...tables, ...shared].map(({ name }) => name);
      unknown.set(
        token.start,
        names.length === 0
          ? problemAt(token, 'unknown-table.none', {})
          : unknownAt(token, 'unknown-table', names),
      );
    }
  return [...unknown.values()];
}

/** Columns with the name of a table before them. */
function unknownColumns(statement: Statement): SqlProblem[] {
  const { tokens } = statement;
  return tokens.flatMap((token, index) => {
    const owner = tokens[index - 2];
    if (!isName(token) || !isSign(tokens[index - 1], '.') || !isName(owner)) return [];
    if (isSign(tokens[index - 3], '.') || isSign(tokens[index + 1], '.')) return [];
    const query = queryAt(statement, token.start);
    if (query === undefined) return [];
    const sources = [...visibleSources(query)];
    if (sources.some(source => source.token === token)) return [];
    const own = sources.filter(source => isNamed(source, owner.text));
    if (own.length === 0) return [unknownAt(owner, 'unknown-alias', names(sources))];
    const columns = own.map(source => source.columns);
    if (columns.some(list => list === undefined)) return [];
    const known = columns.flatMap(list => (list ?? []).map(({ name }) => name));
    const isKnown = known.some(name => name.toLowerCase() === token.text.toLowerCase());
    return isKnown ? [] : [unknownColumnAt(token, known)];
  });
}

const names = (sources: readonly Relation[]): string[] => sources.map(({ name }) => name);
