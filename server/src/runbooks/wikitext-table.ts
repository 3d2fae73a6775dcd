import { tableWriters } from '../results/export/export-formats.ts';
import type { ReportTable } from './report-table.ts';
import { cellText } from './report-cell.ts';

/** A table for a page of a wiki, as an export writes it; without an end of its last line. */
export function wikitextTable({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): string {
  const writer = tableWriters.wikitext;
  const titled = columns.map(column => ({ ...column, key: column.title }));
  const lines = rows.map(row => columns.map((column, index) => cellText(row[index], column)));
  return `${writer.head(titled)}${writer.rows(lines, titled, true)}${writer.foot()}`.trimEnd();
}
