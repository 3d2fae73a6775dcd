/**
 * Finds the places at which a statement that reads can name a table or a function. Other words are columns, texts and
 * names that it defines itself.
 */
import { closingOf, isSign, isWord, type SqlToken } from './tokens.ts';

/** A parenthesis, or the whole statement. */
interface Level {
  /** Whether a comma in it separates tables. */
  isFrom: boolean;
  /** The names of its common table expressions. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Words after which a comma of the same parenthesis no longer separates tables. SQLite accepts none of them as a name,
 * as it does WINDOW.
 */
const afterTables = [
  'where',
  'group',
  'having',
  'order',
  'limit',
  'union',
  'except',
  'intersect',
  'select',
  'values',
];

/**
 * The names of tables and functions that SQLite looks up, in order, including quoted ones and texts, without the tables
 * that the statement defines.
 */
export function* namesOfTables(tokens: readonly SqlToken[]): Generator<SqlToken> {
  const closing = closingOf(tokens);
  const definedNames = new Set<SqlToken>();
  const levels: Level[] = [{ isFrom: false, shared: sharedAt(0, tokens, closing, definedNames) }];
  let table = -1;
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1)!;
    const before = tokens[index - 1];
    const isQualified = isSign(before, '.') && table === index - 2;
    const isInFrom =
      isFromAt(tokens, index - 1) ||
      isWord(before, 'join') ||
      (level.isFrom && (isSign(before, ',') || isSign(before, '(')));
    const isCalled = isSign(tokens[index + 1], '(');
    if (isSign(token, '('))
      levels.push({ isFrom: isInFrom, shared: sharedAt(index + 1, tokens, closing, definedNames) });
    else if (isSign(token, ')')) {
      if (levels.length > 1) levels.pop();
    } else if (isFromAt(tokens, index)) level.isFrom = true;
    else if (isWord(token, ...afterTables)) level.isFrom = false;
    else if (token.kind === 'word' || token.kind === 'quoted' || token.kind === 'text') {
      const isTable = isInFrom || isWord(before, 'in');
      if (isTable) table = index;
      const isShared = isTable && levels.some(({ shared }) => shared.has(lowerCase(token.text)));
      if (isCalled ? !definedNames.has(token) : isQualified || (isTable && !isShared)) yield token;
    }
  }
}

/** Lower case as in SQLite: of ASCII letters only. */
const lowerCase = (name: string): string => name.replace(/[A-Z]+/g, letters => letters.toLowerCase());

/** Whether there is a FROM that is not part of IS DISTINCT FROM. */
const isFromAt = (tokens: readonly SqlToken[], index: number): boolean =>
  isWord(tokens[index], 'from') && !isWord(tokens[index - 1], 'distinct');

/**
 * The names of the common table expressions that a WITH at a place defines.
 *
 * @param definedNames receives the tokens of these names
 */
function sharedAt(
  place: number,
  tokens: readonly SqlToken[],
  closing: ReadonlyMap<number, number>,
  definedNames: Set<SqlToken>,
): ReadonlySet<string> {
  const shared = new Set<string>();
  if (!isWord(tokens[place], 'with')) return shared;
  let at = isWord(tokens[place + 1], 'recursive') ? place + 2 : place + 1;
  for (;;) {
    const name = tokens[at];
    at++;
    if (isSign(tokens[at], '(')) at = (closing.get(at) ?? tokens.length) + 1;
    if (name === undefined || !isWord(tokens[at], 'as')) return shared;
    at++;
    if (isWord(tokens[at], 'not')) at++;
    if (isWord(tokens[at], 'materialized')) at++;
    const end = isSign(tokens[at], '(') ? closing.get(at) : undefined;
    if (end === undefined) return shared;
    shared.add(lowerCase(name.text));
    definedNames.add(name);
    if (!isSign(tokens[end + 1], ',')) return shared;
    at = end + 2;
  }
}
