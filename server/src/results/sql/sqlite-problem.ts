/** Converts SQLite's message about a statement to a problem with a place and our words. */
import type { Span } from '#shared/base/text/span.ts';
import { functions } from './function-catalogue.ts';
import { namesOfTables } from './name-places.ts';
import { problemAt, type SqlProblem, substituted, unknownAt, unknownColumnAt } from './sql-problem.ts';
import { type Query, queryAt, type Relation, type Statement, visibleSources } from './statement.ts';
import { closingOf, isName, isSign, isWord, partsTo, type SqlToken } from './tokens.ts';

type Ask = (sql: string) => string | undefined;
/** Whether SQLite refuses another statement for the same reason. */
type IsRefused = (sql: string) => boolean;

interface Case {
  readonly pattern: RegExp;
  readonly problem: (
    mention: string,
    sql: string,
    statement: Statement,
    ask: Ask,
    isRefused: IsRefused,
  ) => SqlProblem | undefined;
}

const cases: readonly Case[] = [
  { pattern: /^incomplete input$/, problem: (_, sql, { tokens }) => atEnd(sql, tokens) },
  {
    pattern: /^near "(.*)": syntax error$/s,
    problem: (mention, sql, { tokens }, ask) => {
      const token = refusedToken(mention, sql, tokens, ask);
      return token && problemAt(token, 'syntax', { name: mention });
    },
  },
  {
    pattern: /^no such column: "?(.+?)"?(?: - should this be .*)?$/s,
    problem: (mention, sql, statement) => unknownColumn(mention, sql, statement),
  },
  {
    pattern: /^no such table: (.+)$/s,
    problem: (mention, _, { tokens }) => unknownTable(mention, tokens),
  },
  {
    pattern: /^ambiguous column name: (.+)$/s,
    problem: (mention, _, statement) => ambiguous(mention, statement),
  },
  {
    pattern: /^no such function: (.+)$/s,
    problem: (mention, _, { tokens }) => {
      const token = callsOf(mention, tokens)[0]?.name;
      return token && unknownAt(token, 'unknown-function', [...functions.keys()]);
    },
  },
  {
    pattern: /^(?:wrong number of arguments to function|too (?:few|many) arguments on) (.+?)\(\)/s,
    problem: (mention, sql, { tokens }, _, isRefused) => {
      const token = callOf(mention, sql, tokens, isRefused);
      const signature = functions.get(mention.toLowerCase())?.signature ?? `${mention}()`;
      return token && problemAt(token, 'arguments', { signature });
    },
  },
  {
    pattern: /^misuse of (?:aggregate|window)(?: function)?:? ?(.+?)\(\)/s,
    problem: (mention, sql, { tokens }, _, isRefused) => {
      const token = callOf(mention, sql, tokens, isRefused);
      return token && problemAt(token, 'aggregate', { name: mention });
    },
  },
];

/**
 * Converts a message to a problem.
 *
 * @param ask asks SQLite about parts of the statement
 */
