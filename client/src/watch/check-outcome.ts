/** The outcomes of runs in the background, which decide when to run again, and the rows that are new in them. */
import { offersSignIn } from '#shared/protocol/notice.ts';
import type { CheckResult, Identities, RowIdentities } from '#shared/protocol/watch.ts';

export type CheckOutcome =
  | { readonly kind: 'rows'; readonly site: string; readonly run: string; readonly seen: Identities }
  /** The site asked to wait for a number of seconds. */
  | { readonly kind: 'busy'; readonly site: string; readonly seconds: number; readonly message: string }
  /** The query is no longer watched. */
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'offline' | 'signedOut' | 'failed';
      /** Empty = unknown. */
      readonly site: string;
      readonly message: string;
    };

/** The codes of notices that a site cannot be reached. */
const offlineCodes: ReadonlySet<string> = new Set([
  'offline',
  'nameNotFound',
  'refused',
  'connectTimeout',
  'closed',
  'reset',
]);

/** Says how the check of a watch ended: with rows, or why without. @param seen its rows */
export function outcomeOf(result: CheckResult['result'], seen: Identities): CheckOutcome {
  const { notices, retryAfter } = result;
  const site = result.site?.name ?? '';
  if (hasAllRows(result)) return { kind: 'rows', site, run: result.run, seen };
  const reason = notices.find(({ severity }) => severity === 'error') ?? notices[0];
  const message = reason?.message ?? '';
  if (retryAfter !== undefined) return { kind: 'busy', site, seconds: retryAfter, message };
  if (notices.some(offersSignIn)) return { kind: 'signedOut', site, message };
  const isOffline = notices.some(({ code }) => offlineCodes.has(code));
  return { kind: isOffline ? 'offline' : 'failed', site, message };
}

/** Whether a run has all the rows that it was asked for. */
export const hasAllRows = ({ status }: CheckResult['result']): boolean =>
  status === 'complete' || status === 'more';

/** The number of rows that the previous result did not have, as `newRowsOf` finds them. */
export const newRows = (before: Identities, now: Identities): number =>
  Object.keys(now).reduce((count, table) => count + newRowsOf(table, before, now).length, 0);

/**
 * The indices of the rows of a table that the previous result did not have. A table whose rows are identified in
 * another way than before counts as without new rows.
 */
export function newRowsOf(table: string, before: Identities, now: Identities): readonly number[] {
  const { by, ids } = tableOf(now, table);
  const previous = tableOf(before, table);
  if (previous.ids.length > 0 && previous.by !== by) return [];
  // A row can occur several times.
  const countsLeft = new Map<string, number>();
  for (const id of previous.ids) countsLeft.set(id, (countsLeft.get(id) ?? 0) + 1);
  return ids.flatMap((id, index) => (take(countsLeft, id) ? [] : [index]));
}

const tableOf = (seen: Identities, table: string): RowIdentities =>
  (Object.hasOwn(seen, table) ? seen[table] : undefined) ?? { by: '', ids: [] };

function take(left: Map<string, number>, id: string): boolean {
  const count = left.get(id) ?? 0;
  left.set(id, count - 1);
  return count > 0;
}

/** The tables of a result, which say which of their rows an earlier result did not have. */
export const withNewRows = (
  tables: CheckResult['tables'],
  before: Identities,
  now: Identities,
): CheckResult['tables'] =>
  tables.map(state => ({
    ...state,
    table: { ...state.table, newRows: [...newRowsOf(state.table.id, before, now)] },
  }));

/** The number of rows in a result. */
export const sizeOf = (seen: Identities): number =>
  Object.values(seen).reduce((count, { ids }) => count + ids.length, 0);
