/** Writes rows as an aligned table for a terminal. */
import { cellAt } from '#shared/base/tables/cell-values.ts';
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import { alignsEnd } from '#shared/base/tables/table-columns.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { Json } from '#shared/protocol/json.ts';
import { maxWindowRows, type WindowParams } from '#shared/protocol/results.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { Backend } from '../network/backend.ts';
import { Failure } from './failure.ts';

/** Maximum width of a cell in terminal columns; longer text is truncated. */
const maxCellWidth = 60;

/**
 * A table with aligned columns, part by part; their widths are those of the first part.
 *
 * @throws Failure where the rows were lost
 */
export async function* terminalTable(
  backend: Backend,
  { rows: total, ...source }: Pick<WindowParams, 'run' | 'table'> & { readonly rows: number },
  columns: readonly Column[],
  hasColor: boolean,
): AsyncGenerator<string> {
  const view = { sort: [], search: '', filters: {} };
  let widths: readonly number[] | undefined;
  for (let offset = 0; ; offset += maxWindowRows) {
    const answer = await backend.window({ ...source, view, offset, count: maxWindowRows });
    if (answer === undefined && total > 0) throw new Failure('rows.lost');
    const rows = (answer?.rows ?? []).map(({ cells }) =>
      columns.map(({ key }) => textOf(cellAt(cells, key))),
    );
    if (widths === undefined) {
      const titles = columns.map(({ title }) => truncateToWidth(visibleLine(title), maxCellWidth));
      widths = titles.map((title, index) =>
        Math.max(stringWidth(title), ...rows.map(cells => stringWidth(cells[index] ?? ''))),
      );
      const head = lineOf(titles, widths, columns);
      yield hasColor ? `${styleText('bold', head, { validateStream: false })}\n` : `${head}\n`;
    }
    for (const cells of rows) yield `${lineOf(cells, widths, columns)}\n`;
    if (rows.length < maxWindowRows) return;
  }
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return truncateToWidth(
    visibleLine(typeof value === 'object' ? JSON.stringify(value) : String(value)),
    maxCellWidth,
  );
}

function truncateToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let prefix = '';
  for (const character of text) {
    if (stringWidth(prefix + character) >= width) break;
    prefix += character;
  }
  return `${prefix}…`;
}

function lineOf(cells: readonly string[], widths: readonly number[], columns: readonly Column[]): string {
  const padded = cells.map((cell, index) => {
    const text = truncateToWidth(cell, widths[index]!);
    const padding = ' '.repeat(widths[index]! - stringWidth(text));
    return alignsEnd(columns[index]!.type) ? padding + text : text + padding;
  });
  return padded.join('  ').trimEnd();
}
