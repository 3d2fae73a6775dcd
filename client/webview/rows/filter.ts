/** What the user types into a filter: a word, or for numbers, sizes and dates a bound or a span. */
import { timeOf } from '../cells/cell-dates.ts';
import type { Json } from '../../../server/src/protocol/json.ts';
import type { ColumnType } from '../../../server/src/protocol/run.ts';

/** Decides on a value and on the text that its cell shows. */
export type Filter = (value: Json | undefined, shown: string) => boolean;

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
};
const bound = /^(>=|<=|>|<|=)\s*(\S.*)$/;
const measured: ReadonlySet<ColumnType> = new Set(['number', 'id', 'size', 'date', 'namespace']);

/** The two ends of `3 .. 5`; empty = it is not a span. */
function spanOf(wanted: string): readonly string[] {
  const dots = wanted.indexOf('..', 1);
  const ends = dots < 0 ? [] : [wanted.slice(0, dots).trim(), wanted.slice(dots + 2).trim()];
  return ends.includes('') ? [] : ends;
}

/** The quantity that a value or a typed bound stands for; dates may stop after the year, month or day. */
function quantity(value: Json | undefined, type: ColumnType): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (type === 'date') {
    const time = timeOf(value) ?? (/^\d{4}(-\d\d){0,2}$/.test(value) ? Date.parse(value) : NaN);
    return Number.isNaN(time) ? undefined : time;
  }
  const digits = value.replace(/[\s,_']/g, '');
  return digits === '' || Number.isNaN(Number(digits)) ? undefined : Number(digits);
}

/**
 * The filter that a text means for a column of that type: `>100`, `<=2024-01`, `10..20`, else the cell
 * holds the text, in any case. A leading `!` turns it round. `undefined` = an empty text, which filters nothing.
 */
export function parseFilter(typed: string, type: ColumnType): Filter | undefined {
  const wanted = typed.trim();
  if (wanted === '') return undefined;
  if (wanted.startsWith('!') && wanted.length > 1) {
    const inner = parseFilter(wanted.slice(1), type);
    return inner && ((value, shown) => !inner(value, shown));
  }
  return (measured.has(type) ? measure(wanted, type) : undefined) ?? containing(wanted);
}

function measure(wanted: string, type: ColumnType): Filter | undefined {
  const [, sign, limit] = bound.exec(wanted) ?? [];
  const compare = sign === undefined ? undefined : comparisons[sign];
  const edge = quantity(limit, type);
  if (compare && edge !== undefined) return within(type, found => compare(found, edge));
  const [from, to] = spanOf(wanted);
  const [low, high] = [quantity(from, type), quantity(to, type)];
  if (low === undefined || high === undefined) return undefined;
  return within(type, found => found >= low && found <= high);
}

const within =
  (type: ColumnType, accepts: (found: number) => boolean): Filter =>
  value => {
    const found = quantity(value, type);
    return found !== undefined && accepts(found);
  };

/**
 * The cell holds the text, in any case. Also finds the raw value where the cell shows it differently:
 * an id after a name, digits without groups.
 */
export function containing(wanted: string): Filter {
  const needle = wanted.toLocaleLowerCase();
  return (value, shown) =>
    shown.toLocaleLowerCase().includes(needle) ||
    (value !== undefined && value !== null && rawText(value).includes(needle));
}

const rawText = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toLocaleLowerCase();
