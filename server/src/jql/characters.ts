import { TokenKind } from './tokens.ts';

/** What a UTF-16 unit is outside quotes. */
export const CharClass = {
  Word: 0,
  Space: 1,
  Sign: 2,
  Quote: 3,
  Backslash: 4,
  Reserved: 5,
  Control: 6,
} as const;

const ascii = new Uint8Array(128);
ascii.fill(CharClass.Control, 0, 32);
ascii[127] = CharClass.Control;
const classes: readonly (readonly [string, number])[] = [
  [' \t\r\n', CharClass.Space],
  ['(),[]!<>=~&|', CharClass.Sign],
  ['"\'', CharClass.Quote],
  ['\\', CharClass.Backslash],
  ['{}*/%+^$#@?;', CharClass.Reserved],
];
for (const [characters, kind] of classes) {
  for (const character of characters) ascii[character.charCodeAt(0)] = kind;
}

/** The class of a UTF-16 unit outside quotes, one of `CharClass`. */
export function classOf(code: number): number {
  if (code < 128) return ascii[code]!;
  return isHighControl(code) ? CharClass.Control : CharClass.Word;
}

/** A character that may not stand in quotes as it is: a control character but for the line ends. */
export const isRefusedInQuotes = (code: number): boolean =>
  code < 32 ? code !== 10 && code !== 13 : code >= 127 && isHighControl(code);

/** From 127 on: the control characters of Latin 1 and what Unicode calls no characters. */
const isHighControl = (code: number): boolean =>
  code < 0xa0 || (code >= 0xfdd0 && code <= 0xfdef) || code === 0xfffe || code === 0xffff;

const singles: Readonly<Record<string, TokenKind>> = {
  '(': TokenKind.Open,
  ')': TokenKind.Close,
  ',': TokenKind.Comma,
  '[': TokenKind.OpenBracket,
  ']': TokenKind.CloseBracket,
  '=': TokenKind.Equals,
  '~': TokenKind.Like,
};

/** How a token begins, beside the kinds of those that are one character and no more. */
export const Lead = { Word: 100, Space: 101, Quote: 102, Digit: 103, Pair: 104, Other: 105 } as const;

/** By ASCII code: the kind of a token of one character, or one of `Lead`. */
export const leads = Uint8Array.from({ length: 128 }, (_, code) => {
  const single = singles[String.fromCharCode(code)];
  if (single !== undefined) return single;
  if ((code >= 48 && code <= 57) || code === 45) return Lead.Digit;
  switch (ascii[code]) {
    case CharClass.Word:
      return Lead.Word;
    case CharClass.Space:
      return Lead.Space;
    case CharClass.Quote:
      return Lead.Quote;
    case CharClass.Sign:
      return Lead.Pair;
    default:
      return Lead.Other;
  }
});

/** What an ASCII character does to a word: goes on with it, ends it, or needs a closer look. */
export const Step = { On: 0, Stop: 1, Look: 2 } as const;

const stepOf = (kind: number | undefined, isEnd: boolean): number =>
  kind === CharClass.Word ? Step.On : isEnd ? Step.Stop : Step.Look;

/** By ASCII code, in a word. */
export const wordSteps = Uint8Array.from(ascii, kind =>
  stepOf(kind, kind === CharClass.Space || kind === CharClass.Sign || kind === CharClass.Quote),
);

/** By ASCII code, in quotes. */
export const quotedSteps = Uint8Array.from(ascii, (kind, code) =>
  kind === CharClass.Quote
    ? Step.Stop
    : kind === CharClass.Backslash || isRefusedInQuotes(code)
      ? Step.Look
      : Step.On,
);
