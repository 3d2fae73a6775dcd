/** Measures the widths of columns that fit their contents. */
import { type Format, shownOf } from '../cells/cell-format.ts';
import { visible } from '../cells/hidden-characters.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { WindowRow } from '#shared/protocol/results.ts';

/** The limits of a width, in CSS pixels. */
const narrowest = 56;
const widest = 420;
const padding = 26;
/** The width of the sort arrow next to a title. */
const headerExtra = 34;
/** The number of characters of a text that are measured. */
const maxMeasuredLength = 200;

export type Measure = (text: string) => number;

/** Makes a function that measures texts in the font of an element. */
export function measureIn(host: Element): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return text => text.length * 8;
  context.font = getComputedStyle(host).font;
  return text => context.measureText(text).width;
}

/** The types whose values must not be cut: a number without its last digits is another number. */
const whole: ReadonlySet<Column['type']> = new Set(['id', 'number', 'size', 'date', 'boolean', 'issue']);
/** The part of the other values that fit, and how much wider than these the column can be so that all do. */
const [fitting, mostWidened] = [0.9, 1.5];

/** The width that fits a column's title and nearly all of its first values: few much longer ones do not widen the column. */
export function naturalWidth(
  rows: readonly WindowRow[],
  column: Column,
  format: Format,
  measure: Measure,
): number {
  const contents = rows.map(row => shownOf(row, column, format)).filter(({ text }) => text !== '');
  const widths = contents
    .map(({ text, kind }) => measure(visible(text, maxMeasuredLength)) + (kind === 'nested' ? 18 : 0))
    .toSorted((a, b) => a - b);
  const nearlyAll = widths[Math.ceil(widths.length * fitting) - 1] ?? 0;
  const all = widths.at(-1) ?? 0;
  const fitsAll = whole.has(column.type) || all <= nearlyAll * mostWidened;
  const width = Math.max(
    measure(visible(column.title, maxMeasuredLength)) + headerExtra,
    fitsAll ? all : nearlyAll,
  );
  return Math.ceil(Math.max(narrowest, Math.min(width, widest)) + padding);
}

export const clampWidth = (width: number): number => Math.max(narrowest, Math.min(Math.round(width), 2000));
