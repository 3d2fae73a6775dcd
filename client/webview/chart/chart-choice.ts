/** The charts that a table can have, and the one that it has at first. */
import {
  aggregateFits,
  aggregateLabel,
  type AggregateName,
  aggregateNames,
  dateUnits,
} from '#shared/base/tables/aggregates.ts';
import type { Chart, Aggregate, GroupKey, Grouping } from '#shared/protocol/grouping.ts';
import type { Column } from '#shared/protocol/run.ts';
import { visible } from '../cells/hidden-characters.ts';
import { text } from '../panel-texts.ts';

/** An option of a list; `value` is unique in the list. */
export interface Option<Value> {
  readonly value: string;
  readonly label: string;
  readonly chosen: Value;
}

const valueOf = (chosen: GroupKey | Aggregate): string => JSON.stringify(chosen);

/** The keys that rows can be grouped by: each column, and for dates the parts of the calendar. */
export const keyOptions = (columns: readonly Column[]): readonly Option<GroupKey>[] =>
  columns.flatMap(({ key, title, type }): Option<GroupKey>[] => {
    const keys: readonly GroupKey[] = [
      { column: key },
      ...(type === 'date' ? dateUnits.map(unit => ({ column: key, unit })) : []),
    ];
    return keys.map(chosen => ({
      value: valueOf(chosen),
      label: chosen.unit
        ? text('chart.by', { title: visible(title), unit: text(`chart.unit.${chosen.unit}`) })
        : visible(title),
      chosen,
    }));
  });

/** The types of columns whose numbers can be drawn. */
const drawnTypes: ReadonlySet<Column['type']> = new Set(['number', 'size']);
const computed = ['sum', 'average', 'min', 'max'] as const;

/** The values that a chart can draw: the number of rows, and numbers of columns. */
export const valueOptions = (columns: readonly Column[]): readonly Option<Aggregate>[] =>
  optionsFor(columns, ({ type }) => [...(drawnTypes.has(type) ? computed : []), 'distinct']);

/** All that can be computed of a group: the number of its rows, and the aggregates of columns. */
export const aggregateOptions = (columns: readonly Column[]): readonly Option<Aggregate>[] =>
  optionsFor(columns, () => aggregateNames);

function optionsFor(
  columns: readonly Column[],
  namesFor: (column: Column) => readonly AggregateName[],
): readonly Option<Aggregate>[] {
  const count: Aggregate = { name: 'count' };
  const all: readonly (readonly [chosen: Aggregate, label: string])[] = [
    [count, text('chart.rows')],
    ...columns.flatMap(column =>
      namesFor(column)
        .filter(name => aggregateFits(name, column.type))
        .map((name): readonly [Aggregate, string] => [
          { name, column: column.key },
          text('chart.value', { name: aggregateLabel(name), title: visible(column.title) }),
        ]),
    ),
  ];
  return all.map(([chosen, label]) => ({ value: valueOf(chosen), label, chosen }));
}

export const optionOf = <Value extends GroupKey | Aggregate>(
  options: readonly Option<Value>[],
  chosen: Value | undefined,
): Option<Value> | undefined =>
  options.find(({ value }) => chosen !== undefined && value === valueOf(chosen));

/** The types of columns whose values many rows share, the most likely first. */
const sharing: readonly Column['type'][] = ['user', 'namespace', 'text', 'boolean', 'json', 'date'];
/** The names of columns that have few different values. */
const likely = /^(?:status|state|type|priority|category|issuetype|ns|user)$/i;

function rank({ key, type }: Column): number {
  const place = sharing.indexOf(type);
  return (likely.test(key) ? -sharing.length : 0) + (place < 0 ? sharing.length : place);
}

/**
 * The first chart of a table: of its grouping, or of a column whose values many rows are likely to share.
 *
 * @param isComputed whether the rows are what a statement has computed: then it draws their first numbers, as in a
 *   report
 */
export function firstChart(
  columns: readonly Column[],
  grouping: Grouping | undefined,
  isComputed: boolean,
): Chart | undefined {
  const [x, series] = grouping?.by ?? [];
  const drawn = valueOptions(columns).map(({ chosen }) => chosen);
  const isDrawn = (aggregate: Aggregate): boolean =>
    drawn.some(other => valueOf(other) === valueOf(aggregate));
  const y = grouping?.aggregates.find(isDrawn) ?? { name: 'count' as const };
  if (x) return { kind: kindOf(x, series), x, y, ...(series && { series }) };
  const shown = columns.filter(({ hidden }) => hidden !== true);
  const category = shown[0];
  const number = shown.slice(1).find(({ type }) => drawnTypes.has(type));
  if (isComputed && category && number)
    return { kind: 'bar', x: { column: category.key }, y: { name: 'sum', column: number.key } };
  const [column] = shown.toSorted((a, b) => rank(a) - rank(b));
  if (!column) return undefined;
  const key: GroupKey = { column: column.key, ...(column.type === 'date' && { unit: 'month' }) };
  return { kind: kindOf(key, undefined), x: key, y };
}

/** The chart without a series that its kind does not draw. */
export function drawnOf({ series, ...chart }: Chart): Chart {
  return series === undefined || chart.kind === 'pie' ? chart : { ...chart, series };
}

function kindOf({ unit }: GroupKey, series: GroupKey | undefined): Chart['kind'] {
  if (unit) return 'line';
  return series ? 'stacked' : 'bar';
}
