/** Finds the problems of a statement. */
import type { Span } from '#shared/base/text/span.ts';
import { namesOfTables } from './name-places.ts';
import { problemAt, say, type SqlProblem, substituted, unknownAt, unknownColumnAt } from './sql-problem.ts';
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
import type { SqlTable } from './nameable-tables.ts';
import { isName, isSign, partsTo, type SqlToken } from './tokens.ts';

/** Finds the problems of a statement on these tables, in a process that can be ended. */
export type CheckSql = (sql: string, tables: readonly SqlTable[]) => Promise<readonly SqlProblem[]>;

/** SQLite's message about a statement on tables of these names and columns; `undefined` = it accepts the statement. */
export type AskSqlite = (
  sql: string,
  tables: readonly { readonly name: string; readonly columns: readonly string[] }[],
) => string | undefined;

/**
 * Finds the problems of a statement.
 *
 * @param askSqlite may take as long as SQLite does, which has no time limit
 */
export function sqlProblems(sql: string, tables: readonly SqlTable[], askSqlite: AskSqlite): SqlProblem[] {
  const refused = sqlProblem(sql, new Set());
  if (refused) {
    if (refused.refusal === 'empty') return [];
    const { start, end } = refused.span ?? { start: 0, end: sql.length };
    const { refusal, detail } = refused;
    return [{ start, end, code: refusal, message: say(refusal, { detail }) }];
  }
  const ask = (text: string): string | undefined =>
    askSqlite(
      text,
      tables.map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) })),
    );
  const message = ask(sql);
  if (message === undefined) return [];
  const statement = readStatement(sql, tables);
  const unknown = unknownTables(statement, tables);
  const isEarly = readsPlanned(statement, tables);
  if (isEarly && unknown.length > 0) return unknown.map(({ problem }) => problem);
  // The columns of a table without rows are only the expected ones.
  if (isEarly && aboutColumns.test(message)) return [];
  const confirmed = confirmedBy(ask, message, sql, [...unknown, ...unknownColumns(statement)]);
  return confirmed.length > 0 ? confirmed : [sqliteProblem(sql, message, statement, ask)];
}

/** A problem that was found by reading the statement; SQLite must confirm it. */
interface Finding extends Span {
  readonly problem: SqlProblem;
  /** SQLite's message about the same problem. */
  readonly message: string;
  /** The text to put in its place, so that SQLite reads on. */
  readonly substitute: string;
}

/** Maximum findings that SQLite is asked about, one question each. */
const maxConfirmedFindings = 20;

/**
 * The findings that SQLite confirms. It reports only its first problem, so confirmed findings are replaced, and it is
 * asked again.
 */
function confirmedBy(
  ask: (sql: string) => string | undefined,
  message: string,
  sql: string,
  findings: readonly Finding[],
): SqlProblem[] {
  const remaining = [...findings];
  const confirmed: Finding[] = [];
  for (
    let reported: string | undefined = message;
    reported !== undefined && confirmed.length < maxConfirmedFindings;
  ) {
    const lowerMessage = reported.toLowerCase();
    const at = remaining.findIndex(finding => finding.message.toLowerCase() === lowerMessage);
    if (at < 0) break;
    confirmed.push(...remaining.splice(at, 1));
    confirmed.sort((one, other) => one.start - other.start);
    reported = ask(substituted(sql, confirmed));
  }
  return confirmed.map(({ problem }) => problem);
}

const aboutColumns = /^(?:no such|ambiguous) column/;

/** Whether a statement reads a query of the same file that has not run yet, which is not a mistake. */
function readsPlanned({ tokens }: Statement, tables: readonly SqlTable[]): boolean {
  const planned = new Set(tables.filter(({ isPlanned }) => isPlanned).map(({ name }) => name.toLowerCase()));
  return [...namesOfTables(tokens)].some(({ text }) => planned.has(text.toLowerCase()));
}

function unknownTables({ tokens, queries }: Statement, tables: readonly SqlTable[]): Finding[] {
  const unknown = new Map<SqlToken, SqlProblem>();
  for (const { sources, shared } of queries)
    for (const { isUnknown, token } of sources) {
      if (!isUnknown || token === undefined) continue;
      const candidates = [...tables, ...shared].map(({ name }) => name);
      const none = candidates.length === 0 ? problemAt(token, 'unknown-table.none', {}) : undefined;
      unknown.set(token, none ?? unknownAt(token, 'unknown-table', candidates));
    }
  return tokens.flatMap((token, index) => {
    const problem = unknown.get(token);
    return problem ? [{ ...placeOf(index, tokens, 'no such table'), problem, substitute: '(select 1)' }] : [];
  });
}

/** Unknown columns with the name of a table before them. */
function unknownColumns(statement: Statement): Finding[] {
  const { tokens } = statement;
  return tokens.flatMap((token, index) => {
    const problem = unknownColumn(index, token, statement);
    return problem ? [{ ...placeOf(index, tokens, 'no such column'), problem, substitute: 'null' }] : [];
  });
}

function unknownColumn(index: number, token: SqlToken, statement: Statement): SqlProblem | undefined {
  const { tokens } = statement;
  const owner = tokens[index - 2];
  if (!isName(token) || !isSign(tokens[index - 1], '.') || !isName(owner)) return undefined;
  if (isSign(tokens[index - 3], '.') || isSign(tokens[index + 1], '.')) return undefined;
  const query = queryAt(statement, token.start);
  if (query === undefined) return undefined;
  const sources = [...visibleSources(query)];
  if (sources.some(source => source.token === token)) return undefined;
  const owners = sources.filter(source => isNamed(source, owner.text));
  if (owners.length === 0) return unknownAt(owner, 'unknown-alias', names(sources));
  const columns = owners.map(source => source.columns);
  if (columns.some(list => list === undefined)) return undefined;
  const columnNames = columns.flatMap(list => (list ?? []).map(({ name }) => name));
  const isKnown = columnNames.some(name => name.toLowerCase() === token.text.toLowerCase());
  return isKnown ? undefined : unknownColumnAt(token, columnNames);
}

/** The whole name that ends with a token, and SQLite's message about it. */
function placeOf(
  index: number,
  tokens: readonly SqlToken[],
  messageStart: 'no such table' | 'no such column',
): Omit<Finding, 'problem' | 'substitute'> {
  const parts = partsTo(index, tokens);
  const { start = 0 } = parts[0] ?? {};
  const { end = start } = parts.at(-1) ?? {};
  return { start, end, message: `${messageStart}: ${parts.map(({ text }) => text).join('.')}` };
}

const names = (sources: readonly Relation[]): string[] => sources.map(({ name }) => name);
