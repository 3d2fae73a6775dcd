/** The words of a shell script are those that bash gives a program: each case was read by `bash -c`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainCommands } from '../../../server/src/query-code/shell-words.ts';
import { queriesIn } from '../../support/embedded.ts';

/** The texts of the words of the first command. */
const wordsOf = (script: string): readonly string[] =>
  (plainCommands(script)[0] ?? []).map(({ text }) => text);

const escapes: readonly (readonly [script: string, word: string])[] = [
  [String.raw`$'\101'`, 'A'],
  [String.raw`$'\1014'`, 'A4'],
  [String.raw`$'\x41\x4'`, 'A\u0004'],
  [String.raw`$'\u0041\u41'`, 'AA'],
  [String.raw`$'\U0001F600'`, '😀'],
  [String.raw`$'\303\251\xc3\xa9'`, 'éé'],
  [String.raw`$'\e[0m'`, '\u001B[0m'],
  [String.raw`$'\a\b\f\v'`, '\u0007\b\f\v'],
  [String.raw`$'\n\r\t'`, '\n\r\t'],
  [String.raw`$'\'\"\?\\'`, `'"?\\`],
  [String.raw`$'\cA'`, '\u0001'],
  [String.raw`$'\q\8\x\u'`, String.raw`\q\8\x\u`],
  ['"\\q\\$\\"\\\\\\`"', '\\q$"\\`'],
  ['"a\\\nb"', 'ab'],
  ['a\\\nb', 'ab'],
  [String.raw`a\ b\nc`, 'a bnc'],
  ['$"text"', 'text'],
  [`a'b'"c"$'d'`, 'abcd'],
];

describe('a word of a shell', () => {
  for (const [script, word] of escapes) it(script, () => assert.deepEqual(wordsOf(script), [word]));

  it('is the same for the queries in a script', async () => {
    for (const [script, word] of escapes) {
      if (!/^[\w ]*$/.test(word)) continue;
      assert.deepEqual(await queriesIn('shellscript', `jira --jql "summary ~ "${script}\n`), [
        `summary ~ ${word}`,
      ]);
    }
  });

  it('ends at blanks, operators and line ends', () => {
    assert.deepEqual(
      plainCommands('a b;c|d && e # f\ng\\\n h').map(words => words.map(({ text }) => text).join(' ')),
      ['a b', 'c', 'd', 'e', 'g h'],
    );
  });

  it('has the names of variables, which are not written out in it', () => {
    const [words] = plainCommands('x "$A b" ${C} $(d e)');
    assert.deepEqual(words, [
      { text: 'x', literal: 'x' },
      { text: '$A b', literal: ' b' },
      { text: '${C}', literal: '' },
      { text: '$(d e)', literal: '' },
    ]);
  });

  it('cannot be read where a quote is not closed', () => {
    for (const script of [`a 'b`, 'a "b', `a $'b\\'`]) assert.deepEqual(plainCommands(script), []);
  });
});
