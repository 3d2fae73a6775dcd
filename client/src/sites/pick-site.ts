/** Asks the user to pick a configured site. */
import * as vscode from 'vscode';
import type { SiteKind } from '#shared/protocol/sites.ts';
import { text } from '../texts.ts';
import { requestSite, sitesNow } from './add-site.ts';

/**
 * Asks for a site; if none is configured, one is added. @param first the site at the top of the list @returns its
 * name; `undefined` = cancelled
 */
export async function pickSite(
  title: string,
  accepts: (kind: SiteKind, name: string) => boolean,
  first = '',
): Promise<string | undefined> {
  const items = Object.entries(sitesNow())
    .filter(([name, { kind }]) => accepts(kind, name))
    .map(([label, { kind, url }]) => ({ label, description: text(`site.kind.${kind}`), detail: url }))
    .toSorted((one, other) => Number(other.label === first) - Number(one.label === first));
  if (items.length === 0) return requestSite(accepts('tracker', '') ? 'tracker' : 'wiki');
  const placeHolder = text('site.pickPlaceholder');
  return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDetail: true }))?.label;
}

/** Lets the user pick a tracker; `undefined` = cancelled, or no tracker is configured. */
export const pickTracker = (): Promise<string | undefined> =>
  pickSite(text('issue.trackerTitle'), kind => kind === 'tracker');
