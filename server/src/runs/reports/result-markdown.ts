/** The result of a query as Markdown. Nothing in it changes while the rows stay the same. */
import { alignsEnd } from '#shared/base/tables/table-columns.ts';
import { codeBlock } from '#shared/base/text/markdown.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import {
  cellMarkdown,
  cellText,
  escapeReportText,
  type ReportTable,
  say,
} from '../../embedded/markdown/report-table.ts';
import { tableWriters } from '../../results/export/export-formats.ts';

/** Returns a table of rows and columns, with a sentence below it about rows that are left out. */
export function tableMarkdown(table: ReportTable): string {
  if (table.rows.length === 0) return nothing(table);
  const { columns, rows, links } = table;
  const lines = [
    lineOf(columns.map(({ title }) => escapeReportText(title))),
    lineOf(columns.map(({ type }) => (alignsEnd(type) ? '--:' : '---'))),
    ...rows.map(row => lineOf(columns.map((column, index) => cellMarkdown(row[index], column, links)))),
  ];
  return withRemark(lines.join('\n'), table);
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const usualOfIssues: ReadonlySet<string> = new Set(['key', 'summary', 'status', 'assignee']);
const mostBesideTitle = 3;

/** The columns of a list of a query without `@columns`: what tells an issue or a page, and little more. */
export function listColumns(columns: readonly Column[], kind: SiteKind): readonly Column[] {
  if (kind === 'tracker') {
    const usual = columns.filter(({ key }) => usualOfIssues.has(key));
    return usual.length > 0 ? usual : columns;
  }
  const titles = columns.filter(({ key }) => key === 'title');
  const others = columns.filter(column => !titles.includes(column));
  return [...titles, ...others.slice(0, mostBesideTitle)];
}

/** Returns a list with an item for each row: the value of the first column, then those of the others with their names. */
export function listMarkdown(table: ReportTable): string {
  if (table.rows.length === 0) return nothing(table);
  return withRemark(table.rows.map(row => itemOf(row, table, table.columns)).join('\n'), table);
}

function itemOf(
  row: ReportTable['rows'][number],
  { columns, links }: ReportTable,
  shown: readonly Column[],
): string {
  const [first] = shown;
  const heading: string[] = [];
  const named: string[] = [];
  for (const column of shown) {
    const cell = cellMarkdown(row[columns.indexOf(column)], column, links);
    if (cell === '') continue;
    if (column === first || isSummaryOf(first, column)) heading.push(cell);
    else named.push(`${escapeReportText(column.title)}: ${cell}`);
  }
  const parts = [heading.join(' '), named.join('; ')].filter(text => text !== '');
  return `- ${parts.join(' – ') || say('group.empty')}`;
}

/** Whether a column has the summaries of the issues that the first column names: it reads as their title. */
const isSummaryOf = (first: Column | undefined, { key }: Column): boolean =>
  first?.type === 'issue' && key === 'summary';

/** Returns lists of rows grouped by the values of a column; a row with several values is in each of their lists. */
export function changelogMarkdown(table: ReportTable, by: Column): string {
  if (table.rows.length === 0) return nothing(table);
  const { columns, rows } = table;
  const index = columns.indexOf(by);
  const others = columns.filter(column => column !== by);
  const shown = others.length === 0 ? columns : others;
  const none = say('group.empty');
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const value = row[index];
    const values = Array.isArray(value) && value.length > 0 ? value : [value];
    for (const group of new Set(values.map(cell => escapeReportText(cellText(cell, by)) || none))) {
      const items = groups.get(group) ?? [];
      groups.set(group, items);
      items.push(itemOf(row, table, shown));
    }
  }
  const sections = [...groups]
    .toSorted(([one], [other]) => compareNames(one, other, none))
    .map(([group, items]) => `**${group}**\n\n${items.join('\n')}`);
  return withRemark(sections.join('\n\n'), table);
}

/** Compares names by their characters, whatever the language of the machine is; the name `last` comes after all others. */
function compareNames(one: string, other: string, last: string): number {
  if (one === last || other === last) return one === last ? 1 : -1;
  return one < other ? -1 : 1;
}

export const countMarkdown = ({ total, hasMore }: Pick<ReportTable, 'total' | 'hasMore'>): string =>
  say(hasMore ? 'count.more' : 'count', { count: total });

/** Returns the wikitext of a table in a fence, to be copied to a page of a wiki. */
export function wikitextMarkdown(table: ReportTable): string {
  return withRemark(codeBlock(wikitextTable(table), 'wikitext'), table);
}

/** Returns a picture that is stored beside the report; its name is encoded as a path. */
export const chartMarkdown = (file: string, description: string): string =>
  `![${escapeReportText(description)}](./${encodeURIComponent(file).replaceAll(/[!'()*~]/g, percentEncoded)})`;

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const nothing = (table: ReportTable): string =>
  table.hasMore ? say('left.more', { shown: 0 }) : say('empty');

function withRemark(text: string, { rows, total, hasMore }: ReportTable): string {
  if (hasMore) return `${text}\n\n${say('left.more', { shown: rows.length })}`;
  return rows.length < total ? `${text}\n\n${say('left', { shown: rows.length, total })}` : text;
}

/** Returns a table as wikitext, as an export writes it, without the last line end. */
function wikitextTable({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): string {
  const writer = tableWriters.wikitext;
  const titled = columns.map(column => ({ ...column, key: column.title }));
  const lines = rows.map(row => columns.map((column, index) => cellText(row[index], column)));
  return `${writer.head(titled)}${writer.rows(lines, titled, true)}${writer.foot()}`.trimEnd();
}
