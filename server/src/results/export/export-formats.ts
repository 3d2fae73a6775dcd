/** Writes rows as text for other programs: CSV, TSV, JSON, Markdown, HTML and wikitext. */
import Papa from 'papaparse';
import { alignsEnd } from '#shared/base/tables/table-columns.ts';
import { escapeHtml, escapeMarkdown } from '#shared/base/markup-text.ts';
import { isEmptyCell } from '#shared/base/tables/cell-values.ts';
import { hasHidden, visibleLine } from '#shared/base/visible-text.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { ExportFormat } from '#shared/protocol/results.ts';
import type { Column } from '#shared/protocol/run.ts';

/** The values of a row, one for each column; `undefined` = an empty cell. */
export type Line = readonly (Json | undefined)[];

/** Writes a table in parts: the head, the rows in batches of any size, and the foot. */
export interface TableWriter {
  head(columns: readonly Column[]): string;
  /** @param isFirst no rows have been written before */
  rows(lines: readonly Line[], columns: readonly Column[], isFirst: boolean): string;
  foot(): string;
  /** The end of the last line of a file. */
  readonly lineEnd: string;
}

export type TextFormat = Exclude<ExportFormat, 'sqlite' | 'xlsx'>;

type Scalar = string | number | boolean;

/** The value itself, not how its cell shows it. Numbers stay numbers, so that a negative one is not taken for a formula. */
function scalar(value: Json | undefined): Scalar {
  if (value === undefined || value === null || isEmptyCell(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Characters that can precede a formula, and those that begin one, for a character class. */
const blank = String.raw`\s\p{Cc}\p{Cf}`;
const sign = String.raw`=+\-@＝＋－＠`;

/** A text that a spreadsheet would evaluate, also after blanks and invisible characters. */
const formula = new RegExp(String.raw`^(?:[${blank}]*[${sign}]|[\t\r\n])`, 'u');
const signs = new RegExp(`[${sign}]`, 'gu');
/** A character between a separator and the sign after it. */
const between = new RegExp(`[;,"${blank}]`, 'u');

/**
 * Puts an apostrophe before each formula inside a text.
 *
 * @param separators characters at which other programs begin a new cell
 */
const withoutInnerFormulas = (value: Scalar, separators: string): Scalar =>
  typeof value === 'string'
    ? value.replace(signs, (found, at: number) =>
        isAfterSeparator(value, at, separators) ? `'${found}` : found,
      )
    : value;

/** Whether only blanks, quotes and separators precede a place, up to a separator. */
function isAfterSeparator(text: string, at: number, separators: string): boolean {
  for (let place = at - 1; place >= 0; place--) {
    if (separators.includes(text.charAt(place))) return true;
    if (isLowSurrogate(text, place)) place--;
    if (!between.test(String.fromCodePoint(text.codePointAt(place) ?? 0))) return false;
  }
  return false;
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

const csvLines = (lines: readonly Line[]): string =>
  Papa.unparse(
    lines.map(line => line.map(value => withoutInnerFormulas(scalar(value), ';\t\r\n'))),
    { delimiter: ',', quotes: true, escapeFormulae: formula },
  );

const tsvLines = (lines: readonly Line[]): string =>
  Papa.unparse(
    lines.map(line => line.map(value => withoutInnerFormulas(scalar(value), ';,\t\r\n'))),
    { delimiter: '\t', escapeFormulae: formula },
  );

const keysOf = (columns: readonly Column[]): readonly string[] => columns.map(({ key }) => key);

/** A row as an object, without its empty cells. */
const recordOf = (line: Line, columns: readonly Column[]): Record<string, Json> =>
  Object.fromEntries(
    columns.flatMap(({ key }, index): [string, Json][] => {
      const value = line[index];
      return value === undefined ? [] : [[key, value]];
    }),
  );

const markdownLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const htmlLine = (tag: 'td' | 'th', cells: readonly string[]): string =>
  `<tr>${cells.map(cell => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>\n`;

/**
 * Characters that no page title has, or that would prevent a link: a wiki expands signatures and behavior switches in
 * links too.
 */
const noTitle = /[<>[\]{}|#]|~~~|__|^\s*$/;

const wikitextCell = (value: string, { type }: Column): string =>
  type === 'page' && !noTitle.test(value) && !hasHidden(value) ? `[[:${value}]]` : plainWikitext(value);

function plainWikitext(value: string): string {
  const text = visibleLine(value).replace(/\s+/g, ' ');
  return /[&<>[\]{}|'~=*#:;_!+-]|(?:RFC|PMID|ISBN) \d/.test(text)
    ? `<nowiki>${escapeHtml(text)}</nowiki>`
    : text;
}

const eol = '\r\n';

/** The writers of all text formats. */
export const tableWriters: Readonly<Record<TextFormat, TableWriter>> = {
  /**
   * Comma-separated text (RFC 4180). A text that a spreadsheet would evaluate gets an apostrophe in front; so does a
   * part of a text, because Excel splits lines at the list separator of its locale, often `;`, and ignores quotes inside
   * the parts.
   */
  csv: {
    head: columns => csvLines([keysOf(columns)]),
    rows: lines => eol + csvLines(lines),
    foot: () => '',
    lineEnd: eol,
  },
  /**
   * Tab-separated text as spreadsheets paste it, with apostrophes as in CSV: a spreadsheet may be set to split at commas
   * too.
   */
  tsv: {
    head: columns => tsvLines([keysOf(columns)]),
    rows: lines => eol + tsvLines(lines),
    foot: () => '',
    lineEnd: eol,
  },
  /** A list of objects, without the empty cells. */
  json: {
    head: () => '[',
    rows: (lines, columns, isFirst) =>
      lines
        .map((line, index) => {
          const separator = isFirst && index === 0 ? '\n  ' : ',\n  ';
          return separator + JSON.stringify(recordOf(line, columns), undefined, 2).replaceAll('\n', '\n  ');
        })
        .join(''),
    foot: () => '\n]',
    lineEnd: '\n',
  },
  /** An object in each line, without the empty cells. */
  ndjson: {
    head: () => '',
    rows: (lines, columns) => lines.map(line => `${JSON.stringify(recordOf(line, columns))}\n`).join(''),
    foot: () => '',
    lineEnd: '',
  },
  /** A table of GitHub Flavored Markdown; characters that would end a cell, begin markup or become a link are escaped. */
  markdown: {
    head: columns =>
      [
        markdownLine(keysOf(columns).map(escapeMarkdown)),
        markdownLine(columns.map(({ type }) => (alignsEnd(type) ? '--:' : '---'))),
      ].join('\n'),
    rows: lines =>
      lines
        .map(line => `\n${markdownLine(line.map(value => escapeMarkdown(String(scalar(value)))))}`)
        .join(''),
    foot: () => '',
    lineEnd: '\n',
  },
  /** A page with one table. */
  html: {
    head: columns =>
      `<!DOCTYPE html>\n<meta charset="utf-8">\n<table>\n<thead>\n${htmlLine('th', keysOf(columns))}</thead>\n<tbody>\n`,
    rows: lines =>
      lines
        .map(line =>
          htmlLine(
            'td',
            line.map(value => String(scalar(value))),
          ),
        )
        .join(''),
    foot: () => '</tbody>\n</table>\n',
    lineEnd: '',
  },
  /** A sortable table of a wiki page, with page titles as links; nothing else in a cell is read as markup. */
  wikitext: {
    head: columns =>
      `{| class="wikitable sortable"\n${keysOf(columns)
        .map(key => `! ${plainWikitext(key)}\n`)
        .join('')}`,
    rows: (lines, columns) =>
      lines
        .map(line => {
          const cells = line.map((value, index) => wikitextCell(String(scalar(value)), columns[index]!));
          return `|-\n${cells.map(cell => `| ${cell}\n`).join('')}`;
        })
        .join(''),
    foot: () => '|}\n',
    lineEnd: '',
  },
};
