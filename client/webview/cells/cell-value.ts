import type { Json } from '../../../server/src/protocol/json.ts';
import type { WindowRow } from '../../../server/src/protocol/results.ts';
import type { Format, Shown } from './cell-format.ts';
import type { Column } from '../../../server/src/protocol/run.ts';

/** The value of a row's cell; `undefined` = empty. */
export const valueOf = ({ cells }: WindowRow, { key }: Column): Json | undefined =>
  Object.hasOwn(cells, key) ? cells[key] : undefined;

/** Whether only the beginning of the value is here. */
export const isCut = ({ cut }: WindowRow, { key }: Column): boolean => cut?.includes(key) ?? false;

/** How a cell is shown. The beginning of a long nested value is JSON text, and is marked as nested. */
export function shownOf(row: WindowRow, column: Column, format: Format): Shown {
  const value = valueOf(row, column);
  const isNested = isCut(row, column) && typeof value === 'string' && /^[[{]/.test(value);
  return isNested && column.type === 'json'
    ? { text: value, tip: '', kind: 'nested' }
    : format(value, column.type);
}

/** A value as text: what is copied of a single cell. */
export function plainText(value: Json | undefined, indent?: number): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, indent);
}
