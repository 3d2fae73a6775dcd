/** Finds characters that look like those of JQL: curly quotes, dashes, unusual spaces. */
import data from '../../../catalogue/jql/look-alikes.json' with { type: 'json' };
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import { tokensOf } from '../syntax/tokenize.ts';
import { TokenKind } from '../syntax/token-kinds.ts';

/** A character that looks like one of JQL's. */
export interface LookAlike {
  readonly kind: 'quote' | 'backtick' | 'space' | 'hidden' | 'dash' | 'sign';
  /** The place of the character; for a pair of quotes, from one to the other. */
  readonly span: Span;
  /** The text as written. */
  readonly character: string;
  /** The intended character; for a pair of quotes, the whole quoted text. */
  readonly to: string;
}

const quotes = new Map(
  Object.entries(data.quotes).flatMap(([all, to]) => Array.from(all, quote => [quote, to] as const)),
);
const signs = new Map(Object.entries(data.signs));
const letters = new Map(
  Object.entries(data.letters).flatMap(([all, to]) => Array.from(all, letter => [letter, to] as const)),
);
const anyOf = (characters: Iterable<string>): string => [...characters].join('');
const quotesLike = (straight: string): string =>
  anyOf([...quotes].flatMap(([quote, to]) => (to === straight ? [quote] : [])));
const [double, single] = [quotesLike('"'), quotesLike("'")];
const any = new RegExp(
  `[${data.backtick}${data.spaces}${data.hidden}${data.dashes}${double}${single}${anyOf(signs.keys())}]`,
);
const apostrophe = `(?<=\\p{L})['${single}](?=\\p{L})`;
const connective = '(?:[aA][nN][dD]|[oO][rR])';
/** The end, another value or another condition, after a text whose quotes are of two kinds. */
const endOfValue =
  String.raw`(?=\s*(?:$|\)\s*(?:$|\)|${connective}\s)|,\s*["${double}]` +
  String.raw`|${connective}\s[^"${double}\n]{0,80}[=~<>(]))`;
/**
 * Matches a text in quotes of one kind, with apostrophes and quotes of the other kind in it, one between a straight and a
 * typographic quote, or one in backticks.
 */
const pair =
  `(?:"(?<opened>[^"=<>~${double}\\n\\r]+)[${double}]|(?<=^|[\\s=~(,])[“„«‟](?<closed>[^"=<>~${double}\\n\\r]+)")${endOfValue}|` +
  `[${double}](?<doubled>[^${double}\\n\\r"]*)[${double}]` +
  `|[${single}](?<singled>(?:[^${double}${single}\\n\\r"']|${apostrophe})*)[${single}]` +
  `|(?<!${data.backtick})${data.backtick}(?<ticked>(?:[^${data.backtick}\\n\\r"']|(?<=\\p{L})'(?=\\p{L}))*)${data.backtick}(?!${data.backtick})`;
/**
 * Matches, in this order: a pair of quotes or of backticks, a quote alone, a blank or a hidden character, a dash before a
 * digit, a sign.
 */
const pattern = new RegExp(
  `${pair}|(?<quote>[${double}${single}])(?<inner>[^${double}${single}\\n\\r"']*)` +
    `|(?<space>[${data.spaces}]+)|(?<hidden>[${data.hidden}]+)` +
    `|(?<dash>[${data.dashes}])(?=\\d)|(?<sign>[${anyOf(signs.keys())}])`,
  'gu',
);
const pairs = new RegExp(pair, 'gu');
const apostrophes = new RegExp(apostrophe, 'gu');

const dash = new RegExp(`[${data.dashes}]`, 'g');

/** True where a text contains a character that looks like one of JQL's. */
export const holdsLookAlike = (text: string): boolean => any.test(text);

/** Returns a name with Latin letters in place of those of other alphabets that look like them. */
export const withLatinLetters = (name: string): string =>
  Array.from(name, letter => letters.get(letter) ?? letter).join('');

/** Returns a text with hyphens in place of dashes. */
export const withHyphens = (text: string): string => text.replaceAll(dash, '-');

/** Returns every look-alike of a query outside quotes and comments, in order. */
export function lookAlikes(body: MappedText): readonly LookAlike[] {
  if (!holdsLookAlike(body.text)) return [];
  const covered = maskedText(body.text);
  return Array.from(covered.matchAll(pattern), match => {
    const span = body.sourceOf(match.index, match.index + match[0].length);
    const ticked = match.groups!['ticked'];
    // Backticks around the whole query are only removed.
    const isWhole = ticked !== undefined && match[0] === covered.trim();
    return { ...replacementOf(match), span, ...(isWhole && { to: ticked }) };
  });
}

/** Returns a query's text with the intended character in place of each look-alike. */
export function withoutLookAlikes({ text }: MappedText): string {
  let done = '';
  let from = 0;
  for (const match of maskedText(text).matchAll(pattern)) {
    done += text.slice(from, match.index) + replacementOf(match).to;
    from = match.index + match[0].length;
  }
  return done + text.slice(from);
}

/** Returns the text with blanks in place of quoted texts and comments. */
function maskedText(text: string): string {
  let masked = '';
  // A straight quote inside other quotes begins nothing.
  const plain = text.replaceAll(pairs, written => written.replaceAll(/["']/g, 'x'));
  for (const { kind, start, end } of tokensOf(plain))
    masked +=
      kind === TokenKind.Quoted || kind === TokenKind.Comment
        ? ' '.repeat(end - start)
        : text.slice(start, end);
  return masked;
}

function replacementOf(match: RegExpMatchArray): Omit<LookAlike, 'span'> {
  const {
    opened,
    closed,
    doubled = opened ?? closed,
    singled,
    ticked,
    quote,
    inner = '',
    space,
    hidden,
    dash: dashText,
  } = match.groups!;
  const [character] = match;
  const quoted = doubled ?? singled;
  if (quoted !== undefined)
    return { kind: 'quote', character, to: inStraightQuotes(quoted, singled === undefined ? '"' : "'") };
  if (ticked !== undefined) return { kind: 'backtick', character, to: inStraightQuotes(ticked, '"') };
  if (quote !== undefined) return { kind: 'quote', character, to: quotes.get(quote)! + inner };
  if (space !== undefined) return { kind: 'space', character, to: ' ' };
  if (hidden !== undefined) return { kind: 'hidden', character, to: '' };
  return dashText === undefined
    ? { kind: 'sign', character, to: signs.get(character) ?? character }
    : { kind: 'dash', character, to: '-' };
}

/**
 * Returns a text in straight quotes, in double ones where it has an apostrophe, which becomes a straight one; without the
 * blanks that French puts inside of its quotes.
 */
function inStraightQuotes(text: string, quote: string): string {
  const inner = text.replaceAll(apostrophes, "'").trim();
  const around = inner.includes("'") ? '"' : quote;
  return around + inner + around;
}
