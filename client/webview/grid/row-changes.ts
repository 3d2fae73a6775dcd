/** Marks the changes of a comparison in a row and its cells: by words, signs and colors. */
import { cellAt } from '#shared/base/tables/cell-values.ts';
import type { Comparison } from '#shared/protocol/table-comparison.ts';
import type { WindowRow } from '#shared/protocol/results.ts';
import type { Column } from '#shared/protocol/run.ts';
import { shownOf, valueOf, type Format } from '../cells/cell-format.ts';
import { element } from '../dom.ts';
import { text } from '../panel-texts.ts';
import { marked } from './cell.ts';
import { shorten } from '#shared/base/shorten.ts';

const signs: Readonly<Record<string, string>> = { added: '+', gone: '−', changed: '≠' };

/** The maximum length of a previous value in a cell, in characters. */
const longest = 100;

export interface ChangedRow {
  readonly row: WindowRow;
  readonly columns: readonly Column[];
  /** The elements of the cells, in the order of the columns. */
  readonly cells: readonly HTMLElement[];
  readonly format: Format;
}

/** Marks the changed cells of a row. Returns the class of the row; empty = unchanged. */
export function markChanges({ row, columns, cells, format }: ChangedRow, comparison: Comparison): string {
  const state = cellAt(row.cells, comparison.state);
  const sign = typeof state === 'string' ? signs[state] : undefined;
  if (typeof state !== 'string' || sign === undefined) return '';
  const list = cellAt(row.cells, comparison.changes);
  const changed = new Set<unknown>(Array.isArray(list) ? list : []);
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (!cell) continue;
    if (column.key === comparison.state) cell.prepend(element('span', { class: 'sign', text: `${sign} ` }));
    if (!changed.has(column.key)) continue;
    const before = valueBefore(row, column, comparison, format);
    cell.classList.add('changed');
    cell.title = text('comparison.before', { value: before });
    cell.prepend(
      element('del', { children: marked(shorten(before, longest)) }),
      element('span', { class: 'sign', text: ' → ', attributes: { 'aria-label': text('comparison.to') } }),
    );
  }
  return ` ${state}`;
}

function valueBefore(row: WindowRow, column: Column, { before }: Comparison, format: Format): string {
  const key = Object.hasOwn(before, column.key) ? before[column.key] : undefined;
  const earlier = { ...column, key: key ?? '' };
  return valueOf(row, earlier) === undefined ? text('comparison.empty') : shownOf(row, earlier, format).text;
}
