/** Selects what a chart shows of the groups of a table: few enough of them to be read, and the sum of the others. */
import { cellAt, objectText } from '#shared/base/tables/cell-values.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Groups } from '#shared/protocol/results.ts';
import type { Column } from '#shared/protocol/run.ts';
import { fillPeriods } from './periods.ts';

/** The groups of a table, the largest first, or as many of them as were fetched. */
export interface ChartGroups extends Omit<Groups, 'grouping'> {
  readonly rows: readonly Row[];
}

interface ChartSeries {
  readonly name: string;
  /** One for each category; `null` = none. */
  readonly values: readonly (number | null)[];
}

/** The data of a chart. */
export interface ChartData {
  readonly x: string;
  readonly y: string;
  readonly categories: readonly string[];
  /** At least one. */
  readonly series: readonly ChartSeries[];
  /** The last series is the sum of all others. */
  readonly hasOtherSeries: boolean;
  /** Number of categories that are drawn as one. */
  readonly others: number;
  /** Number of categories that are not drawn at all. */
  readonly left: number;
  /** A row can be in several groups. */
  readonly overlap: boolean;
}

/** The words of a chart. */
export interface ChartWords {
  readonly empty: string;
  readonly others: string;
  readonly yes: string;
  readonly no: string;
}

/** Maximum categories that can be read. */
const maxCategories = 50;
/** Maximum slices of a pie that can be read. */
const maxSlices = 20;
const maxSeries = 12;
/** Maximum points of a line; the latest are drawn. */
const maxPoints = 500;

interface Category {
  readonly label: string;
  readonly value: Json;
  total: number;
  readonly values: Map<string, number>;
}

/** The data of a chart; `undefined` = nothing to draw: there is no group, or the table does not have the columns. */
export function chartData(chart: Chart, groups: ChartGroups, words: ChartWords): ChartData | undefined {
  const { columns, rows, overlap } = groups;
  const keys = chart.series ? 2 : 1;
  const [x, divided] = columns;
  const y = columns[keys];
  if (!x || !y || columns.length !== keys + 1) return undefined;
  const yTitle = asMember(visibleLine(y.title));
  const categoriesById = new Map<string, Category>();
  const seriesTotals = new Map<string, number>();
  for (const row of rows) {
    const value = cellAt(row, x.key) ?? null;
    const number = cellAt(row, y.key);
    if (typeof number !== 'number') continue;
    const name = chart.series && divided ? labelOf(cellAt(row, divided.key) ?? null, words) : yTitle;
    const id = JSON.stringify(value);
    const category = categoriesById.get(id) ?? {
      label: labelOf(value, words),
      value,
      total: 0,
      values: new Map(),
    };
    categoriesById.set(id, category);
    category.total += number;
    category.values.set(name, (category.values.get(name) ?? 0) + number);
    seriesTotals.set(name, (seriesTotals.get(name) ?? 0) + number);
  }
  if (categoriesById.size === 0) return undefined;
  const isAdditive = chart.y.name === 'count' || chart.y.name === 'sum';
  const isTime = isTimeOf(chart, x);
  const { shown, rest } = isTime
    ? latest([...categoriesById.values()])
    : largest([...categoriesById.values()], chart);
  const drawn = isTime && isAdditive ? withEmptyPeriods(shown, chart.x.unit) : shown;
  const names = [...seriesTotals.keys()].toSorted(
    (one, other) => (seriesTotals.get(other) ?? 0) - (seriesTotals.get(one) ?? 0),
  );
  const ownNames = names.slice(0, names.length > maxSeries ? maxSeries - 1 : maxSeries);
  const otherNames = names.slice(ownNames.length);
  const unseen = isAdditive && !isTime ? unseenOf(chart, groups, y) : 0;
  const hasOthers = isAdditive && !isTime && (rest.length > 0 || unseen > 0);
  const ofNoRows = isAdditive && rows.length >= groups.count ? 0 : null;
  const valueOf = (categories: readonly Category[], wanted: readonly string[]): number | null => {
    const numbers = categories.flatMap(({ values }) => wanted.flatMap(name => values.get(name) ?? []));
    return numbers.length === 0 ? ofNoRows : numbers.reduce((sum, number) => sum + number, 0);
  };
  const seriesOf = (name: string, wanted: readonly string[]): ChartSeries => ({
    name,
    values: [
      ...drawn.map(category => valueOf([category], wanted)),
      ...(hasOthers ? [(valueOf(rest, wanted) ?? 0) + (keys === 1 ? unseen : 0)] : []),
    ],
  });
  const hasOtherSeries = otherNames.length > 0 && isAdditive;
  const missing = keys === 1 ? Math.max(0, groups.count - rows.length) : 0;
  return {
    x: visibleLine(x.title),
    y: yTitle,
    categories: [...drawn.map(({ label }) => label), ...(hasOthers ? [words.others] : [])],
    series: [
      ...ownNames.map(name => seriesOf(name, [name])),
      ...(hasOtherSeries ? [seriesOf(words.others, otherNames)] : []),
    ],
    hasOtherSeries,
    others: hasOthers ? rest.length + missing : 0,
    left: hasOthers ? 0 : rest.length + missing,
    overlap,
  };
}

