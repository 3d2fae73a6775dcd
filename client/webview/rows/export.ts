/** Rows as text that other programs read. */
import Papa from 'papaparse';
import { alignsEnd } from '../cells/format.ts';
import type { Column, Json } from '../messages.ts';

/** The rows and columns to write, in the order shown; `undefined` = an empty cell. */
export interface Extract {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (Json | undefined)[])[];
}

/** The value itself rather than how its cell shows it. Numbers stay numbers, so that a negative one is no formula. */
const raw = (value: Json | undefined): string | number | boolean => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : value;
};

/**
 * Delimited text as RFC 4180 has it, with a line of titles. A text that a spreadsheet would take for
 * a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) gets an apostrophe in front.
 */
export function delimited({ columns, rows }: Extract, delimiter: ',' | '\t', titles = true): string {
  const lines = rows.map(row => row.map(raw));
  const head = titles ? [columns.map(column => column.key)] : [];
  return Papa.unparse([...head, ...lines], { delimiter, escapeFormulae: true });
}

/** A list of objects, without the empty cells. */
export const asJson = ({ columns, rows }: Extract): string =>
  JSON.stringify(
    rows.map(row =>
      Object.fromEntries(
        columns.flatMap((column, i) => (row[i] === undefined ? [] : [[column.key, row[i]]])),
      ),
    ),
    undefined,
    2,
  );

const markdownCell = (value: string): string =>
  value.replace(/[\\`*_[\]<>|~]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ');
const markdownLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table as GitHub's Markdown has it; what would end a cell or begin markup is escaped. */
export const asMarkdown = ({ columns, rows }: Extract): string =>
  [
    markdownLine(columns.map(column => markdownCell(column.key))),
    markdownLine(columns.map(({ type }) => (alignsEnd(type) ? '--:' : '---'))),
    ...rows.map(row => markdownLine(row.map(value => markdownCell(String(raw(value)))))),
  ].join('\n');
