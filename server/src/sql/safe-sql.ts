/**
 * What of SQL is executed that a user or an agent has written: one statement that only reads, and only tables that it is
 * given. Names are known before a statement runs, as SQLite has no way to make one of a value; so it is enough to look at
 * the words of the text, and for names at the places that can be those of a table or a function.
 */
import type { Span } from '../language/span.ts';
import { namesOfTables } from './name-places.ts';
import { type SqlToken, tokensOf } from './tokens.ts';

/** Why a statement is not executed, or was ended. */
export type SqlRefusal =
  | 'empty'
  | 'too-long'
  | 'unclosed'
  | 'not-select'
  | 'several'
  | 'word'
  | 'name'
  | 'parameter'
  | 'not-in-browser'
  | 'writes'
  | 'invalid'
  | 'memory'
  | 'time'
  | 'rows'
  | 'value'
  | 'stopped';

export interface RefusedSql {
  readonly refusal: SqlRefusal;
  /** The word that is refused, or SQLite's own message. */
  readonly detail: string;
  /** The place of the word; absent = it is about the whole statement. */
  readonly span?: Span;
}

/** More characters are no question. */
export const longestStatement = 20_000;

const beginnings: ReadonlySet<string> = new Set(['select', 'with', 'values']);

/** Words that begin another kind of statement; as names they need quotes. */
const refusedWords: ReadonlySet<string> = new Set([
  'alter',
  'analyze',
  'attach',
  'begin',
  'commit',
  'create',
  'delete',
  'detach',
  'drop',
  'explain',
  'insert',
  'into',
  'pragma',
  'reindex',
  'release',
  'rollback',
  'savepoint',
  'update',
  'vacuum',
]);

/** Tables and functions of SQLite that show or do more than the tables of results: its own ones, and those of extensions. */
const refusedNames =
  /^(?:sqlite_.*|pragma_.*|dbstat|bytecode|tables_used|fts\d.*|rtree.*|geopoly.*|load_extension|readfile|writefile|edit|fsdir|zipfile|sqlar_.*|completion)$/;

/**
 * What keeps a statement from being executed; `undefined` = it may be.
 *
 * @param hidden names of tables in lower case that it must not read
 */
export function sqlProblem(sql: string, hidden: ReadonlySet<string>): RefusedSql | undefined {
  if (sql.length > longestStatement) return { refusal: 'too-long', detail: String(longestStatement) };
  const tokens = [...tokensOf(sql)];
  while (tokens.at(-1)?.text === ';' && tokens.at(-1)?.kind === 'sign') tokens.pop();
  const [first] = tokens;
  if (first === undefined) return { refusal: 'empty', detail: '' };
  if (sql.includes('\0')) return { refusal: 'invalid', detail: 'NUL' };
  if (first.kind !== 'word' || !beginnings.has(first.text.toLowerCase()))
    return refusedAt('not-select', first);
  for (const token of tokens) {
    const problem = tokenProblem(token);
    if (problem) return problem;
  }
  for (const token of namesOfTables(tokens)) {
    const name = token.text.toLowerCase();
    if (hidden.has(name) || isReservedName(name)) return refusedAt('name', token);
  }
  return undefined;
}

const refusedAt = (refusal: SqlRefusal, { text, start, end }: SqlToken): RefusedSql => ({
  refusal,
  detail: text.slice(0, 40),
  span: { start, end },
});

/** Names that are SQLite's own, in lower case. */
export const isReservedName = (name: string): boolean => refusedNames.test(name);

function tokenProblem(token: SqlToken): RefusedSql | undefined {
  const { kind, text } = token;
  if (kind === 'unclosed') return refusedAt('unclosed', token);
  if (kind === 'parameter') return refusedAt('parameter', token);
  if (kind === 'sign') return text === ';' ? refusedAt('several', token) : undefined;
  return kind === 'word' && refusedWords.has(text.toLowerCase()) ? refusedAt('word', token) : undefined;
}
