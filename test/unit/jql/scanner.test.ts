/** The tokens of texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import words from '../../../server/catalogue/jql/words.json' with { type: 'json' };
import { tokensOf } from '../../../server/src/jql/syntax/tokenize.ts';
import { Scanner } from '../../../server/src/jql/syntax/scanner.ts';
import { isReservedWord, isTrivia, TokenKind } from '../../../server/src/jql/syntax/token-kinds.ts';

const names = new Map<number, string>(Object.entries(TokenKind).map(([name, kind]) => [kind, name]));
const named = (kind: TokenKind): string => names.get(kind) ?? '';
/** `Kind text` of every token but white space. */
const scanned = (text: string): string[] =>
  tokensOf(text)
    .filter(({ kind }) => kind !== TokenKind.Space)
    .map(({ kind, start, end }) => `${named(kind)} ${text.slice(start, end)}`);
/** `code@place` of what may not be in a token. */
function faults(text: string): string[] {
  const scanner = new Scanner();
  scanner.read(text);
  return scanner.faults.map(({ code, start, end }) => `${code}@${text.slice(start, end)}`);
}

describe('the scanner', () => {
  const cases: readonly (readonly [string, ...string[]])[] = [
    ['( ) , [ ] !', 'Open (', 'Close )', 'Comma ,', 'OpenBracket [', 'CloseBracket ]', 'Bang !'],
    [
      '= != < <= > >= ~ !~',
      'Equals =',
      'NotEquals !=',
      'Less <',
      'LessOrEqual <=',
      'Greater >',
      'GreaterOrEqual >=',
      'Like ~',
      'NotLike !~',
    ],
    ['& && | || !!', 'And &', 'And &&', 'Or |', 'Or ||', 'Bang !', 'Bang !'],
    ['&&& a<==b', 'And &&', 'And &', 'Word a', 'LessOrEqual <=', 'Equals =', 'Word b'],
    ['and AND aNd andy', 'And and', 'And AND', 'And aNd', 'Word andy'],
    [
      'null EMPTY cf abort aborts',
      'Empty null',
      'Empty EMPTY',
      'CustomField cf',
      'Reserved abort',
      'Word aborts',
    ],
    [
      '12 -12 - -1w 1.5 2024-01-15 1-',
      'Number 12',
      'NegativeNumber -12',
      'Word -',
      'Word -1w',
      'Word 1.5',
      'Word 2024-01-15',
      'Word 1-',
    ],
    [
      'a.b:c_d `x é 漢字 😀 a\u00a0b “c”',
      'Word a.b:c_d',
      'Word `x',
      'Word é',
      'Word 漢字',
      'Word 😀',
      'Word a\u00a0b',
      'Word “c”',
    ],
    ['"a b" \'c "d"\' ""', 'Quoted "a b"', 'Quoted \'c "d"\'', 'Quoted ""'],
    ['"a\nb" "\\"" \'\\\'\'', 'Quoted "a\nb"', 'Quoted "\\""', "Quoted '\\''"],
    ['a\\ b \\u0061nd', 'Word a\\ b', 'Word \\u0061nd'],
    ['a#b\nc // d\r\n"# e"', 'Word a', 'Comment #b', 'Word c', 'Comment // d', 'Quoted "# e"'],
    ['ſelect ıs K', 'Word ſelect', 'Word ıs', 'Word K'],
    ['a"b"c', 'Word a', 'Quoted "b"', 'Word c'],
    ['"a\nb', 'Quoted "a', 'Word b'],
  ];
  for (const [text, ...expected] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(scanned(text), expected));
  }

  const wrong: readonly (readonly [string, ...string[]])[] = [
    ['a@b.c', 'reserved-character@@'],
    ['2024/01/15 a*', 'reserved-character@/', 'reserved-character@*'],
    ['{a}', 'reserved-character@{'],
    [
      'a\u0000b \u0085 \ufffe \u007f',
      'control-character@\u0000',
      'control-character@\u0085',
      'control-character@\ufffe',
      'control-character@\u007f',
    ],
    ['"a\tb\u0001"', 'control-character@\t', 'control-character@\u0001'],
    ['"\\x" \\q', 'illegal-escape@\\x', 'illegal-escape@\\q'],
    ['"\\u12" "\\u12G4"', 'illegal-escape@\\u', 'illegal-escape@\\u'],
    ['"\\😀" \\', 'illegal-escape@\\😀', 'illegal-escape@\\'],
    ['"a', 'unclosed-quote@"a'],
    ['\'a\nb "c\n', "unclosed-quote@'a", 'unclosed-quote@"c'],
    ['"{}*/%+^$#@?;" # {}'],
  ];
  for (const [text, ...expected] of wrong) {
    it(`finds what is wrong in ${JSON.stringify(text)}`, () => assert.deepEqual(faults(text), expected));
  }

  it('knows every word of the language, in any case, and nothing near one', () => {
    for (const word of [...Object.keys(words.keywords), ...words.reservedWords]) {
      assert(isReservedWord(word), word);
      assert(isReservedWord(word.toUpperCase()), word);
      assert(!isReservedWord(`${word}x`), word);
    }
  });

  it('knows what a parser skips', () => {
    assert.deepEqual(
      tokensOf('a # b').map(({ kind }) => isTrivia(kind)),
      [false, true, true],
    );
  });
});