export function sqliteProblem(sql: string, message: string, statement: Statement, ask: Ask): SqlProblem {
  for (const { pattern, problem } of cases) {
    const match = pattern.exec(message);
    const placed =
      match &&
      problem(match[1] ?? '', sql, statement, ask, text => pattern.exec(ask(text) ?? '')?.[1] === match[1]);
    if (placed) return placed;
  }
  const { start = 0, end = sql.length } = statement.tokens[0] ?? {};
  return problemAt({ start, end }, 'invalid', { detail: message });
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** An occurrence of a name in the statement. */
interface Naming {
  /** Its last part. */
  readonly token: SqlToken;
  readonly parts: number;
}

/**
 * The occurrences of a name with one or several parts, among some tokens; if none has all its parts, those with the last
 * one.
 */
function namings(mention: string, tokens: readonly SqlToken[], isOne: (index: number) => boolean): Naming[] {
  const all = tokens.flatMap((token, index) => {
    if (!isOne(index)) return [];
    const parts = partsTo(index, tokens);
    const isWhole = isSame(parts.map(({ text }) => text).join('.'), mention);
    return isWhole || isSame(token.text, lastName(mention)) ? [{ token, parts: parts.length, isWhole }] : [];
  });
  const whole = all.filter(({ isWhole }) => isWhole);
  return whole.length > 0 ? whole : all;
}

/** The occurrences of a name where it can be a column. */
const columnNamings = (mention: string, tokens: readonly SqlToken[]): Naming[] =>
  namings(mention, tokens, index => isName(tokens[index]) && !isSign(tokens[index + 1], '('));

function unknownTable(mention: string, tokens: readonly SqlToken[]): SqlProblem | undefined {
  const tables = new Set(namesOfTables(tokens));
  const isOne = (index: number): boolean =>
    tables.has(tokens[index]!) || (isSign(tokens[index + 1], '.') && isSign(tokens[index + 2], '*'));
  const [naming] = namings(mention, tokens, isOne);
  return naming && problemAt(naming.token, 'unknown-table', { name: mention });
}

function atEnd(sql: string, tokens: readonly SqlToken[]): SqlProblem {
  const { start = 0, end = sql.length } = tokens.at(-1) ?? {};
  return problemAt({ start, end }, 'incomplete', {});
}

/**
 * The first of several equal tokens at which the statement cannot continue. SQLite reads a token before it looks at the
 * next one, and an invalid character ends its reading: then it reports which of the two it rejects, and looks up no name
 * of the statement.
 */
function refusedToken(
  mention: string,
  sql: string,
  tokens: readonly SqlToken[],
  ask: Ask,
): SqlToken | undefined {
  const same = tokens.filter(({ start, end }) => isSame(sql.slice(start, end), mention));
  if (same.length <= 1) return same[0];
  let [first, last] = [0, same.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    const isRefused = ask(`${sql.slice(0, same[middle]?.end)} \u0001`)?.endsWith('syntax error') === true;
    if (isRefused) last = middle;
    else first = middle + 1;
  }
  return same[first];
}

function unknownColumn(mention: string, sql: string, statement: Statement): SqlProblem | undefined {
  const { tokens } = statement;
  const name = lastName(mention);
  const columnsAt = (token: SqlToken): string[] =>
    [...visibleSources(queryAt(statement, token.start))].flatMap(({ columns }) =>
      (columns ?? []).map(column => column.name),
    );
  const same = columnNamings(mention, tokens);
  const naming = same.find(({ token }) => !columnsAt(token).some(column => isSame(column, name))) ?? same[0];
  if (naming === undefined) return undefined;
  const { token, parts } = naming;
  if (parts > 2) return problemAt(token, 'unknown-column', { name: mention });
  if (!tokens.some(each => isWord(each, 'from'))) return problemAt(token, 'unknown-column.from', { name });
  const problem = unknownColumnAt(token, columnsAt(token));
  const isText =
    sql[token.start] === '"' && problem.message === problemAt(token, 'unknown-column', { name }).message;
  return isText ? problemAt(token, 'unknown-column.text', { name }) : problem;
}

/** The first occurrence whose query has the column in several tables. */
function ambiguous(mention: string, statement: Statement): SqlProblem | undefined {
  const { tokens } = statement;
  const name = lastName(mention);
  const places = columnNamings(mention, tokens).map(({ token, parts }) => ({
    token,
    parts,
    owners: ownersOf(name, queryAt(statement, token.start)),
  }));
  const single = places.filter(({ parts }) => parts === 1);
  const place = single.find(({ owners }) => owners.length > 1) ?? single[0] ?? places[0];
  return place && problemAt(place.token, 'ambiguous', { name, table: place.owners[0]?.name ?? '' });
}

/** The tables to which a column of that name can belong: those of the query, or of the first enclosing query that has it. */
function ownersOf(name: string, query: Query | undefined): Relation[] {
  for (let each = query; each; each = each.outer) {
    const owners = each.sources.filter(({ columns }) => columns?.some(column => isSame(column.name, name)));
    if (owners.length > 0) return owners;
  }
  return [];
}

interface Call extends Span {
  readonly name: SqlToken;
}

/** Maximum calls that SQLite is asked about, one question each. */
const maxCalls = 20;

/** The call of a function that a message is about: the first one that SQLite rejects also without the others. */
function callOf(
  name: string,
  sql: string,
  tokens: readonly SqlToken[],
  isRefused: IsRefused,
): SqlToken | undefined {
  const calls = callsOf(name, tokens);
  if (calls.length <= 1 || calls.length > maxCalls) return calls[0]?.name;
  const refused = calls.find(call => isRefused(substituted(sql, othersThan(call, calls))));
  return (refused ?? calls.at(-1))?.name;
}

/** The calls beside a call or inside it, without those nested in one another; each can be replaced. */
function othersThan(call: Call, calls: readonly Call[]): (Span & { readonly substitute: string })[] {
  let end = 0;
  return calls.flatMap(other => {
    if (other.start < end || (other.start <= call.start && call.end <= other.end)) return [];
    end = other.end;
    return [{ start: other.start, end, substitute: 'null' }];
  });
}

/** The calls of a function, including their FILTER and OVER. */
function callsOf(name: string, tokens: readonly SqlToken[]): Call[] {
  const closing = closingOf(tokens);
  return tokens.flatMap((token, index) => {
    if (!isName(token) || !isSame(token.text, name) || !isSign(tokens[index + 1], '(')) return [];
    let last = closing.get(index + 1) ?? tokens.length - 1;
    while (isWord(tokens[last + 1], 'filter', 'over')) last = closing.get(last + 2) ?? last + 2;
    return [{ name: token, start: token.start, end: tokens[last]?.end ?? token.end }];
  });
}
