import { aggregateFits } from '../common/aggregates.ts';
import { findColumn } from '../common/find-column.ts';
import type { QueryView } from '../language/service.ts';
import type { Chart } from '../protocol/chart.ts';
import type { GroupKey } from '../protocol/grouping.ts';
import type { TableHeader } from '../protocol/run.ts';
import { chartOption, type ChartOption, type NamedChartKey } from '../queryfile/options/view-option.ts';

/**
 * A table with the chart that `@view` of the query asks for, if it has its columns. What the directive does not name is
 * that of `@group`.
 */
export function applyChart(table: TableHeader, { scope }: QueryView): TableHeader {
  const option = chartOption(scope);
  const chart = option && chartOf(option, table);
  return chart ? { ...table, chart } : table;
}

function chartOf(option: ChartOption, table: TableHeader): Chart | undefined {
  const { group } = table;
  const x = option.x ? keyOf(option.x, table) : group?.by[0];
  const y = option.y ? valueOf(option.y, table) : (group?.aggregates[0] ?? { name: 'count' as const });
  const series = option.series ? keyOf(option.series, table) : undefined;
  const ofGroup = option.x || option.series ? undefined : group?.by[1];
  const divided = series ?? ofGroup;
  return x && y && { kind: option.kind, x, y, ...(divided && { series: divided }) };
}

function keyOf({ column, unit }: NamedChartKey, table: TableHeader): GroupKey | undefined {
  const found = findColumn(column, table.columns);
  return found && { column: found.key, ...(unit && found.type === 'date' && { unit }) };
}

function valueOf(
  { name, column }: NonNullable<ChartOption['y']>,
  table: TableHeader,
): Chart['y'] | undefined {
  if (column === undefined) return { name: 'count' };
  const found = findColumn(column, table.columns);
  const computed = name ?? 'sum';
  return found && aggregateFits(computed, found.type) ? { name: computed, column: found.key } : undefined;
}
