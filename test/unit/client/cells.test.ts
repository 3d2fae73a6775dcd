import assert from 'node:assert/strict';
import test from 'node:test';
import { relativeTimes, localTimes } from '../../../client/webview/cells/cell-dates.ts';
import { timeOf } from '#shared/base/text/date-format.ts';
import { createFormat, humanSizes } from '../../../client/webview/cells/cell-format.ts';
import { segments, visible } from '../../../client/webview/cells/hidden-characters.ts';
import { preview } from '../../../client/webview/cells/nested.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { ColumnType } from '#shared/protocol/run.ts';

const now = Date.parse('2026-02-01T12:00:00Z');
const format = createFormat({
  locale: 'en',
  timeZone: 'UTC',
  now: () => now,
  htmlText: html => html.replace(/<[^>]*>/g, ''),
});

const cases: readonly (readonly [Json | undefined, ColumnType, text: string, kind: string, tip: string])[] = [
  [undefined, 'text', '', 'muted', ''],
  [null, 'text', 'null', 'muted', ''],
  ['', 'text', '', 'text', ''],
  ['Main Page', 'page', 'Main Page', 'link', 'Main Page'],
  ['Åsa', 'user', 'Åsa', 'link', 'Åsa'],
  [1234567, 'number', '1,234,567', 'number', ''],
  [-1400.25, 'number', '-1,400.25', 'number', ''],
  [1184000000, 'id', '1184000000', 'number', ''],
  ['1,5', 'number', '1,5', 'text', '1,5'],
  [180, 'size', '180 B', 'number', '180 bytes'],
  [12595, 'size', '12.3 kB', 'number', '12,595 bytes'],
  [0, 'namespace', '(Main)', 'text', 'Namespace 0'],
  [828, 'namespace', '828', 'number', ''],
  [true, 'boolean', '✓', 'yes', 'true'],
  [false, 'boolean', '–', 'no', 'false'],
  ['2026-01-15T14:56:00Z', 'date', '2026-01-15 14:56:00', 'date', '2026-01-15T14:56:00Z\n2 weeks ago'],
  ['infinity', 'date', 'infinity', 'text', 'infinity'],
  ['<b>bold</b> move', 'html', 'bold move', 'text', 'bold move'],
  [[], 'json', 'empty', 'muted', ''],
  [['a', 'b'], 'json', 'a, b', 'nested', ''],
  [{ id: 'Q42', flags: [1, 2] }, 'json', 'id: Q42 · flags: [2]', 'nested', ''],
];

for (const [value, type, text, kind, tip] of cases)
  test(`${JSON.stringify(value) ?? 'an empty cell'} as ${type} is shown as “${text}”`, () =>
    assert.deepEqual(format(value, type), { text, tip, kind }));

const hidden: readonly (readonly [text: string, shown: string])[] = [
  ['plain text', 'plain text'],
  ['', ''],
  ['a\nb\tc', 'a↵b⇥c'],
  ['user\u202Etxt.exe', 'userU+202Etxt.exe'],
  ['\u0000\u001b[31m', 'U+0000U+001B[31m'],
  ['zero\u200Bwidth', 'zeroU+200Bwidth'],
  ['\ufeffmark', 'U+FEFFmark'],
  ['👩\u200D🚀', '👩\u200D🚀'],
  ['\u200Dalone', 'U+200Dalone'],
  ['half \ud800', 'half U+D800'],
  ['a\n\n\nb', 'a↵↵↵b'],
  ['\u202E'.repeat(200_000), 'U+202E×1000…'],
  ['\u202E\u202D\u202E', 'U+202EU+202DU+202E'],
];

for (const [text, shown] of hidden)
  test(`hidden characters are shown: ${JSON.stringify(text)}`, () => assert.equal(visible(text), shown));

test('a mark is told apart from the text around it', () =>
  assert.deepEqual(segments('a\u202Eb'), [
    { text: 'a', mark: false },
    { text: 'U+202E', mark: true },
    { text: 'b', mark: false },
  ]));

const times: readonly (readonly [Json, number | undefined])[] = [
  ['2026-01-15T14:56:00Z', Date.UTC(2026, 0, 15, 14, 56)],
  ['2026-01-15T14:56:00.500+0200', Date.UTC(2026, 0, 15, 12, 56, 0, 500)],
  ['2026-01-15 14:56:00Z', Date.UTC(2026, 0, 15, 14, 56)],
  ['2026-01-15', undefined],
  ['infinity', undefined],
  ['2026-13-45T99:99:99Z', undefined],
  [20260115, undefined],
];

for (const [value, time] of times)
  test(`${JSON.stringify(value)} is ${time === undefined ? 'no time' : 'a time'}`, () =>
    assert.equal(timeOf(value), time));

const distances: readonly (readonly [string, string])[] = [
  ['2026-02-01T11:59:30Z', '30 seconds ago'],
  ['2026-02-01T14:00:00Z', 'in 2 hours'],
  ['2026-01-31T12:00:00Z', 'yesterday'],
  ['2001-01-15T00:00:00Z', '25 years ago'],
];

for (const [time, words] of distances)
  test(`${time} is ${words}`, () => assert.equal(relativeTimes('en')(Date.parse(time), now), words));

test('local times follow the zone', () =>
  assert.equal(localTimes('Asia/Tokyo')(Date.UTC(2026, 0, 15, 16)), '2026-01-16 01:00:00'));

const sizes: readonly (readonly [number, string])[] = [
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 kB'],
  [-2048, '-2 kB'],
  [5 * 1024 ** 3, '5 GB'],
  [3 * 1024 ** 6, '3,145,728 TB'],
];

for (const [bytes, shown] of sizes)
  test(`${bytes} bytes are ${shown}`, () => assert.equal(humanSizes('en')(bytes), shown));

test('a list of pages reads as their titles', () =>
  assert.equal(
    preview([
      { ns: 14, title: 'Category:A' },
      { ns: 14, title: 'Category:B' },
    ]),
    'Category:A, Category:B',
  ));

test('a preview stays short', () =>
  assert.ok(preview(Array.from({ length: 10_000 }, (_, i) => i)).length <= 121));
