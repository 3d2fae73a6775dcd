import words from '../../catalogue/jql-words.json' with { type: 'json' };

/** The kinds of tokens, as numbers so that a scanner can answer them without making anything. */
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

/** White space or a comment: what a parser skips. */
export const isTrivia = (kind: TokenKind): boolean => kind === TokenKind.Space || kind === TokenKind.Comment;

/** `=`, `!=`, `<` and the like: an operator that is no word. */
export const isOperatorSign = (kind: TokenKind): boolean =>
  kind >= TokenKind.Equals && kind <= TokenKind.NotLike;

/** What an operator can begin with, apart from `not`. */
export const isOperatorStart = (kind: TokenKind): boolean =>
  kind >= TokenKind.Equals && kind <= TokenKind.Changed;

export const isPredicate = (kind: TokenKind): boolean => kind >= TokenKind.After && kind <= TokenKind.To;

/** A word that has a meaning in the language or is kept for one, so that it needs quotes as a name or a value. */
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

interface KnownWord {
  readonly word: string;
  readonly kind: TokenKind;
}

/** Goes on with the hash of a word by one letter; `A` and `a` are the same. */
export const hashed = (hash: number, code: number): number => (Math.imul(hash, 31) + (code | 32)) | 0;

const hashOf = (word: string): number => {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = hashed(hash, word.charCodeAt(at));
  return hash;
};

const knownWords: readonly KnownWord[] = [
  ...Object.entries(words.keywords).map(([word, keyword]) => ({
    word,
    kind: keywordKinds[keyword] ?? TokenKind.Reserved,
  })),
  ...words.reservedWords.map(word => ({ word, kind: TokenKind.Reserved })),
];

const slots = 1024;
/** One more than the index of a known word at the slot of its hash or behind it; 0 ends the search. */
const table = new Uint8Array(slots);
for (const [index, { word }] of knownWords.entries()) {
  let slot = hashOf(word) & (slots - 1);
  while (table[slot] !== 0) slot = (slot + 1) & (slots - 1);
  table[slot] = index + 1;
}
const longestWord = Math.max(...knownWords.map(({ word }) => word.length));

/** What kind of word stands between two offsets of a text, in capitals or not, by its hash. */
export function wordKind(text: string, start: number, end: number, hash: number): TokenKind {
  if (end - start > longestWord) return TokenKind.Word;
  for (let slot = hash & (slots - 1); table[slot] !== 0; slot = (slot + 1) & (slots - 1)) {
    const known = knownWords[table[slot]! - 1]!;
    if (isWordAt(text, start, end, known.word)) return known.kind;
  }
  return TokenKind.Word;
}

function isWordAt(text: string, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false;
  for (let at = start; at < end; at++) {
    if ((text.charCodeAt(at) | 32) !== word.charCodeAt(at - start)) return false;
  }
  return true;
}

/** True where a text, in capitals or not, must be quoted to be a name or a value because the language has it. */
export const isReservedWord = (text: string): boolean =>
  wordKind(text, 0, text.length, hashOf(text)) !== TokenKind.Word;
