/** Where SQLite's message about a statement belongs, and in what words it is shown. */
import { functions } from './functions.ts';
import { namesOfTables } from './name-places.ts';
import { problemAt, type SqlProblem, unknownAt, unknownColumnAt } from './problem.ts';
import { queryAt, type Statement, visibleSources } from './statement.ts';
import { isName, isSign, partsTo, type SqlToken } from './tokens.ts';

type Ask = (sql: string) => string | undefined;

interface Case {
  readonly pattern: RegExp;
  readonly problem: (found: string, sql: string, statement: Statement, ask: Ask) => SqlProblem | undefined;
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
      const token = callOf(found, tokens);
      return token && unknownAt(token, 'unknown-function', [...functions.keys()]);
    },
  },
  {
    pattern: /^(?:wrong number of arguments to function|too (?:few|many) arguments on) (.+?)\(\)/s,
    problem: (found, _, { tokens }) => {
      const token = callOf(found, tokens);
      const signature = functions.get(found.toLowerCase())?.signature ?? `${found}()`;
      return token && problemAt(token, 'arguments', { signature });
    },
  },
  {
    pattern: /^misuse of (?:aggregate|window)(?: function)?:? ?(.+?)\(\)/s,
    problem: (found, _, { tokens }) => {
      const token = callOf(found, tokens);
      return token && problemAt(token, 'aggregate', { name: found });
    },
  },
];

/** @param ask asks SQLite about the beginnings of the statement */
export function sqliteProblem(sql: string, message: string, statement: Statement, ask: Ask): SqlProblem {
  for (const { pattern, problem } of cases) {
    const found = pattern.exec(message);
    const placed = found && problem(found[1] ?? '', sql, statement, ask);
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

function ambiguous(found: string, statement: Statement): SqlProblem | undefined {
  const { tokens } = statement;
  const name = lastName(found);
  const token = tokens.find(({ text }, index) => isSame(text, name) && !isSign(tokens[index - 1], '.'));
  if (token === undefined) return undefined;
  const owner = [...visibleSources(queryAt(statement, token.start))].find(({ columns }) =>
    columns?.some(column => isSame(column.name, name)),
  );
  return problemAt(token, 'ambiguous', { name, table: owner?.name ?? '' });
}

const callOf = (name: string, tokens: readonly SqlToken[]): SqlToken | undefined =>
  tokens.find(({ text }, index) => isSame(text, name) && isSign(tokens[index + 1], '('));
