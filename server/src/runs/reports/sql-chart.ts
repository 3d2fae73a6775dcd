/** The chart of a statement's result: its rows are what is drawn, so that only numbers of one category are added up. */
import type { ChartGroups } from '../../results/charts/chart-data.ts';
import { findColumn } from '#shared/base/tables/table-columns.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { chartOption } from '../../query-file/options/view-option.ts';
import type { Scope } from '../../query-file/scope.ts';
import type { ReportTable } from '../../embedded/markdown/report-table.ts';

const counted: Column = { key: '\0count', title: 'count', type: 'number' };

/** By default the first column, and the first one of numbers; `undefined` = the result has no such columns. */
export function sqlChart(
  scope: Scope,
  { columns, rows }: ReportTable,
): { readonly chart: Chart; readonly groups: ChartGroups } | undefined {
  const option = chartOption(scope) ?? { kind: 'bar' as const };
  const columnNamed = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : findColumn(name, columns);
  const x = option.x ? columnNamed(option.x.column) : columns[0];
  const series = option.series ? columnNamed(option.series.column) : undefined;
  const y = yOf(option.y, columns, x);
  if (x === undefined || y === undefined || (option.series && series === undefined)) return undefined;
  const groupColumns = [x, ...(series ? [series] : []), y];
  const groups = new Map<string, { readonly cells: Row; sum: number | undefined }>();
  for (const row of rows) {
    const value = (column: Column): Json => row[columns.indexOf(column)] ?? null;
    const id = JSON.stringify([value(x), series ? value(series) : null]);
    const cells = { [x.key]: value(x), ...(series && { [series.key]: value(series) }) };
    const group = groups.get(id) ?? { cells, sum: undefined };
    groups.set(id, group);
    const number = y === counted ? 1 : value(y);
    if (typeof number === 'number') group.sum = (group.sum ?? 0) + number;
  }
  const list = [...groups.values()].map(({ cells, sum }): Row => ({
    ...cells,
    ...(sum !== undefined && { [y.key]: sum }),
  }));
  return {
    chart: {
      kind: option.kind,
      x: { column: x.key },
      y: { name: 'sum', column: y.key },
      ...(series && { series: { column: series.key } }),
    },
    groups: { columns: groupColumns, rows: list, count: list.length, totals: {}, overlap: false },
  };
}

/** The drawn value: a column, or the number of rows. */
function yOf(
  y: { readonly name?: string; readonly column?: string } | undefined,
  columns: readonly Column[],
  x: Column | undefined,
): Column | undefined {
  const columnName = y?.column ?? y?.name;
  const namedColumn = columnName === undefined ? undefined : findColumn(columnName, columns);
  if (namedColumn !== undefined) return namedColumn;
  if (y === undefined) return columns.find(column => column.type === 'number' && column !== x) ?? counted;
  return y.name === 'count' && y.column === undefined ? counted : undefined;
}
