/** What a run in the background says about when to run again. */
import type { Notice } from '../../../server/src/protocol/notice.ts';
import type { CheckResult } from '../../../server/src/protocol/watch.ts';
import { type SeenRows, seenRows } from './new-rows.ts';

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
/** Actions that let the user sign in. */
const signInActions: ReadonlySet<Notice['action']> = new Set(['signIn', 'switchAccount', 'openLogin']);

export function outcomeOf({ result, tables }: CheckResult): CheckOutcome {
  const { status, notices, retryAfter } = result;
  const site = result.site?.name ?? '';
  if (status === 'complete' || status === 'more')
    return { kind: 'rows', site, run: result.run, seen: seenRows(tables) };
  const reason = notices.find(({ severity }) => severity === 'error') ?? notices[0];
  const message = reason?.message ?? '';
  if (retryAfter !== undefined) return { kind: 'busy', site, seconds: retryAfter, message };
  if (notices.some(({ action }) => signInActions.has(action))) return { kind: 'signedOut', site, message };
  const isOffline = notices.some(({ code }) => offlineCodes.has(code));
  return { kind: isOffline ? 'offline' : 'failed', site, message };
}
