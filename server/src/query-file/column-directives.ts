/** Compares the columns that directives name with those of the query's result. */
import {
  type ResultColumns,
  type ResultColumn,
  columnNamed,
  columnsByName,
} from './language/result-columns.ts';
import { code, escaped } from '#shared/base/text/markdown.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { Explanation, QueryView } from './language/language-service.ts';
import { type Token, touches } from '#shared/base/text/span.ts';
import type { Directive } from './block.ts';
import { chartColumns } from './options/view-option.ts';
import { say } from './directives.ts';
import { groupColumns } from './options/group-option.ts';
import { listedTokens } from './options/directive-values.ts';
import { reportColumns } from './options/report-option.ts';

/** The columns that a query's own directives name, with their places. */
const columnTokens = (view: QueryView): readonly Token[] => view.block.directives.flatMap(tokensOf);

function tokensOf(directive: Directive): readonly Token[] {
  switch (directive.key.text) {
    case 'columns':
      return listedTokens(directive.value);
    case 'group':
      return groupColumns(directive);
    case 'view':
      return chartColumns(directive);
    case 'report':
      return reportColumns(directive);
    default:
      return [];
  }
}

/** The column at an offset of a directive; `undefined` = none, or nothing is known of it. */
export function explainColumn(
  view: QueryView,
  offset: number,
  resultColumns: () => Pick<ResultColumns, 'columns'>,
): Explanation | undefined {
  const token = columnTokens(view).find(({ span }) => touches(span, offset));
  const column = token && columnNamed(token.text, resultColumns());
  return column && { markdown: describeColumn(column), span: token.span };
}

/** A column in Markdown. */
export function describeColumn({ name, type, summary, lacks }: ResultColumn): string {
  const head = say(type === undefined ? 'column' : 'column.typed', {
    name: escaped(name),
    type: type === undefined ? '' : typeOf(type),
  });
  const needs = lacks && say('column.lacks', { needed: orList(lacks.map(code)) });
  return [head, ...(summary === undefined ? [] : [escaped(summary)]), ...(needs ? [needs] : [])].join('\n\n');
}

/** The type and content of a column in a few words; empty = nothing is known. */
export function columnDetail({ type, summary, lacks }: ResultColumn): string {
  if (lacks) return say('column.needs', { needed: orList(lacks) });
  return [type === undefined ? '' : typeOf(type), summary ?? ''].filter(text => text !== '').join(': ');
}

const typeNames = new Map([
  ['id', 'number'],
  ['size', 'bytes'],
  ['boolean', 'true or false'],
  ['json', 'nested values'],
]);

/** A type of columns as users know it. */
const typeOf = (type: string): string => typeNames.get(type) ?? type;

const orList = (texts: readonly string[]): string => texts.join(say('column.or'));

/** Columns that the result cannot have as the query is: what it lacks for them, or a name that is most likely meant. */
export function checkColumns(view: QueryView, resultColumns: () => ResultColumns): readonly Problem[] {
  const tokens = columnTokens(view);
  if (tokens.length === 0) return [];
  const result = resultColumns();
  const columns = columnsByName(result);
  return tokens.flatMap(token => {
    const column = columns.get(token.text.toLowerCase());
    if (column !== undefined) return column.lacks ? notRequested(token, column, result) : [];
    return result.complete ? misspelled(token, result) : [];
  });
}

function notRequested(
  token: Token,
  { lacks = [] }: ResultColumn,
  { possible, complete }: ResultColumns,
): Problem[] {
  if (!complete || possible.has(token.text.toLowerCase())) return [];
  const [first = ''] = lacks;
  return [
    {
      code: 'column-not-requested',
      severity: 'warning',
      span: token.span,
      arguments: { name: token.text, needed: orList(lacks), first },
    },
  ];
}

/** Reports an unknown column where a similar one is known; otherwise the name may be right. */
function misspelled({ text, span }: Token, { columns, possible }: ResultColumns): Problem[] {
  if (possible.has(text.toLowerCase()) || text.includes('{{')) return [];
  const names = columns.filter(({ lacks }) => lacks === undefined).map(({ name }) => name);
  const inner = names.filter(name => name.toLowerCase().endsWith(`.${text.toLowerCase()}`));
  const similar = inner.length === 1 ? inner[0] : nearest(text, names);
  if (similar === undefined) return [];
  return [{ code: 'unknown-column', severity: 'hint', span, arguments: { name: text, nearest: similar } }];
}
