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
const longestMeasured = 200;

export type Measure = (text: string) => number;

/** Makes a function that measures texts in the font of an element. */
export function measureIn(host: Element): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return text => text.length * 8;
  context.font = getComputedStyle(host).font;
  return text => context.measureText(text).width;
}

/** The width that fits a column's title and nearly all of its first values. */
export function naturalWidth(
  rows: readonly WindowRow[],
  column: Column,
  format: Format,
  measure: Measure,
): number {
  let width = measure(visible(column.title, longestMeasured)) + headerExtra;
  for (const row of rows) {
    if (width >= widest) break;
    const content = shownOf(row, column, format);
    const extra = content.kind === 'nested' ? 18 : 0;
    width = Math.max(width, measure(visible(content.text, longestMeasured)) + extra);
  }
  return Math.ceil(Math.max(narrowest, Math.min(width, widest)) + padding);
}

export const clampWidth = (width: number): number => Math.max(narrowest, Math.min(Math.round(width), 2000));
