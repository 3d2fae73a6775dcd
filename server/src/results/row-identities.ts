/** Identifies the rows of a table across runs. */
import { hash } from 'node:crypto';
import identities from '../../catalogue/network/identities.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import type { RowIdentities } from '#shared/protocol/watch.ts';
import type { ResultStore } from './store/result-store.ts';

const identityColumns = [...identities.tracker, ...identities.wiki];
/** Types of identifiers: unlike a name, an identifier is never given to another page or user. */
const types: ReadonlySet<ColumnType> = new Set(['id', 'issue']);
/** Characters of a hash: enough to distinguish a million rows. */
const length = 16;

const allRows = { sort: [], search: '', filters: {} };

/**
 * Identifies the rows of a table: by the first identifier that each row has and that is unique, otherwise by the row
 * itself. `undefined` = the run was released, or has no such table.
 */
export function rowIdentities(
  store: ResultStore,
  run: string,
  table: string,
  columns: readonly Column[],
): RowIdentities | undefined {
  const keys = columns.map(({ key }) => key);
  for (const by of identityColumns) {
    if (!columns.some(({ key, type }) => key === by && types.has(type))) continue;
    const ids = [...valuesOf(store, run, table, [by])].map(([value]) => value);
    if (ids.every(value => value !== undefined) && new Set(ids).size === ids.length)
      return { by, ids: ids.map(value => shortHash(JSON.stringify(value))) };
  }
  if (store.extract(run, table, allRows, keys) === undefined) return undefined;
  const rows = valuesOf(store, run, table, keys);
  return { by: '', ids: Array.from(rows, cells => shortHash(JSON.stringify(filled(keys, cells)))) };
}

/** The cells with values: an additional empty column does not change the identity of a row. */
const filled = (keys: readonly string[], cells: readonly (Json | undefined)[]): [string, Json][] =>
  keys
    .flatMap((key, index): [string, Json][] => {
      const cell = cells[index];
      return cell === undefined ? [] : [[key, cell]];
    })
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

function* valuesOf(
  store: ResultStore,
  run: string,
  table: string,
  keys: readonly string[],
): Generator<readonly (Json | undefined)[]> {
  for (const batch of store.extract(run, table, allRows, keys)?.batches ?? []) yield* batch;
}

const shortHash = (text: string): string => hash('sha256', text, 'base64').slice(0, length);
