/** Where SQLite's message about a statement belongs, and in what words it is shown. */
import type { Span } from '../language/span.ts';
import { functions } from './functions.ts';
import { namesOfTables } from './name-places.ts';
import { problemAt, type SqlProblem, substituted, unknownAt, unknownColumnAt } from './problem.ts';
import { type Query, queryAt, type Relation, type Statement, visibleSources } from './statement.ts';
import { closingOf, isName, isSign, isWord, partsTo, type SqlToken } from './tokens.ts';

type Ask = (sql: string) => string | undefined;
/** Whether SQLite refuses another statement for the same reason. */
type IsRefused = (sql: string) => boolean;

interface Case {
  readonly pattern: RegExp;
  readonly problem: (
    found: string,
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
    problem: (found, sql, { tokens }, ask) => {
      const token = refusedToken(found, sql, tokens, ask);
      return token && problemAt(token, 'syntax', { name: found });
    },
  },
  {
    pattern: /^no such column: "?(.+?)"?(?: - should this be .*)?$/s,
    problem: (found, sql, statement) => unknownColumn(found, sql, statement),
  },
  {
    pattern: /^no such table: (.+)$/s,
    problem: (found, _, { tokens }) => unknownTable(found, tokens),
  },
  {
    pattern: /^ambiguous column name: (.+)$/s,
    problem: (found, _, statement) => ambiguous(found, statement),
  },
  {
    pattern: /^no such function: (.+)$/s,
    problem: (found, _, { tokens }) => {
      const token = callsOf(found, tokens)[0]?.name;
      return token && unknownAt(token, 'unknown-function', [...functions.keys()]);
    },
  },
  {
    pattern: /^(?:wrong number of arguments to function|too (?:few|many) arguments on) (.+?)\(\)/s,
    problem: (found, sql, { tokens }, _, isRefused) => {
      const token = callOf(found, sql, tokens, isRefused);
      const signature = functions.get(found.toLowerCase())?.signature ?? `${found}()`;
      return token && problemAt(token, 'arguments', { signature });
    },
  },
  {
    pattern: /^misuse of (?:aggregate|window)(?: function)?:? ?(.+?)\(\)/s,
    problem: (found, sql, { tokens }, _, isRefused) => {
      const token = callOf(found, sql, tokens, isRefused);
      return token && problemAt(token, 'aggregate', { name: found });
    },
  },
];

