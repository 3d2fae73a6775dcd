/**
 * Decides which SQL of users and agents is executed: one statement that only reads, and only from given tables. SQLite
 * cannot make a name from a value, so all names are known before a statement runs: it is enough to check the words of
 * the text, and for names, the places at which a table or a function can be.
 */
import type { Span } from '#shared/base/text/span.ts';
import { namesOfTables } from './name-places.ts';
import { type SqlToken, tokensOf } from './tokens.ts';

/** The reason why a statement is not executed, or was ended. */
type SqlRefusal =
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
  /** The rejected word, or SQLite's own message. */
  readonly detail: string;
  /** The place of the word; absent = the whole statement is rejected. */
  readonly span?: Span;
}

/** Maximum characters of a statement. */
export const maxStatementLength = 20_000;

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

/** Tables and functions of SQLite itself and of its extensions, which show or do more than the tables of results. */
const refusedNames =
  /^(?:sqlite_.*|pragma_.*|dbstat|bytecode|tables_used|fts\d.*|rtree.*|geopoly.*|load_extension|readfile|writefile|edit|fsdir|zipfile|sqlar_.*|completion)$/;

/**
 * The reason why a statement is not executed; `undefined` = it may be executed.
 *
 * @param hidden names of tables, in lower case, that it must not read
 */
export function sqlProblem(sql: string, hidden: ReadonlySet<string>): RefusedSql | undefined {
  if (sql.length > maxStatementLength) return { refusal: 'too-long', detail: String(maxStatementLength) };
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

/** Whether a name, in lower case, is reserved by SQLite. */
export const isReservedName = (name: string): boolean => refusedNames.test(name);

function tokenProblem(token: SqlToken): RefusedSql | undefined {
  const { kind, text } = token;
  if (kind === 'unclosed') return refusedAt('unclosed', token);
  if (kind === 'parameter') return refusedAt('parameter', token);
  if (kind === 'sign') return text === ';' ? refusedAt('several', token) : undefined;
  return kind === 'word' && refusedWords.has(text.toLowerCase()) ? refusedAt('word', token) : undefined;
}
