/** The kinds of tokens, and the keywords of JQL. */
import words from '../../../catalogue/jql/words.json' with { type: 'json' };
import { NameTable } from './name-table.ts';

/** The kinds of tokens, as numbers so that a scanner needs no objects. */
export const TokenKind = {
  End: 0,
  /** Spaces, tabs and line ends. */
  Space: 1,
  /** From `#` or `//` to the end of the line. */
  Comment: 2,
  Word: 3,
  /** Digits alone. */
  Number: 4,
  /** Digits with a `-` in front. */
  NegativeNumber: 5,
  Quoted: 6,
  /** A word that needs quotes. */
  Reserved: 7,
  Open: 8,
  Close: 9,
  Comma: 10,
  OpenBracket: 11,
  CloseBracket: 12,
  /** `!`, which negates a clause but, unlike `not`, no operator. */
  Bang: 13,
  Equals: 14,
  NotEquals: 15,
  Less: 16,
  LessOrEqual: 17,
  Greater: 18,
  GreaterOrEqual: 19,
  Like: 20,
  NotLike: 21,
  In: 22,
  Is: 23,
  Was: 24,
  Changed: 25,
  Not: 26,
  And: 27,
  Or: 28,
  Empty: 29,
  After: 30,
  Before: 31,
  By: 32,
  During: 33,
  On: 34,
  From: 35,
  To: 36,
  Order: 37,
  Asc: 38,
  Desc: 39,
  CustomField: 40,
} as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

const allKinds: readonly TokenKind[] = Object.values(TokenKind);

/** Returns the kind with a number; `End` for an unknown number. */
export const kindOf = (number: number): TokenKind => allKinds[number] ?? TokenKind.End;

/** True for white space and comments, which a parser skips. */
export const isTrivia = (kind: TokenKind): boolean => kind === TokenKind.Space || kind === TokenKind.Comment;

/** True for a word, a number or a text in quotes, also for one that needs quotes. */
export const isWord = (kind: TokenKind): boolean => kind >= TokenKind.Word && kind <= TokenKind.Reserved;

/** `=`, `!=`, `<` and the like: an operator that is not a word. */
export const isOperatorSign = (kind: TokenKind): boolean =>
  kind >= TokenKind.Equals && kind <= TokenKind.NotLike;

/** True for the first token of an operator, except `not`. */
export const isOperatorStart = (kind: TokenKind): boolean =>
  kind >= TokenKind.Equals && kind <= TokenKind.Changed;

/** True for the keyword of a predicate, such as `after`. */
export const isPredicate = (kind: TokenKind): boolean => kind >= TokenKind.After && kind <= TokenKind.To;

/** True for a word that is a keyword or reserved, so that it needs quotes as a name or a value. */
export const isReserved = (kind: TokenKind): boolean => kind === TokenKind.Reserved || kind >= TokenKind.In;

const keywordKinds: Readonly<Record<string, TokenKind>> = {
  and: TokenKind.And,
  or: TokenKind.Or,
  not: TokenKind.Not,
  in: TokenKind.In,
  is: TokenKind.Is,
  was: TokenKind.Was,
  changed: TokenKind.Changed,
  empty: TokenKind.Empty,
  after: TokenKind.After,
  before: TokenKind.Before,
  by: TokenKind.By,
  during: TokenKind.During,
  on: TokenKind.On,
  from: TokenKind.From,
  to: TokenKind.To,
  order: TokenKind.Order,
  asc: TokenKind.Asc,
  desc: TokenKind.Desc,
  cf: TokenKind.CustomField,
};

/** Maps the words of the language to their kinds; other words have none. */
export const keywords = new NameTable<TokenKind>([
  ...Object.entries(words.keywords).map(
    ([word, keyword]) => [word, keywordKinds[keyword] ?? TokenKind.Reserved] as const,
  ),
  ...words.reservedWords.map(word => [word, TokenKind.Reserved] as const),
]);

/** True for a keyword or reserved word in any case, which must be quoted to be a name or a value. */
export const isReservedWord = (text: string): boolean => keywords.at(text, 0, text.length) !== undefined;
