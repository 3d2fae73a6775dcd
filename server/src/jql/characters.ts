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
