/** Charts as `@view` has them: `chart bar x="created by month" y=count series=status`. */
import type { ChartKind } from './chart-kinds.ts';

interface NamedColumn {
  readonly key: string;
  readonly title: string;
}

interface Key {
  readonly column: string;
  readonly unit?: string;
}

interface DrawnChart {
  readonly kind: ChartKind;
  readonly x: Key;
  readonly y: { readonly name: string; readonly column?: string };
  readonly series?: Key;
}

/** The value of `@view` for a chart of a table with these columns. */
export function chartText({ kind, x, y, series }: DrawnChart, columns: readonly NamedColumn[]): string {
  const nameOf = (key: string): string => readableName(key, columns);
  const keyText = ({ column, unit }: Key): string =>
    nameOf(column) + (unit === undefined ? '' : ` by ${unit}`);
  const parts = [
    ['x', keyText(x)],
    ['y', y.column === undefined ? y.name : `${y.name} ${nameOf(y.column)}`],
    ...(series ? [['series', keyText(series)]] : []),
  ];
  return ['chart', kind, ...parts.map(([name = '', value = '']) => `${name}=${quoted(value)}`)].join(' ');
}

const quoted = (value: string): string => (/^[^\s"=]+$/.test(value) ? value : `"${value}"`);

/** A column's title, where it means that column alone and can be written in quotes. */
function readableName(key: string, columns: readonly NamedColumn[]): string {
  const title = columns.find(column => column.key === key)?.title ?? key;
  const same = columns.filter(column =>
    [column.key, column.title].some(name => name.toLowerCase() === title.toLowerCase()),
  );
  return same.length === 1 && !title.includes('"') ? title : key;
}
