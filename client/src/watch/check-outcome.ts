/** What a run in the background says about when to run again. */
import { offersSignIn } from '../../../server/src/protocol/notice.ts';
import type { CheckResult, RowIdentities, WatchedTable } from '../../../server/src/protocol/watch.ts';

export type CheckOutcome =
  | { readonly kind: 'rows'; readonly site: string; readonly run: string; readonly seen: SeenRows }
  /** The site asked to be left alone for so many seconds. */
  | { readonly kind: 'busy'; readonly site: string; readonly seconds: number; readonly message: string }
  /** The query is no longer to be watched. */
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'offline' | 'signedOut' | 'failed';
      /** Empty = unknown. */
      readonly site: string;
      readonly message: string;
    };

/** Codes of notices that say that a site cannot be reached. */
const offlineCodes: ReadonlySet<string> = new Set([
  'offline',
  'nameNotFound',
  'refused',
  'connectTimeout',
  'closed',
  'reset',
]);
export function outcomeOf({ result, tables }: CheckResult): CheckOutcome {
  const { status, notices, retryAfter } = result;
  const site = result.site?.name ?? '';
  if (status === 'complete' || status === 'more')
    return { kind: 'rows', site, run: result.run, seen: seenRows(tables) };
  const reason = notices.find(({ severity }) => severity === 'error') ?? notices[0];
  const message = reason?.message ?? '';
  if (retryAfter !== undefined) return { kind: 'busy', site, seconds: retryAfter, message };
  if (notices.some(offersSignIn)) return { kind: 'signedOut', site, message };
  const isOffline = notices.some(({ code }) => offlineCodes.has(code));
  return { kind: isOffline ? 'offline' : 'failed', site, message };
}

/** The identities of the rows of a result, by the ids of its tables. */
export type SeenRows = Readonly<Record<string, RowIdentities>>;

export const seenRows = (tables: readonly WatchedTable[]): SeenRows =>
  Object.fromEntries(tables.map(({ table, identities }) => [table.id, identities]));

/** How many rows a result has that the one before did not have. A table whose rows are told apart otherwise than before has none. */
export function newRows(before: SeenRows, now: SeenRows): number {
  return Object.entries(now).reduce((count, [table, { by, ids }]) => {
    const known = Object.hasOwn(before, table) ? before[table] : undefined;
    if (known === undefined || known.ids.length === 0) return count + ids.length;
    if (known.by !== by) return count;
    // The same row can be there several times.
    const left = new Map<string, number>();
    for (const id of known.ids) left.set(id, (left.get(id) ?? 0) + 1);
    return count + ids.filter(id => !take(left, id)).length;
  }, 0);
}

function take(left: Map<string, number>, id: string): boolean {
  const count = left.get(id) ?? 0;
  left.set(id, count - 1);
  return count > 0;
}

/** How many rows are in it. */
export const sizeOf = (seen: SeenRows): number =>
  Object.values(seen).reduce((count, { ids }) => count + ids.length, 0);
