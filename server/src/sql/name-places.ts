/** Where a statement that reads can name a table or a function. Words of other places are columns, texts and names of its own. */
import { closingOf, isSign, isWord, type SqlToken } from './tokens.ts';

/** A parenthesis, or the whole statement. */
interface Level {
  /** A comma in it separates tables. */
  isFrom: boolean;
  /** The names of its common table expressions. */
  readonly shared: ReadonlySet<string>;
}

/** Words after which no comma of the same parenthesis separates tables. SQLite takes none of them for a name; it does so with WINDOW. */
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

/** The names of tables and functions that SQLite looks up, in order: quoted ones and texts too, but no table of the statement itself. */
export function* namesOfTables(tokens: readonly SqlToken[]): Generator<SqlToken> {
  const closing = closingOf(tokens);
  const own = new Set<SqlToken>();
  const levels: Level[] = [{ isFrom: false, shared: sharedAt(0, tokens, closing, own) }];
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
      levels.push({ isFrom: isInFrom, shared: sharedAt(index + 1, tokens, closing, own) });
    else if (isSign(token, ')')) {
      if (levels.length > 1) levels.pop();
    } else if (isFromAt(tokens, index)) level.isFrom = true;
    else if (isWord(token, ...afterTables)) level.isFrom = false;
    else if (token.kind === 'word' || token.kind === 'quoted' || token.kind === 'text') {
      const isTable = isInFrom || isWord(before, 'in');
      if (isTable) table = index;
      const isShared = isTable && levels.some(({ shared }) => shared.has(lowerCase(token.text)));
      if (isCalled ? !own.has(token) : isQualified || (isTable && !isShared)) yield token;
    }
  }
}

/** As SQLite ignores case: that of ASCII only. */
const lowerCase = (name: string): string => name.replace(/[A-Z]+/g, letters => letters.toLowerCase());

/** Whether a FROM is there, which is not that of IS DISTINCT FROM. */
const isFromAt = (tokens: readonly SqlToken[], index: number): boolean =>
  isWord(tokens[index], 'from') && !isWord(tokens[index - 1], 'distinct');

/**
 * The names of the common table expressions that a WITH at a place makes.
 *
 * @param own gets the tokens of these names
 */
function sharedAt(
  place: number,
  tokens: readonly SqlToken[],
  closing: ReadonlyMap<number, number>,
  own: Set<SqlToken>,
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
    own.add(name);
    if (!isSign(tokens[end + 1], ',')) return shared;
    at = end + 2;
  }
}
