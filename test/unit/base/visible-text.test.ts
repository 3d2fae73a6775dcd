import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { hasHidden, visibleData, visibleLine, withoutCommands } from '#shared/base/visible-text.ts';

const lines: readonly (readonly [string, string])[] = [
  ['plain text', 'plain text'],
  ['', ''],
  ['two\nlines\tand a tab', 'two lines and a tab'],
  ['a\u2028b\u2029c\u0085d', 'a b c d'],
  ['user\u202Etxt.exe', 'user\uFFFDtxt.exe'],
  ['a\u2066b\u2069', 'a\uFFFDb\uFFFD'],
  ['\u0000\u001B[31m\u007F', '\uFFFD\uFFFD[31m\uFFFD'],
  ['zero\u200Bwidth\u00AD', 'zero\uFFFDwidth\uFFFD'],
  ['\uFEFFmark', '\uFFFDmark'],
  ['nothing\u3164\u115F\uFFA0to see', 'nothing\uFFFD\uFFFD\uFFFDto see'],
  ['half \uD800', 'half \uFFFD'],
  ['👩\u200D🚀 ❤\uFE0F é 漢字 می\u200Cخواهم', '👩\u200D🚀 ❤\uFE0F é 漢字 می\u200Cخواهم'],
  ['\u200Dalone', '\uFFFDalone'],
  ['end\u200D', 'end\uFFFD'],
  ['a\u200C\u200D\u200Cb', 'a\uFFFD\uFFFD\uFFFDb'],
  ['🏴\u{E0067}\u{E007F}', '🏴\uFFFD\uFFFD'],
  ['🏳\uFE0F\u200D🌈 1\uFE0F\u20E3 葛\u{E0100} ᠠ\u180B', '🏳\uFE0F\u200D🌈 1\uFE0F\u20E3 葛\u{E0100} ᠠ\u180B'],
  ['a\u{E0149}\u{E0157}b\uFE0F', 'a\uFFFD\uFFFDb\uFFFD'],
  ['❤\uFE0F\uFE0F', '❤\uFE0F\uFFFD'],
  ['blank\u2800braille', 'blank\uFFFDbraille'],
];
for (const [text, shown] of lines)
  test(`${JSON.stringify(text)} is shown as ${JSON.stringify(shown)}`, () => {
    assert.equal(visibleLine(text), shown);
    assert.equal(hasHidden(text), text !== shown);
  });

const data: readonly (readonly [string, string])[] = [
  ['a\tb\r\n"c\nd"', 'a\tb\r\n"c\nd"'],
  ['\u001B]0;title\u0007\t\u009B31m\u202E', '\uFFFD]0;title\uFFFD\t\uFFFD31m\uFFFD'],
];
for (const [text, shown] of data)
  test(`rows with ${JSON.stringify(text)} are shown as ${JSON.stringify(shown)}`, () =>
    assert.equal(visibleData(text), shown));

describe('a site’s text cannot be a workflow command', () => {
  const cases: readonly (readonly [text: string, after: string])[] = [
    ['::add-mask::x', ': :add-mask::x'],
    ['a\n  ::stop-commands::x\nb', 'a\n  : :stop-commands::x\nb'],
    ['a ##[error]x', 'a ## [error]x'],
    ['##vso[task.setvariable]x', '## vso[task.setvariable]x'],
    ['std::string and a:: b', 'std::string and a:: b'],
    ['## Heading', '## Heading'],
  ];
  for (const [text, after] of cases)
    it(JSON.stringify(text), () => assert.equal(withoutCommands(text), after));
});
