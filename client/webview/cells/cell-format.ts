/** Formats the value of a cell: its text, its alignment, and its tooltip. */
import { cellAt } from '#shared/base/tables/cell-values.ts';
import namespaces from '../../../server/catalogue/wiki/namespaces.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import type { ColumnType, Column } from '#shared/protocol/run.ts';
import { text } from '../panel-texts.ts';
import { timeOf } from '#shared/base/text/date-format.ts';
import { localTimes, relativeTimes } from './cell-dates.ts';
import { visible } from './hidden-characters.ts';
import { preview } from './nested.ts';
import type { WindowRow } from '#shared/protocol/results.ts';

export interface Shown {
  readonly text: string;
  /** The text of the tooltip; empty = none. */
  readonly tip: string;
  readonly kind: 'text' | 'number' | 'date' | 'yes' | 'no' | 'link' | 'nested' | 'muted';
}

export interface FormatContext {
  /** A BCP 47 tag; `undefined` = the locale of the machine. */
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the text of a piece of HTML, without markup. */
  readonly htmlText: (html: string) => string;
}

/** Formats a value by its column's type; a value of another type is formatted by its own type. */
export type Format = (value: Json | undefined, type: ColumnType) => Shown;

const nothing: Shown = { text: '', tip: '', kind: 'muted' };
const namespaceNames = new Map([
  ['0', text('cell.mainNamespace')],
  ...Object.entries(namespaces).map(([id, [name = '']]) => [id, name] as const),
]);

const plain = (value: string): Shown => ({ text: value, tip: visible(value), kind: 'text' });

/** Returns a function that turns values into the texts of cells. */
export function createFormat({ locale, timeZone, now, htmlText }: FormatContext): Format {
  const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const size = humanSizes(locale);
  const local = localTimes(timeZone);
  const relative = relativeTimes(locale);

  const numeric = (value: number, type: ColumnType): Shown => {
    if (type === 'id') return { text: String(value), tip: '', kind: 'number' };
    if (type === 'size')
      return { text: size(value), tip: text('cell.bytes', { count: grouped.format(value) }), kind: 'number' };
    if (type === 'namespace') {
      const name = namespaceNames.get(String(value));
      return name === undefined
        ? { text: String(value), tip: '', kind: 'number' }
        : { text: name, tip: text('cell.namespace', { id: value }), kind: 'text' };
    }
    return { text: grouped.format(value), tip: '', kind: 'number' };
  };

  const written = (value: string, type: ColumnType): Shown => {
    const time = type === 'date' ? timeOf(value) : undefined;
    if (time !== undefined)
      return { text: local(time), tip: `${value}\n${relative(time, now())}`, kind: 'date' };
    if (type === 'html') return plain(htmlText(value));
    if (type === 'page' || type === 'user' || type === 'issue' || type === 'link')
      return { ...plain(value), kind: 'link' };
    return plain(value);
  };

  return (value, type) => {
    if (value === undefined) return nothing;
    if (value === null) return { text: text('cell.null'), tip: '', kind: 'muted' };
    if (typeof value === 'number') return numeric(value, type);
    if (typeof value === 'string') return written(value, type);
    if (typeof value === 'boolean')
      return {
        text: value ? '✓' : '–',
        tip: text(value ? 'cell.true' : 'cell.false'),
        kind: value ? 'yes' : 'no',
      };
    const line = preview(value);
    return line === ''
      ? { text: text('cell.empty'), tip: '', kind: 'muted' }
      : { text: line, tip: '', kind: 'nested' };
  };
}

/** The value of a row's cell; `undefined` = empty. */
export const valueOf = ({ cells }: WindowRow, { key }: Column): Json | undefined => cellAt(cells, key);

/** Whether the row has only the beginning of the value. */
export const isCut = ({ cut }: WindowRow, { key }: Column): boolean => cut?.includes(key) ?? false;

/** Formats the cell of a row. The beginning of a long nested value is JSON text, and is marked as nested. */
export function shownOf(row: WindowRow, column: Column, format: Format): Shown {
  const value = valueOf(row, column);
  const isNested = isCut(row, column) && typeof value === 'string' && /^[[{]/.test(value);
  return isNested && column.type === 'json'
    ? { text: value, tip: '', kind: 'nested' }
    : format(value, column.type);
}

/** The text of a value, as copying a single cell yields it. */
export function plainText(value: Json | undefined, indent?: number): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, indent);
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Makes a formatter of numbers of bytes, in steps of 1,024 and with at most one decimal: "12.3 kB". */
export function humanSizes(locale: string | undefined): (bytes: number) => string {
  const formats = units.map(
    unit =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  );
  const whole = new Intl.NumberFormat(locale);
  return bytes => {
    const step = Math.min(units.length, Math.floor(Math.log2(Math.max(1, Math.abs(bytes))) / 10));
    return (
      formats[step - 1]?.format(bytes / 1024 ** step) ??
      text('cell.smallSize', { count: whole.format(bytes) })
    );
  };
}
