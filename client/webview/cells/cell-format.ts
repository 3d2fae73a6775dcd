/** How a value is shown: the text of the cell, its alignment, and what its tooltip adds. */
import namespaces from '../../../server/catalogue/wiki/namespaces.json' with { type: 'json' };
import type { Json } from '../../../server/src/protocol/json.ts';
import type { ColumnType } from '../../../server/src/protocol/run.ts';
import { text } from '../texts.ts';
import { timeOf } from '../../../server/src/common/time-of.ts';
import { localTimes, relativeTimes } from './cell-dates.ts';
import { visible } from './hidden-characters.ts';
import { preview } from './nested.ts';
import { humanSizes } from './sizes.ts';

export interface Shown {
  readonly text: string;
  /** `''` = nothing to add to the cell itself. */
  readonly tip: string;
  readonly kind: 'text' | 'number' | 'date' | 'yes' | 'no' | 'link' | 'nested' | 'muted';
}

export interface FormatContext {
  /** A BCP 47 tag; `undefined` = the machine's. */
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The text of a piece of HTML, without any markup. */
  readonly htmlText: (html: string) => string;
}

/** Shows a value as its column's type says; a value that does not fit its column is shown as what it is. */
export type Format = (value: Json | undefined, type: ColumnType) => Shown;

const nothing: Shown = { text: '', tip: '', kind: 'muted' };
const namespaceNames = new Map([
  ['0', text('cell.mainNamespace')],
  ...Object.entries(namespaces).map(([id, [name = '']]) => [id, name] as const),
]);

const plain = (value: string): Shown => ({ text: value, tip: visible(value), kind: 'text' });

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
