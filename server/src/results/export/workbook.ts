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

/** Limits of the format: rows of a sheet, and characters of a cell and of the name of a sheet. */
const most = { rows: 1_048_576, text: 32_767, name: 31 };
/** The cells of a workbook, which is made in memory, and the characters of all of them, at most. */
const inMemory = { cells: 2_000_000, characters: 50_000_000 };

/** Whether a workbook has room for a table. */
export const fitsWorkbook = (rows: number, columns: number): boolean =>
  rows < most.rows && rows * columns <= inMemory.cells;

/** The texts of a table have more characters than a workbook that is made in memory. */
export class WorkbookTooLarge extends Error {}

/** The cells of a table: typed, and with texts of at most the length that a cell can have. */
export class WorkbookRows {
  readonly columns: readonly Column[];
  readonly rows: SheetData[number][] = [];
  #shortened = 0;
  #characters = 0;

  constructor(columns: readonly Column[]) {
    this.columns = columns;
  }

  /** The number of texts that are shortened. */
  get shortened(): number {
    return this.#shortened;
  }

  /** @throws WorkbookTooLarge */
  add(lines: readonly Line[]): void {
    for (const line of lines)
      this.rows.push(this.columns.map((column, index) => this.#cellOf(line[index], column)));
  }

  /** A typed cell. A text stays a text, also where it looks like a formula or a number. */
  #cellOf(value: Json | undefined, { type }: Column): CellObject | null {
    if (value === undefined || value === null || isEmptyCell(value)) return null;
    if (typeof value === 'boolean') return { value, type: Boolean };
    if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
    const text = typeof value === 'object' ? JSON.stringify(value) : value;
    return (type === 'date' ? dateCell(text) : undefined) ?? this.#textCellOf(text);
  }

  #textCellOf(text: string): CellObject {
    if (text.length > most.text) this.#shortened++;
    this.#characters += Math.min(text.length, most.text);
    if (this.#characters > inMemory.characters) throw new WorkbookTooLarge();
    return textCell(text);
  }
}

/** @param about the run that the rows come from; absent = unknown, as for rows that are derived from others */
export async function writeWorkbook(
  file: string,
  title: string,
  { columns, rows, shortened }: WorkbookRows,
  about: RanQuery | undefined,
): Promise<void> {
  const name = sheetName(title);
  const sheets = [
    {
      sheet: name,
      data: [columns.map(column => heading(column.title)), ...rows],
      columns: columns.map(({ type }) => ({ width: type === 'text' || type === 'html' ? 40 : 20 })),
      stickyRowsCount: 1,
    },
    {
      sheet: name.toLowerCase() === say('about').toLowerCase() ? `${say('about')} (2)` : say('about'),
      data: aboutSheet(rows.length, shortened, about),
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
  const whole = text.length > most.text ? `${text.slice(0, most.text - 1)}…` : text;
  const value = whole.toWellFormed().replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  if (!(value in Object.prototype)) return { value, type: String };
  const code = value.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
  return { value: `_x${code}_${value.slice(1)}`, type: String };
}

const numberCell = (value: number): CellObject => ({ value, type: Number });
const timeCell = (milliseconds: number): CellObject => ({
  value: new Date(milliseconds),
  type: Date,
  format: 'yyyy-mm-dd hh:mm:ss',
});

/** The names and values of the second sheet. */
function aboutSheet(rows: number, shortened: number, about: RanQuery | undefined): SheetData {
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
  return [
    ...facts,
    ['here', numberCell(rows)] as const,
    ...(shortened > 0 ? [['shortened', numberCell(shortened)] as const] : []),
    ['zone', textCell('UTC')] as const,
  ].map(([name, cell]) => [heading(say(name)), cell]);
}
