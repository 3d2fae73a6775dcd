/**
 * Writes rows as a workbook (XLSX): a sheet with the rows, whose numbers, dates and truth values are such, and a sheet that
 * says where they come from.
 */
import { writeFile } from 'node:fs/promises';
import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import texts from '../../../catalogue/messages/workbook.json' with { type: 'json' };
import { isEmptyCell } from '#shared/base/tables/cell-values.ts';
import { timeOf } from '#shared/base/text/date-format.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import type { Line } from './export-formats.ts';

const say = wordingOf<keyof typeof texts>(texts);

/** The cells of a workbook that is made in memory, at most. */
const maxCells = 2_000_000;
/** Limits of the format: rows of a sheet, and characters of a cell and of the name of a sheet. */
const most = { rows: 1_048_576, text: 32_767, name: 31 };

/** Whether a workbook has room for a table. */
export const fitsWorkbook = (rows: number, columns: number): boolean =>
  rows < most.rows && rows * columns <= maxCells;

interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly lines: readonly Line[];
}

/** @param about the run that the rows come from; absent = unknown, as for rows that are derived from others */
export async function writeWorkbook(
  file: string,
  { title, columns, lines }: Table,
  about: RanQuery | undefined,
): Promise<void> {
  const name = sheetName(title);
  const sheets = [
    {
      sheet: name,
      data: [columns.map(column => heading(column.title)), ...lines.map(line => cellsOf(line, columns))],
      columns: columns.map(({ type }) => ({ width: type === 'text' || type === 'html' ? 40 : 20 })),
      stickyRowsCount: 1,
    },
    {
      sheet: name.toLowerCase() === say('about').toLowerCase() ? `${say('about')} (2)` : say('about'),
      data: aboutSheet(lines.length, about),
      columns: [{ width: 20 }, { width: 80 }],
    },
  ];
  await writeFile(file, await writeXlsxFile(sheets).toBuffer());
}

/** A name that a sheet can have. */
function sheetName(title: string): string {
  const name = title
    .replace(/[[\]:*?/\\\p{Cc}\s]+/gu, ' ')
    .slice(0, most.name)
    .replaceAll("'", '’')
    .replace(/\p{Cs}$/u, '')
    .trim();
  return name === '' || name.toLowerCase() === 'history' ? say('rows') : name;
}

const heading = (text: string): CellObject => ({ ...textCell(text), fontWeight: 'bold' });

const cellsOf = (line: Line, columns: readonly Column[]): SheetData[number] =>
  columns.map((column, index) => cellOf(line[index], column));

/** A typed cell. A text stays a text, also where it looks like a formula or a number. */
function cellOf(value: Json | undefined, { type }: Column): CellObject | null {
  if (value === undefined || value === null || isEmptyCell(value)) return null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === 'object') return textCell(JSON.stringify(value));
  return (type === 'date' ? dateCell(value) : undefined) ?? textCell(value);
}

/** Excel has no dates before March 1900, and takes 1900 for a leap year. */
const firstDate = Date.UTC(1900, 2, 1);

function dateCell(value: string): CellObject | undefined {
  const time = isDay(value) ? Date.parse(value) : timeOf(value);
  if (time === undefined || !(time >= firstDate)) return undefined;
  return { value: new Date(time), type: Date, format: isDay(value) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
}

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);

/**
 * A cell of text. Characters that XML cannot have are left out by the library; `_x0041_` would be read as `A`. The library looks
 * texts up in an object, which has some already, such as `constructor`: their first character is written by its code.
 */
function textCell(text: string): CellObject {
  const value = text.toWellFormed().replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  if (value in Object.prototype) {
    const code = value.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
    return { value: `_x${code}_${value.slice(1)}`, type: String };
  }
  return { value: value.length > most.text ? `${value.slice(0, most.text - 1)}…` : value, type: String };
}

const numberCell = (value: number): CellObject => ({ value, type: Number });
const timeCell = (milliseconds: number): CellObject => ({
  value: new Date(milliseconds),
  type: Date,
  format: 'yyyy-mm-dd hh:mm:ss',
});

/** The names and values of the second sheet. */
function aboutSheet(rows: number, about: RanQuery | undefined): SheetData {
  const facts: readonly (readonly [keyof typeof texts, CellObject])[] = about
    ? [
        ['title', textCell(about.title)],
        ['query', textCell(about.query)],
        ['site', textCell(about.site ? `${about.site.name} (${about.site.url})` : '')],
        ['ran', timeCell(about.ran)],
        ['completeness', textCell(say(`status.${about.status}`))],
        ['fetched', numberCell(about.rows)],
        ...(about.total === undefined ? [] : ([['total', numberCell(about.total)]] as const)),
      ]
    : [];
  return [...facts, ['here', numberCell(rows)] as const, ['zone', textCell('UTC')] as const].map(
    ([name, cell]) => [heading(say(name)), cell],
  );
}
