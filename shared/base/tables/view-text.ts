/** Groupings and charts of a table as the directives `@group` and `@view` write them. */

/** The kinds of charts. */
export const chartKinds = ['bar', 'stacked', 'line', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

interface NamedColumn {
  readonly key: string;
  readonly title: string;
}

interface GroupKey {
  readonly column: string;
  readonly unit?: string;
}

interface AggregateOfColumn {
  readonly name: string;
  readonly column?: string;
}

interface ChartOfTable {
  readonly kind: ChartKind;
  readonly x: GroupKey;
  readonly y: AggregateOfColumn;
  readonly series?: GroupKey;
}

/** The value of `@view` for a chart of a table with these columns: `chart bar x="created by month" y=count series=status`. */
export function chartText({ kind, x, y, series }: ChartOfTable, columns: readonly NamedColumn[]): string {
  const nameOf = (key: string): string => readableName(key, columns);
  const keyText = ({ column, unit }: GroupKey): string =>
    nameOf(column) + (unit === undefined ? '' : ` by ${unit}`);
  const parts = [
    ['x', keyText(x)],
    ['y', y.column === undefined ? y.name : `${y.name} ${nameOf(y.column)}`],
    ...(series ? [['series', keyText(series)]] : []),
  ];
  return ['chart', kind, ...parts.map(([name = '', value = '']) => `${name}=${quoted(value)}`)].join(' ');
}

const quoted = (value: string): string => (/^[^\s"=]+$/.test(value) ? value : `"${value}"`);

interface GroupingOfTable {
  readonly by: readonly GroupKey[];
  readonly aggregates: readonly AggregateOfColumn[];
}

/** A column's name as `@group` accepts it: in quotes where it has blanks or punctuation. */
export const quotedName = (name: string): string =>
  /^[^\s",:]+$/.test(name) ? name : `"${name.replaceAll('"', '')}"`;

/** The value of `@group` for a grouping of a table with these columns. */
export function groupText({ by, aggregates }: GroupingOfTable, columns: readonly NamedColumn[]): string {
  const nameOf = (key: string): string => quotedName(readableName(key, columns));
  const keys = by.map(({ column, unit }) => nameOf(column) + (unit === undefined ? '' : ` by ${unit}`));
  const computed = aggregates.map(({ name, column }) =>
    column === undefined ? name : `${name} ${nameOf(column)}`,
  );
  return `${keys.join(', ')}${computed.length > 0 ? `: ${computed.join(', ')}` : ''}`;
}

/** The title of a column where no other column has that name and it fits in quotes; else the column's key. */
function readableName(key: string, columns: readonly NamedColumn[]): string {
  const title = columns.find(column => column.key === key)?.title ?? key;
  const same = columns.filter(column =>
    [column.key, column.title].some(name => name.toLowerCase() === title.toLowerCase()),
  );
  return same.length === 1 && !title.includes('"') ? title : key;
}
