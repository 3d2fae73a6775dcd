/** Workbooks as another reader sees them: typed cells, texts that stay texts, and the sheet about the run. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import type { Json } from '#shared/protocol/json.ts';
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import {
  fitsWorkbook,
  WorkbookRows,
  WorkbookTooLarge,
  writeWorkbook,
} from '../../../server/src/results/export/workbook.ts';
import { readWorkbook } from '../../support/read-workbook.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'workbook-'));
const about: RanQuery = {
  title: 'Open lamps',
  uri: 'file:///lamps.jql',
  query: 'project = LAMP AND summary ~ "<light> & more"',
  site: { name: 'town', kind: 'tracker', url: 'https://town.example' },
  rows: 2,
  total: 30,
  requests: 1,
  status: 'more',
  milliseconds: 5,
  ran: Date.UTC(2026, 10, 26, 18, 30),
};

/** The sheets of a workbook with these rows. */
async function sheetsOf(
  title: string,
  columns: readonly Column[],
  lines: readonly (readonly (Json | undefined)[])[],
  origin: RanQuery | undefined = about,
): Promise<ReturnType<typeof readWorkbook>> {
  const file = path.join(folder, 'rows.xlsx');
  const rows = new WorkbookRows(columns);
  rows.add(lines);
  await writeWorkbook(file, title, rows, origin);
  return readWorkbook(readFileSync(file));
}

const cells: readonly (readonly [ColumnType, Json | undefined, unknown])[] = [
  ['text', 'plain', 'plain'],
  ['text', '=1+1', '=1+1'],
  ['text', '=HYPERLINK("http://evil.example","x")', '=HYPERLINK("http://evil.example","x")'],
  ['text', '+1', '+1'],
  ['text', '-1', '-1'],
  ['text', '@SUM(1)', '@SUM(1)'],
  ['text', '0042', '0042'],
  ['text', 'a_x0041_x0042_', 'a_x0041_x0042_'],
  ['text', 'constructor', 'constructor'],
  ['text', '__proto__', '__proto__'],
  ['text', '<b>&amp;</b>', '<b>&amp;</b>'],
  ['text', 'two\nlines', 'two\nlines'],
  ['text', 'a\u0000b\u0008\ud800', 'ab'],
  ['text', 'Zürich 横浜 😀', 'Zürich 横浜 😀'],
  ['text', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  ['number', -5.25, -5.25],
  ['id', 1_184_000_000, 1_184_000_000],
  ['boolean', true, true],
  ['boolean', false, false],
  ['date', '2026-01-15T14:56:00Z', new Date('2026-01-15T14:56:00Z')],
  ['date', '2026-01-15T14:56:00.000+0200', new Date('2026-01-15T12:56:00Z')],
  ['date', '2026-01-15', new Date('2026-01-15T00:00:00Z')],
  ['date', 'infinity', 'infinity'],
  ['date', '1850-01-01T00:00:00Z', '1850-01-01T00:00:00Z'],
  ['json', ['a', { b: 1 }], '["a",{"b":1}]'],
  ['text', null, undefined],
  ['text', undefined, undefined],
];

for (const [type, value, read] of cells)
  test(`a cell of ${type} with ${JSON.stringify(value)?.slice(0, 40) ?? 'nothing'}`, async () => {
    const columns: readonly Column[] = [
      { key: 'key', title: 'Key', type: 'issue' },
      { key: 'x', title: '=x', type },
    ];
    const sheets = await sheetsOf('Issues', columns, [['LAMP-1', value]]);
    const [heading, row] = sheets.get('Issues') ?? [];
    assert.deepEqual(heading, ['Key', '=x']);
    assert.deepEqual([row?.[0], row?.[1]], ['LAMP-1', read]);
  });

test('the second sheet says where the rows come from, when, and whether they are all', async () => {
  const sheets = await sheetsOf('Issues', [{ key: 'x', title: 'x', type: 'text' }], [['a'], ['b']]);
  assert.deepEqual(Object.fromEntries(sheets.get('About') ?? []), {
    Title: 'Open lamps',
    Query: about.query,
    Site: 'town (https://town.example)',
    'Time of the run': new Date(about.ran),
    Completeness: 'Not complete: the limit was reached, and the site has more rows.',
    'Rows fetched': 2,
    'Rows at the site': 30,
    'Rows in this file': 2,
    'Time zone of dates': 'UTC',
  });
});

const texts: readonly Column[] = [{ key: 'x', title: 'x', type: 'text' }];

test('the second sheet says how many texts are shortened', async () => {
  const long = 'x'.repeat(40_000);
  const sheets = await sheetsOf('Issues', texts, [[long], ['short'], [[long]]], undefined);
  assert.equal(Object.fromEntries(sheets.get('About') ?? [])['Shortened texts'], 2);
});

test('a workbook has no more texts than the memory has room for', () => {
  const rows = new WorkbookRows(texts);
  const line = ['x'.repeat(10_000_000)];
  assert.throws(() => rows.add(Array.from({ length: 2000 }, () => line)), WorkbookTooLarge);
});

const names: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['a/b: [c]?', ['a b c', 'About']],
  ["'quoted'", ['’quoted’', 'About']],
  ['about', ['about', 'About (2)']],
  ['History', ['Rows', 'About']],
  ['', ['Rows', 'About']],
  ['x'.repeat(40), ['x'.repeat(31), 'About']],
];
for (const [title, sheetNames] of names)
  test(`the sheets of “${title}”`, async () =>
    assert.deepEqual([...(await sheetsOf(title, [], [], undefined)).keys()], sheetNames));

test('a workbook has room for what a sheet and the memory hold', () => {
  assert.ok(fitsWorkbook(100_000, 20));
  assert.ok(!fitsWorkbook(1_048_576, 1));
  assert.ok(!fitsWorkbook(500_000, 20));
});
