/** Choosing among the user's accounts at a site. */
import * as vscode from 'vscode';
import { originOf } from '../../../server/src/common/site-address.ts';
import type { StoredCredentials } from '../../../server/src/protocol/login.ts';
import type { Site } from '../../../server/src/protocol/sites.ts';
import { text } from '../texts.ts';
import type { Accounts } from './stored-accounts.ts';

interface Item extends vscode.QuickPickItem {
  /** Absent = another account. */
  readonly credentials?: StoredCredentials;
}

/** `now` = the account in use. Returns its credentials; `other` = one to be entered; `undefined` = given up. */
export async function chooseAccount(
  { name, url }: Site,
  accounts: Accounts,
  now: string | undefined,
): Promise<StoredCredentials | 'other' | undefined> {
  const items: Item[] = [...accounts].map(([account, credentials]) => ({
    ...itemOf(account, now),
    credentials,
  }));
  const chosen = await vscode.window.showQuickPick([...items, { label: text('session.otherAccount') }], {
    title: text('session.switchTitle', { site: name }),
    placeHolder: text('session.switchPlaceholder', { origin: originOf(url) ?? url }),
  });
  return chosen && (chosen.credentials ?? 'other');
}

/** Which of several accounts to sign out, the one in use last; `undefined` = given up. */
export async function chooseLeaving(
  { name, url }: Site,
  accounts: readonly string[],
  now: string | undefined,
): Promise<readonly string[] | undefined> {
  const ordered = accounts.toSorted((one, other) => Number(isNow(one, now)) - Number(isNow(other, now)));
  const items = ordered.toReversed().map(account => ({ ...itemOf(account, now), leaving: [account] }));
  const all = { label: text('session.allAccounts'), leaving: ordered };
  const chosen = await vscode.window.showQuickPick([...items, all], {
    title: text('session.signOutTitle', { site: name }),
    placeHolder: text('session.signOutPlaceholder', { origin: originOf(url) ?? url }),
  });
  return chosen?.leaving;
}

/** A token without a name goes by what it is. */
const itemOf = (account: string, now: string | undefined): vscode.QuickPickItem => ({
  label: account === '' ? text('session.tokenAccount') : account,
  ...(isNow(account, now) ? { description: text('site.current') } : {}),
});

const isNow = (account: string, now: string | undefined): boolean => account === (now ?? '');