/** The sum of the groups that were not fetched. */
function unseenOf(chart: Chart, { rows, count, totals, overlap }: ChartGroups, y: Column): number {
  const total = cellAt(totals, y.key);
  if (chart.series || overlap || rows.length >= count || typeof total !== 'number') return 0;
  return Math.max(0, total - rows.reduce((sum, row) => sum + numberOf(cellAt(row, y.key)), 0));
}

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

/** Whether the categories are points in time, which are drawn in chronological order. */
const isTimeOf = ({ kind, x: { unit } }: Chart, { type }: Column): boolean =>
  kind !== 'pie' && (unit !== undefined || type === 'date');

function largest(
  categories: readonly Category[],
  { kind }: Chart,
): { readonly shown: readonly Category[]; readonly rest: readonly Category[] } {
  const maxParts = kind === 'pie' ? maxSlices : maxCategories;
  const sorted = categories.toSorted((one, other) => other.total - one.total);
  return { shown: sorted.slice(0, maxParts), rest: sorted.slice(maxParts) };
}

function latest(categories: readonly Category[]): {
  readonly shown: readonly Category[];
  readonly rest: readonly Category[];
} {
  const dated = categories.filter(({ value }) => value !== null);
  const sorted = dated.toSorted((one, other) => (one.label < other.label ? -1 : 1));
  const undated = categories.filter(({ value }) => value === null);
  return { shown: sorted.slice(-maxPoints), rest: [...undated, ...sorted.slice(0, -maxPoints)] };
}

/** Adds periods without rows, so that no line is drawn across them. */
function withEmptyPeriods(categories: readonly Category[], unit: Chart['x']['unit']): readonly Category[] {
  const categoriesByLabel = new Map(categories.map(category => [category.label, category]));
  const labels = unit && fillPeriods([...categoriesByLabel.keys()], unit, maxPoints);
  return (
    labels?.map(
      label => categoriesByLabel.get(label) ?? { label, value: label, total: 0, values: new Map() },
    ) ?? categories
  );
}

/**
 * A text that the drawing library may use as the name of a member of plain objects: a name that every object has, such as
 * `__proto__`, gets a no-break space.
 */
const asMember = (name: string): string => (name in Object.prototype ? `${name}\u00a0` : name);

/** The label of a value, without hidden characters, which could reverse the label or make the file malformed. */
function labelOf(value: Json, { empty, yes, no }: ChartWords): string {
  if (value === null || value === '') return empty;
  if (typeof value === 'boolean') return value ? yes : no;
  const text = typeof value === 'object' ? objectText(value) || JSON.stringify(value) : String(value);
  return asMember(visibleLine(text));
}
