/** Applies the directives of a query to the header of a table: columns, groups, chart. */
import type { QueryView } from '../query-file/language/language-service.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import type { Runner } from '../query-file/language/runner.ts';
import { columnsOption } from '../query-file/options/columns-option.ts';
import { aggregateFits, aggregateTypes } from '#shared/base/tables/aggregates.ts';
import { findColumn } from '#shared/base/tables/table-columns.ts';
import type { Span, Token } from '#shared/base/text/span.ts';
import type { Grouping, GroupKey, Chart } from '#shared/protocol/grouping.ts';
import { groupOption } from '../query-file/options/group-option.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';
import { chartOption, type ChartOption, type NamedChartKey } from '../query-file/options/view-option.ts';

/**
 * Applies `@columns` to a table's columns, by key or by title: those named first, in that order,
 * the others hidden. A table that has none of them stays as it is, and so does every table of a query without the directive.
 */
export const applyColumns = (table: TableHeader, { scope }: QueryView): TableHeader =>
  withColumnsFirst(table, columnsOption(scope) ?? []);

/** A table with the named columns first and the others hidden; without one of them it stays as it is. */
export function withColumnsFirst(table: TableHeader, names: readonly string[]): TableHeader {
  const lowerNames = names.map(name => name.toLowerCase());
  const place = ({ key, title }: Column): number => {
    const byKey = lowerNames.indexOf(key.toLowerCase());
    return byKey < 0 ? lowerNames.indexOf(title.toLowerCase()) : byKey;
  };
  const namedColumns = table.columns.filter(column => place(column) >= 0);
  if (namedColumns.length === 0) return table;
  const inOrder = namedColumns.toSorted((a, b) => place(a) - place(b));
  const others = table.columns.filter(column => !namedColumns.includes(column));
  return { ...table, columns: [...inOrder, ...others.map(column => ({ ...column, hidden: true }))] };
}

/** A table with the grouping that `@group` of the query asks for, as far as the table has its columns. */
export function applyGroup(table: TableHeader, { scope }: QueryView): TableHeader {
  const option = groupOption(scope);
  if (option === undefined) return table;
  const by = option.by.flatMap(({ column, unit }) => {
    const tableColumn = findColumn(column.text, table.columns);
    return tableColumn ? [{ column: tableColumn.key, ...(unit && { unit }) }] : [];
  });
  if (by.length === 0) return table;
  const aggregates = option.aggregates.flatMap(({ name, column }): Grouping['aggregates'] => {
    if (column === undefined) return [{ name }];
    const tableColumn = findColumn(column.text, table.columns);
    return tableColumn && aggregateFits(name, tableColumn.type) ? [{ name, column: tableColumn.key }] : [];
  });
  return { ...table, group: { by, aggregates } };
}

/** Why a part of `@group` has no effect. */
export interface GroupProblem {
  readonly code: string;
  readonly message: ServerMessage;
  /** Where it is in the query; absent where the file's header says it. */
  readonly span?: Span;
  readonly arguments: Readonly<Record<string, string>>;
}

/** The parts of `@group` that have no effect on any table of a result; `[]` where there are no tables. */
export function groupProblems(
  { scope, block }: QueryView,
  tables: readonly TableHeader[],
): readonly GroupProblem[] {
  const option = groupOption(scope);
  if (option === undefined || tables.every(({ columns }) => columns.length === 0)) return [];
  const isInQuery = block.directives.some(({ key }) => key.text === 'group');
  const columnsNamed = (column: Token): readonly Column[] =>
    tables.flatMap(table => findColumn(column.text, table.columns) ?? []);
  const unknownGroupColumns = [...option.by, ...option.aggregates].flatMap(({ column }): GroupProblem[] => {
    if (column === undefined || columnsNamed(column).length > 0) return [];
    const code = 'unknown-group-column';
    return [
      { code, message: code, ...(isInQuery && { span: column.span }), arguments: { name: column.text } },
    ];
  });
  const unfitAggregates = option.aggregates.flatMap(({ name, column }): GroupProblem[] => {
    const columns = column === undefined ? [] : columnsNamed(column);
    if (column === undefined || columns.length === 0 || columns.some(({ type }) => aggregateFits(name, type)))
      return [];
    const message = aggregateTypes(name).includes('date')
      ? 'unfit-group-column.dates'
      : 'unfit-group-column.numbers';
    const args = { function: name, name: column.text };
    return [
      { code: 'unfit-group-column', message, ...(isInQuery && { span: column.span }), arguments: args },
    ];
  });
  return [...unknownGroupColumns, ...unfitAggregates];
}

/**
 * A table with the chart that `@view` of the query asks for, if it has its columns. Parts that the directive does not name
 * are taken from `@group`.
 */
export function applyChart(table: TableHeader, { scope }: QueryView): TableHeader {
  const option = chartOption(scope);
  const chart = option && chartOf(option, table);
  return chart ? { ...table, chart } : table;
}

/**
 * An unknown `x` or `y` means no chart; an unknown series is left out. `@group`'s second key is the series only if the
 * directive names neither `x` nor `series`.
 */
function chartOf(option: ChartOption, table: TableHeader): Chart | undefined {
  const { group } = table;
  const x = option.x ? keyOf(option.x, table) : group?.by[0];
  const y = option.y ? valueOf(option.y, table) : (group?.aggregates[0] ?? { name: 'count' as const });
  const series = option.series ? keyOf(option.series, table) : undefined;
  const groupSeries = option.x || option.series ? undefined : group?.by[1];
  const seriesKey = series ?? groupSeries;
  return x && y && { kind: option.kind, x, y, ...(seriesKey && { series: seriesKey }) };
}

function keyOf({ column, unit }: NamedChartKey, table: TableHeader): GroupKey | undefined {
  const tableColumn = findColumn(column, table.columns);
  return tableColumn && { column: tableColumn.key, ...(unit && tableColumn.type === 'date' && { unit }) };
}

function valueOf(
  { name, column }: NonNullable<ChartOption['y']>,
  table: TableHeader,
): Chart['y'] | undefined {
  if (column === undefined) return { name: 'count' };
  const tableColumn = findColumn(column, table.columns);
  const aggregate = name ?? 'sum';
  return tableColumn && aggregateFits(aggregate, tableColumn.type)
    ? { name: aggregate, column: tableColumn.key }
    : undefined;
}

/**
 * Applies the directives of a query to the header of a table: columns, groups, chart.
 *
 * @param runner the runner of the query's language; absent = the rows have no order of their own
 */
export function applyDirectives(
  table: TableHeader,
  view: QueryView,
  runner?: Pick<Runner, 'isOrdered'>,
): TableHeader {
  const header = applyChart(applyGroup(applyColumns(table, view), view), view);
  return runner?.isOrdered?.(view) === true ? { ...header, ordered: true } : header;
}
