/** The last result of a fence as HTML for the preview of Markdown: all text escaped, nothing that can be clicked. */
import { cellAt } from '#shared/base/tables/cell-values.ts';
import { escapeHtml } from '#shared/base/markup-text.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { cellText, say } from './report-table.ts';
import { shorten } from '#shared/base/shorten.ts';

/** The part of a result that is shown. */
export interface PreviewedResult {
  readonly title: string;
  readonly columns: readonly Column[];
  /** The first rows: the values of the columns by their keys. */
  readonly rows: readonly Readonly<Record<string, Json>>[];
  /** The number of rows of the whole result. */
  readonly total: number;
}

/** Rows that are shown. */
export const maxPreviewRows = 10;
const maxCellLength = 200;

/**
 * Returns the results of a fence as HTML.
 *
 * @param results one for each query of the fence that ran; `[]` = a hint how to run it is shown
 */
export function previewResult(results: readonly PreviewedResult[]): string {
  if (results.length === 0) return paragraph(say('preview.notRun'));
  return results.map(result => tableOf(result, results.length > 1)).join('');
}

function tableOf({ title, columns, rows, total }: PreviewedResult, hasTitle: boolean): string {
  const visibleColumns = columns.filter(({ hidden }) => hidden !== true);
  const name = hasTitle && title !== '' ? paragraph(title) : '';
  if (total === 0) return `${name}${paragraph(say('empty'))}`;
  const head = visibleColumns.map(column => `<th>${escapeHtml(column.title)}</th>`).join('');
  const body = rows
    .slice(0, maxPreviewRows)
    .map(
      row =>
        `<tr>${visibleColumns.map(column => `<td>${cellOf(cellAt(row, column.key), column)}</td>`).join('')}</tr>`,
    );
  const count = Math.min(rows.length, maxPreviewRows);
  const rest = count < total ? paragraph(say('left', { shown: count, total })) : '';
  const table = `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return `<div class="wikijql-result">${name}${table}${rest}</div>`;
}

function cellOf(value: Json | undefined, column: Column): string {
  return escapeHtml(shorten(cellText(value, column), maxCellLength));
}

const paragraph = (text: string): string => `<p class="wikijql-note">${escapeHtml(text)}</p>`;
