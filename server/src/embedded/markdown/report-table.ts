import { escapeMarkdown } from '#shared/base/markup-text.ts';
import { shorten } from '#shared/base/shorten.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { objectText } from '#shared/base/tables/cell-values.ts';
import texts from '../../../catalogue/messages/reports.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

/** The words of reports. */
export const say = wordingOf(texts);

/** As `say`, for a key from data. */
export const sayByKey = wordingOf<string>(texts);

/** The rows that a report shows, and the number of all rows. */
export interface ReportTable {
  /** The columns to show. */
  readonly columns: readonly Column[];
  /** The values of a row, one for each column. */
  readonly rows: readonly (readonly (Json | undefined)[])[];
  /** How many rows the result has. */
  readonly total: number;
  /** The site has more rows, and does not report how many. */
  readonly hasMore: boolean;
  readonly links: Links;
}

/** Returns the address that a value of a column links to; `undefined` = no link. */
export type Links = (column: Column, value: string) => string | undefined;

/** Returns a value in Markdown, the same on each machine. */
export function cellMarkdown(value: Json | undefined, column: Column, links: Links): string {
  const text = cellText(value, column);
  const escaped = escapeReportText(text);
  const target = typeof value === 'string' ? linkTarget(links(column, value) ?? '') : undefined;
  return target === undefined || escaped === '' ? escaped : `[${escaped}](${target})`;
}

/** Returns a value as plain text. */
export function cellText(value: Json | undefined, column: Column): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map(item => objectText(item) ?? cellText(item, column)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, member]) => `${name}: ${cellText(member, column)}`)
      .join(' · ');
  return column.type === 'date' && typeof value === 'string' ? dateText(value) : String(value);
}

/** Returns a time to the minute, in UTC; a date without a time is returned unchanged. */
function dateText(value: string): string {
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(value);
  const time = match ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN;
  return Number.isNaN(time) ? value : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Characters of one value that are shown. */
const maxValueLength = 500;

/** The start of a heading, a list, a quotation or a line below a heading. */
const beginsBlock = /^(?:\d{1,9}(?=[.)])|(?=[-+#=]))/;

/** Returns a value on one line, escaped for a paragraph, a list or a cell. */
export const escapeReportText = (value: string): string =>
  escapeMarkdown(shorten(value, maxValueLength)).replace(beginsBlock, start => `${start}\\`);

/** Returns an address as the target of a link; `undefined` = it is not the address of a page. */
export function linkTarget(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href.replaceAll(/[\s<>()[\]\\`|*~"'{}!$]/g, encoded);
}

const encoded = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
