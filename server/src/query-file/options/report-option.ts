/** Reads `@report`: the form of a query's result in a report, as in `list 20` or `changelog by component`. */
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { Token } from '#shared/base/text/span.ts';
import type { Directive } from '../block.ts';
import { directiveProblem } from './directive-values.ts';
import { isChart } from './view-option.ts';
import type { Scope } from '../scope.ts';

const reportForms = ['table', 'list', 'count', 'changelog', 'chart', 'wikitext'] as const;
type ReportForm = (typeof reportForms)[number];

export interface ReportOption {
  readonly form: ReportForm;
  /** Rows to show. */
  readonly rows: number;
  /** The column that a changelog is grouped by, as it is named. */
  readonly by?: string;
  /** Whether a link to the query comes after its result. */
  readonly hasLink?: boolean;
}

/** Rows that are shown where the query does not say, and the most that can be. */
const usualRows = 100;
export const maxReportRows = 1000;

const withRows: ReadonlySet<ReportForm> = new Set(['table', 'list', 'changelog', 'wikitext']);

/** The form of a query's result in a report: by default a chart where `@view` asks for one, else a table. */
export function reportOption(scope: Scope): ReportOption {
  const reportDirective = scope.directive('report');
  const option = reportDirective && readReport(reportDirective.directive);
  const isDrawn = isChart(scope.directive('view')?.directive.value.text ?? '');
  const { form = isDrawn ? 'chart' : 'table', rows = usualRows, by } = option ?? {};
  return { form, rows, ...(option?.hasLink && { hasLink: true }), ...(by && { by: by.text }) };
}

export const checkReport = (directive: Directive, example: string): readonly Problem[] =>
  readReport(directive, example).problems;

/** The column that a directive `@report` names, with its place. */
export function reportColumns(directive: Directive): readonly Token[] {
  const { by } = readReport(directive);
  return by ? [by] : [];
}

/** The columns that the report of a query needs, as they are named. */
export function reportedColumns(scope: Scope): readonly string[] {
  const reportDirective = scope.directive('report');
  return reportDirective ? reportColumns(reportDirective.directive).map(({ text }) => text) : [];
}

interface Reading {
  readonly form?: ReportForm;
  readonly rows?: number;
  readonly by?: Token;
  readonly hasLink?: boolean;
  readonly problems: readonly Problem[];
}

function readReport(directive: Directive, example = ''): Reading {
  const { value } = directive;
  const words = value.text.toLowerCase().split(/\s+/);
  const isColumn = words.length === 3 && words[1] === 'by';
  if (words.length === 1 || words.at(-1) !== 'link' || isColumn) return readForm(directive, value, example);
  const text = value.text.slice(0, -'link'.length).trimEnd();
  const span = { start: value.span.start, end: value.span.start + text.length };
  return { ...readForm(directive, { text, span }, example), hasLink: true };
}

function readForm(directive: Directive, { text, span }: Token, example: string): Reading {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  const form = reportForms.find(reportForm => reportForm === word.toLowerCase());
  if (form === undefined) {
    const similar = nearest(word, reportForms);
    const args = {
      value: word,
      choices: reportForms.join(', '),
      ...(similar !== undefined && { nearest: similar }),
    };
    const place = { start: span.start, end: span.start + word.length };
    return { problems: [{ ...directiveProblem('directive-choice', directive, args), span: place }] };
  }
  const from = span.end - rest.length;
  const part = { text: rest, span: { start: from, end: span.end } };
  return form === 'changelog'
    ? readChangelog(directive, part, example)
    : { form, ...readRows(directive, form, part) };
}

/** `by component`, then how many rows. */
function readChangelog(directive: Directive, { text, span }: Token, example: string): Reading {
  const before = /^by\s+/i.exec(text)?.[0] ?? '';
  const after = before === '' ? '' : text.slice(before.length);
  const last = after.split(/\s/).at(-1) ?? '';
  const rows = last !== after && /^\d+$/.test(last) ? last : '';
  const columnText = after.slice(0, after.length - rows.length);
  const name = columnText.replaceAll('"', '').trim();
  if (name === '')
    return { form: 'changelog', problems: [directiveProblem('report-column', directive, { example })] };
  const start = span.start + before.length + (columnText.startsWith('"') ? 1 : 0);
  const by = { text: name, span: { start, end: start + name.length } };
  const place = { start: span.end - rows.length, end: span.end };
  return { form: 'changelog', by, ...readRows(directive, 'changelog', { text: rows, span: place }) };
}

function readRows(
  directive: Directive,
  form: ReportForm,
  { text, span }: Token,
): Pick<Reading, 'rows' | 'problems'> {
  if (text === '') return { problems: [] };
  const rows = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Infinity;
  if (!withRows.has(form))
    return { problems: [{ ...directiveProblem('report-end', directive, { value: text, form }), span }] };
  if (rows <= maxReportRows) return { rows, problems: [] };
  const problem = directiveProblem('report-rows', directive, { value: text, most: String(maxReportRows) });
  return { problems: [{ ...problem, span }] };
}
