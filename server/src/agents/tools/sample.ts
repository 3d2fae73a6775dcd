/** The part of a table that fits an answer. */
import type { Row } from '#shared/protocol/json.ts';
import { maxWindowRows } from '#shared/protocol/results.ts';
import type { Backend } from '../../network/backend.ts';
import type { AgentTable } from './agent-results.ts';
import { bounded, type Bounds } from '../bounded.ts';
import { Refusal } from '../refusal.ts';

export interface Sample {
  readonly rows: readonly Row[];
  /** How many values are shortened. */
  readonly cuts: number;
}

/** A row, and how many of its values the window has shortened. */
interface SampledRow {
  readonly row: Row;
  readonly cut: number;
}

/** Rows of a window: a thousand rows of long values are a gigabyte, of which an answer has little. */
const rowsAtOnce = 20;

/** Bounds of a value; the later ones are for rows that would not fit otherwise. */
const valueBounds: readonly Bounds[] = [
  { text: 500, count: 30, depth: 4 },
  { text: 80, count: 8, depth: 2 },
  { text: 20, count: 3, depth: 1 },
];

/** The first rows whose JSON has at most this number of characters; of a row that is too long for it, the first columns. */
export async function sampleOf(
  backend: Backend,
  run: string,
  { header, rows }: AgentTable,
  characters: number,
): Promise<Sample> {
  if (rows === 0) return { rows: [], cuts: 0 };
  const view = { sort: [], search: '', filters: {} };
  const shown = header.columns.filter(({ hidden }) => hidden !== true).map(({ key }) => key);
  const windowRows: SampledRow[] = [];
  const most = Math.min(rows, maxWindowRows);
  for (let offset = 0; offset < most; offset += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, most - offset);
    const window = await backend.window({ run, table: header.id, view, offset, count });
    if (window === undefined) throw new Refusal('forgotten');
    for (const { cells, cut = [] } of window.rows)
      windowRows.push({ row: chosen(cells, shown), cut: cut.length });
    if (fittingRows(windowRows, valueBounds.at(-1)!, characters).rows.length < windowRows.length) break;
  }
  for (const bounds of valueBounds) {
    const sample = fittingRows(windowRows, bounds, characters);
    if (sample.rows.length > 0) return sample;
  }
  return firstColumns(windowRows[0]?.row ?? {}, characters);
}

const chosen = (cells: Row, keys: readonly string[]): Row =>
  Object.fromEntries(
    keys.flatMap(key => (Object.hasOwn(cells, key) && cells[key] !== undefined ? [[key, cells[key]]] : [])),
  );

function fittingRows(windowRows: readonly SampledRow[], bounds: Bounds, characters: number): Sample {
  const rows: Row[] = [];
  let charactersLeft = characters;
  let cuts = 0;
  for (const { row, cut } of windowRows) {
    const cells = Object.entries(row).map(([key, value]) => [key, bounded(value, bounds)] as const);
    const short = Object.fromEntries(cells.map(([key, { value }]) => [key, value]));
    charactersLeft -= JSON.stringify(short).length + 1;
    if (charactersLeft < 0) break;
    rows.push(short);
    cuts += cut + cells.reduce((sum, [, { cuts: cellCuts }]) => sum + cellCuts, 0);
  }
  return { rows, cuts };
}

function firstColumns(row: Row, characters: number): Sample {
  const cells: [key: string, value: Row[string]][] = [];
  let charactersLeft = characters;
  let cuts = 0;
  for (const [key, value] of Object.entries(row)) {
    const { value: short } = bounded(value, { text: 20, count: 1, depth: 1 });
    charactersLeft -= JSON.stringify([key, short]).length;
    if (charactersLeft < 0) cuts++;
    else cells.push([key, short]);
  }
  return { rows: [Object.fromEntries(cells)], cuts };
}
