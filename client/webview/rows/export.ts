/** Rows as text that other programs read. */
import Papa from 'papaparse';
import { alignsEnd } from '../cells/cell-format.ts';
import type { Json } from '../../../server/src/protocol/json.ts';
import type { Column } from '../../../server/src/protocol/run.ts';

/** The rows and columns to write, in the order shown; `undefined` = an empty cell. */
export interface Extract {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (Json | undefined)[])[];
}

type Scalar = string | number | boolean;

/** The value itself rather than how its cell shows it. Numbers stay numbers, so that a negative one is not a formula. */
function raw(value: Json | undefined): Scalar {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** What a spreadsheet evaluates, also after blanks and invisible characters. */
const formula = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** Where a cell begins for a program that splits lines at another separator than the comma. */
const innerFormula = /([;\t\r\n][ \u00a0"]*)(?=[=+\-@＝＋－＠])/g;

const withoutInnerFormulas = (value: Scalar): Scalar =>
  typeof value === 'string' ? value.replace(innerFormula, "$1'") : value;

/**
 * Comma-separated text as RFC 4180 has it, with a line of column keys. A text that a spreadsheet would evaluate gets an
 * apostrophe in front; so does a part of a text, because Excel splits lines at its locale's list separator, often `;`,
 * and ignores quotes inside the parts.
 */
export const asCsv = ({ columns, rows }: Extract): string =>
  Papa.unparse(
    [columns.map(({ key }) => key), ...rows].map(line => line.map(raw).map(withoutInnerFormulas)),
    { delimiter: ',', quotes: true, escapeFormulae: formula },
  );

/** Tab-separated text as a spreadsheet pastes it; a text that it would evaluate gets an apostrophe in front. */
export const asTsv = ({ columns, rows }: Extract, titles = true): string =>
  Papa.unparse([...(titles ? [columns.map(({ key }) => key)] : []), ...rows.map(row => row.map(raw))], {
    delimiter: '\t',
    escapeFormulae: formula,
  });

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
  value.replace(/[\\`*_[\]<>&|~]/g, String.raw`\$&`).replace(/\s+/g, ' ');
const markdownLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table as GitHub's Markdown has it; what would end a cell or begin markup is escaped. */
export const asMarkdown = ({ columns, rows }: Extract): string =>
  [
    markdownLine(columns.map(column => markdownCell(column.key))),
    markdownLine(columns.map(({ type }) => (alignsEnd(type) ? '--:' : '---'))),
    ...rows.map(row => markdownLine(row.map(value => markdownCell(String(raw(value)))))),
  ].join('\n');
