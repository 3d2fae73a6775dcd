/** Tables of character classes for the scanner. */
import { TokenKind } from './token-kinds.ts';

/** Classes of UTF-16 units outside quotes. */
export const CharClass = {
  Word: 0,
  Space: 1,
  Sign: 2,
  Quote: 3,
  Backslash: 4,
  Reserved: 5,
  Control: 6,
} as const;

/** The number of entries of a table by UTF-16 unit, which is faster than conditions. */
const units = 0x1_0000;
const ascii = 0x80;
/** The grammar takes it as a letter, though it is hardly meant as one. */
const backtick = 0x60;

const groups: readonly (readonly [string, number])[] = [
  [' \t\r\n', CharClass.Space],
  ['(),[]!<>=~&|', CharClass.Sign],
  ['"\'', CharClass.Quote],
  ['\\', CharClass.Backslash],
  ['{}*/%+^$#@?;', CharClass.Reserved],
];
/** The ranges of control characters and Unicode noncharacters; `to` is exclusive. */
const refused: readonly (readonly [from: number, to: number])[] = [
  [0, 0x20],
  [0x7f, 0xa0],
  [0xfdd0, 0xfdf0],
  [0xfffe, 0x1_0000],
];

/** The class of each UTF-16 unit outside quotes, one of `CharClass`. */
export const classes = new Uint8Array(units);
for (const [from, to] of refused) classes.fill(CharClass.Control, from, to);
for (const [characters, kind] of groups)
  for (const character of characters) classes[character.charCodeAt(0)] = kind;

const singles: Readonly<Record<string, TokenKind>> = {
  '(': TokenKind.Open,
  ')': TokenKind.Close,
  ',': TokenKind.Comma,
  '[': TokenKind.OpenBracket,
  ']': TokenKind.CloseBracket,
  '=': TokenKind.Equals,
  '~': TokenKind.Like,
};

/** First characters of tokens that can have more than one character; greater than every kind. */
export const Lead = { Word: 100, Space: 101, Quote: 102, Pair: 103, Other: 104 } as const;

const leadOfClass: Readonly<Record<number, number>> = {
  [CharClass.Word]: Lead.Word,
  [CharClass.Space]: Lead.Space,
  [CharClass.Quote]: Lead.Quote,
  [CharClass.Sign]: Lead.Pair,
};

/** By UTF-16 unit: the kind of a token of one character, or one of `Lead`. */
export const leads = new Uint8Array(units).fill(Lead.Other);
/** The effect of a UTF-16 unit on a word or a quoted text: continues it, ends it, or needs a closer look. */
export const Step = { On: 0, Stop: 1, Look: 2 } as const;
/** By UTF-16 unit: its effect on a word, one of `Step`. */
export const wordSteps = new Uint8Array(units).fill(Step.Look);
/** By UTF-16 unit: its effect on a quoted text, one of `Step`. */
export const quotedSteps = new Uint8Array(units);

for (const [from, to] of refused) quotedSteps.fill(Step.Look, from, to);
for (const character of '\r\n') quotedSteps[character.charCodeAt(0)] = Step.On;
for (const character of '\\"\'') quotedSteps[character.charCodeAt(0)] = Step.Stop;
for (let code = 0; code < ascii; code++) {
  const kind = classes[code]!;
  const isOdd = (code >= 48 && code <= 57) || code === 45 || code === backtick;
  leads[code] =
    singles[String.fromCharCode(code)] ?? (isOdd ? Lead.Other : (leadOfClass[kind] ?? Lead.Other));
  if (kind < CharClass.Backslash && code !== backtick)
    wordSteps[code] = kind === CharClass.Word ? Step.On : Step.Stop;
}
