/** Finds misspelled keywords, such as `adn` and `oder by`. */
import words from '../../../catalogue/jql/words.json' with { type: 'json' };
import { nearest } from '#shared/base/text/nearest.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';
import { isTrivia, TokenKind } from '../syntax/token-kinds.ts';
import { type JqlToken, tokensOf } from '../syntax/tokenize.ts';
import { foreignForm } from './foreign-words.ts';
import type { Mistake } from './mistake.ts';

/** Words that are near a keyword, but mean something else: `A nor B` is neither `A or B` nor `A not B`. */
const notMisspelled: ReadonlySet<string> = new Set(['nor', 'xor']);

const keywords: readonly string[] = Object.keys(words.keywords).filter(keyword => keyword !== 'cf');

/**
 * Returns the keywords that a word may be a misspelling of: one letter is too many, missing, wrong, or has changed places
 * with the next.
 */
function similarKeywords(word: string): readonly string[] {
  const lowerCase = word.toLowerCase();
  if (!/^[a-z]{1,8}$/.test(lowerCase) || notMisspelled.has(lowerCase) || keywords.includes(lowerCase))
    return [];
  return keywords.filter(keyword => nearest(lowerCase, [keyword], 1) !== undefined);
}

/** The maximum length of a query, and the maximum number of its misspelled keywords: each try is parsed. */
const maxQueryLength = 2000;
const maxMisspelledKeywords = 5;

/** A keyword in the place of a word. */
interface Change {
  readonly token: JqlToken;
  readonly keyword: string;
}

/**
 * Returns the words at syntax errors that make the query right when each is replaced by a keyword; `[]` = none.
 *
 * @param text the text of the block
 */
export function findMisspelledKeywords({ body }: JqlQuery, text: string): readonly Mistake[] {
  const tokens =
    body.text.length > maxQueryLength ? [] : tokensOf(body.text).filter(({ kind }) => !isTrivia(kind));
  const isLiteral = ({ start, end }: JqlToken): boolean => {
    const source = body.sourceOf(start, end);
    return text.slice(source.start, source.end) === body.text.slice(start, end);
  };
  const repairs = repairsOf(body.text, tokens.filter(isLiteral), []);
  const [changes = []] = repairs;
  return changes.map(({ token }, index) => {
    const similar = repairs.flatMap(repair => (repair[index]?.token === token ? repair[index].keyword : []));
    const mistake = mistakeOf(body, token, [...new Set(similar)], repairs.length === 1);
    return {
      ...mistake,
      covers: { start: body.sourceOf(changes[0]!.token.start, token.end).start, end: body.span.end },
    };
  });
}

/** Returns each way to repair a query: the changes, with those already made, after which it has no syntax error. */
function repairsOf(
  text: string,
  tokens: readonly JqlToken[],
  made: readonly Change[],
): readonly (readonly Change[])[] {
  const changed = changedText(text, made);
  const error = parseJqlText(changed).errors.find(({ code }) => code !== 'unclosed-parenthesis');
  if (error === undefined) return made.length === 0 ? [] : [made];
  if (made.length === maxMisspelledKeywords || foreignForm(changed, error) !== undefined) return [];
  const longer = changed.length - text.length;
  const at = tokens.findIndex(({ end }) => error.span.start - longer < end);
  // `noot status = x` is wrong at its second word.
  return tokens
    .slice(Math.max(0, at - 1), at + 1)
    .toReversed()
    .filter(token => isChangeable(token) && token.start > (made.at(-1)?.token.start ?? -1))
    .flatMap(token =>
      similarKeywords(text.slice(token.start, token.end)).map(keyword => ({ token, keyword })),
    )
    .flatMap(change => repairsOf(text, tokens, [...made, change]));
}

const isChangeable = ({ kind }: JqlToken): boolean => kind === TokenKind.Word || kind === TokenKind.Reserved;

const changedText = (text: string, changes: readonly Change[]): string =>
  changes.reduceRight(
    (changed, { token: { start, end }, keyword }) => changed.slice(0, start) + keyword + changed.slice(end),
    text,
  );

function mistakeOf(
  body: JqlQuery['body'],
  { start, end }: JqlToken,
  similar: readonly string[],
  isOnlyRepair: boolean,
): Omit<Mistake, 'covers'> {
  const misspelling = body.text.slice(start, end);
  const span = body.sourceOf(start, end);
  const fixes = similar.map(keyword => {
    const to = misspelling === misspelling.toLowerCase() ? keyword : keyword.toUpperCase();
    return {
      kind: 'rename',
      title: 'fix.replace' as const,
      arguments: { to },
      edits: [{ span, newText: to }],
      ...(isOnlyRepair && isClear(misspelling.toLowerCase(), keyword) && { preferred: true }),
    };
  });
  return {
    code: 'misspelled-keyword',
    span,
    arguments: { found: misspelling, to: fixes[0]!.arguments.to },
    fixes,
  };
}

/**
 * True for a word that hardly means anything else: many short words are one wrong letter away from a keyword, and “no” is a
 * word of its own.
 */
const isClear = (word: string, keyword: string): boolean =>
  keyword.length > 3 ||
  (keyword.length === 3 && word.length !== 3 && word !== 'no') ||
  withoutDoubled(word) === keyword ||
  sortedLetters(word) === sortedLetters(keyword);

const withoutDoubled = (word: string): string =>
  Array.from(word)
    .filter((letter, index, letters) => letter !== letters[index - 1])
    .join('');

const sortedLetters = (word: string): string => Array.from(word).toSorted().join('');
