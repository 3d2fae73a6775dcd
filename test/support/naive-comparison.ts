/** Compares two tables without a database: slowly, and simply enough to be right. */
import { isDeepStrictEqual } from 'node:util';
import type { RowState } from '#shared/protocol/table-comparison.ts';
import type { Json, Row } from '#shared/protocol/json.ts';

export interface NaiveRow {
  readonly state: RowState;
  /** The cells after; before, if the row is gone or only the first table has the column. */
  readonly cells: Row;
  /** The previous values of the changed cells; `undefined` = it was empty. */
  readonly before: Readonly<Record<string, Json | undefined>>;
}

const cellOf = (row: Row, key: string): Json | undefined => (Object.hasOwn(row, key) ? row[key] : undefined);

const isIdentity = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && Buffer.byteLength(value) <= 1000);

/** Whether a column is unique and never empty or nested. */
function isUnique(rows: readonly Row[], key: string): boolean {
  const values = rows.map(row => cellOf(row, key));
  return values.every(isIdentity) && new Set(values).size === values.length;
}

/**
 * @param keys the keys of the common columns, the first candidate for the identity first
 * @returns the rows in no order, and the identity; `undefined` = none
 */
export function compareNaively(
  before: readonly Row[],
  after: readonly Row[],
  keys: readonly string[],
): { readonly rows: readonly NaiveRow[]; readonly identity: string | undefined } {
  const identity = keys.find(key => isUnique(before, key) && isUnique(after, key));
  const left = [...before];
  const isPartner = (old: Row, row: Row): boolean =>
    (identity === undefined ? keys : [identity]).every(key =>
      isDeepStrictEqual(cellOf(old, key), cellOf(row, key)),
    );
  const rows = after.map((row): NaiveRow => {
    const at = keys.length === 0 ? -1 : left.findIndex(old => isPartner(old, row));
    const [old] = at < 0 ? [] : left.splice(at, 1);
    if (old === undefined) return { state: 'added', cells: row, before: {} };
    const changed = keys.filter(key => !isDeepStrictEqual(cellOf(old, key), cellOf(row, key)));
    return {
      state: changed.length === 0 ? 'same' : 'changed',
      cells: { ...Object.fromEntries(Object.entries(old).filter(([key]) => !keys.includes(key))), ...row },
      before: Object.fromEntries(changed.map(key => [key, cellOf(old, key)])),
    };
  });
  return {
    identity,
    rows: [...rows, ...left.map((cells): NaiveRow => ({ state: 'gone', cells, before: {} }))],
  };
}