/** @param ask asks SQLite about parts of the statement */
export function sqliteProblem(sql: string, message: string, statement: Statement, ask: Ask): SqlProblem {
  for (const { pattern, problem } of cases) {
    const found = pattern.exec(message);
    const placed =
      found &&
      problem(found[1] ?? '', sql, statement, ask, text => pattern.exec(ask(text) ?? '')?.[1] === found[1]);
    if (placed) return placed;
  }
  const { start = 0, end = sql.length } = statement.tokens[0] ?? {};
  return problemAt({ start, end }, 'invalid', { detail: message });
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const lastName = (found: string): string => found.slice(found.lastIndexOf('.') + 1);

/** A name in a message and in the statement. */
interface Naming {
  /** Its last part. */
  readonly token: SqlToken;
  readonly parts: number;
}

/** Where a name of one or several parts is, of some tokens; where none has all its parts, those with the last one. */
function namings(found: string, tokens: readonly SqlToken[], isOne: (index: number) => boolean): Naming[] {
  const all = tokens.flatMap((token, index) => {
    if (!isOne(index)) return [];
    const parts = partsTo(index, tokens);
    const isWhole = isSame(parts.map(({ text }) => text).join('.'), found);
    return isWhole || isSame(token.text, lastName(found)) ? [{ token, parts: parts.length, isWhole }] : [];
  });
  const whole = all.filter(({ isWhole }) => isWhole);
  return whole.length > 0 ? whole : all;
}

/** Where a column of that name can be. */
const columnNamings = (found: string, tokens: readonly SqlToken[]): Naming[] =>
  namings(found, tokens, index => isName(tokens[index]) && !isSign(tokens[index + 1], '('));

function unknownTable(found: string, tokens: readonly SqlToken[]): SqlProblem | undefined {
  const tables = new Set(namesOfTables(tokens));
  const isOne = (index: number): boolean =>
    tables.has(tokens[index]!) || (isSign(tokens[index + 1], '.') && isSign(tokens[index + 2], '*'));
  const [naming] = namings(found, tokens, isOne);
  return naming && problemAt(naming.token, 'unknown-table', { name: found });
}

function atEnd(sql: string, tokens: readonly SqlToken[]): SqlProblem {
  const { start = 0, end = sql.length } = tokens.at(-1) ?? {};
  return problemAt({ start, end }, 'incomplete', {});
}

/**
 * The first of several equal tokens at which the statement cannot go on. SQLite reads a token before it looks at the next one,
 * and what is no token ends its reading: it says which of the two it refuses, and looks at nothing that the statement names.
 */
function refusedToken(
  found: string,
  sql: string,
  tokens: readonly SqlToken[],
  ask: Ask,
): SqlToken | undefined {
  const same = tokens.filter(({ start, end }) => isSame(sql.slice(start, end), found));
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

function unknownColumn(found: string, sql: string, statement: Statement): SqlProblem | undefined {
  const { tokens } = statement;
  const name = lastName(found);
  const known = (token: SqlToken): string[] =>
    [...visibleSources(queryAt(statement, token.start))].flatMap(({ columns }) =>
      (columns ?? []).map(column => column.name),
    );
  const same = columnNamings(found, tokens);
  const naming = same.find(({ token }) => !known(token).some(column => isSame(column, name))) ?? same[0];
  if (naming === undefined) return undefined;
  const { token, parts } = naming;
  if (parts > 2) return problemAt(token, 'unknown-column', { name: found });
  const problem = unknownColumnAt(token, known(token));
  const isText =
    sql[token.start] === '"' && problem.message === problemAt(token, 'unknown-column', { name }).message;
  return isText ? problemAt(token, 'unknown-column.text', { name }) : problem;
}

/** The first of those whose query has it in several tables. */
function ambiguous(found: string, statement: Statement): SqlProblem | undefined {
  const { tokens } = statement;
  const name = lastName(found);
  const places = columnNamings(found, tokens).map(({ token, parts }) => ({
    token,
    parts,
    owners: ownersOf(name, queryAt(statement, token.start)),
  }));
  const single = places.filter(({ parts }) => parts === 1);
  const place = single.find(({ owners }) => owners.length > 1) ?? single[0] ?? places[0];
  return place && problemAt(place.token, 'ambiguous', { name, table: place.owners[0]?.name ?? '' });
}

/** The tables that a column of that name can be of: those of the query, or of the first one around it that has it. */
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

/** Calls of which SQLite is asked which it means: each is a question. */
const mostCalls = 20;

/** The call of a function that SQLite refuses with a message: the first that it refuses also without the others. */
function callOf(
  name: string,
  sql: string,
  tokens: readonly SqlToken[],
  isRefused: IsRefused,
): SqlToken | undefined {
  const calls = callsOf(name, tokens);
  if (calls.length <= 1 || calls.length > mostCalls) return calls[0]?.name;
  const refused = calls.find(call => isRefused(substituted(sql, othersThan(call, calls))));
  return (refused ?? calls.at(-1))?.name;
}

/** Calls beside one, or in it, without those in one another; each can be left out. */
function othersThan(call: Call, calls: readonly Call[]): (Span & { readonly substitute: string })[] {
  let end = 0;
  return calls.flatMap(other => {
    if (other.start < end || (other.start <= call.start && call.end <= other.end)) return [];
    end = other.end;
    return [{ start: other.start, end, substitute: 'null' }];
  });
}

/** The calls of a function, with what belongs to them: FILTER and OVER. */
function callsOf(name: string, tokens: readonly SqlToken[]): Call[] {
  const closing = closingOf(tokens);
  return tokens.flatMap((token, index) => {
    if (!isName(token) || !isSame(token.text, name) || !isSign(tokens[index + 1], '(')) return [];
    let last = closing.get(index + 1) ?? tokens.length - 1;
    while (isWord(tokens[last + 1], 'filter', 'over')) last = closing.get(last + 2) ?? last + 2;
    return [{ name: token, start: token.start, end: tokens[last]?.end ?? token.end }];
  });
}
