/** Asks the user to choose among the accounts at a site. */
import * as vscode from 'vscode';
import { originOf } from '#shared/base/site-address.ts';
import type { SessionState, StoredCredentials } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { text } from '../texts.ts';
import type { Accounts } from './stored-accounts.ts';

interface Item extends vscode.QuickPickItem {
  readonly choice: StoredCredentials | 'other' | 'signOut';
}

/**
 * Asks for the account to use.
 *
 * @returns its credentials; `other` = one to be entered; `signOut` = an account is to be signed out; `undefined` = cancelled
 */
export async function chooseAccount(
  { name, url }: Site,
  accounts: Accounts,
  { state, account: now, message }: SessionState,
): Promise<Item['choice'] | undefined> {
  const items: Item[] = [
    ...[...accounts].map(([account, choice]) => ({ ...itemOf(account, now), choice })),
    { label: text('session.otherAccount'), choice: 'other' },
    { label: text('session.signOut'), choice: 'signOut' },
  ];
  const placeholder = text('session.switchPlaceholder', { origin: originOf(url) ?? url });
  const chosen = await vscode.window.showQuickPick(items, {
    title: text('session.switchTitle', { site: name }),
    placeHolder: state === 'signedIn' ? `${message} ${placeholder}` : placeholder,
  });
  return chosen?.choice;
}

/** Asks which of several accounts to sign out, with the last used one first; `undefined` = cancelled. */
export async function chooseToSignOut(
  { name, url }: Site,
  accounts: readonly string[],
  now: string | undefined,
): Promise<readonly string[] | undefined> {
  const ordered = accounts.toSorted((one, other) => Number(isNow(one, now)) - Number(isNow(other, now)));
  const items = ordered.toReversed().map(account => ({ ...itemOf(account, now), accounts: [account] }));
  const allAccounts = { label: text('session.allAccounts'), accounts: ordered };
  const chosen = await vscode.window.showQuickPick([...items, allAccounts], {
    title: text('session.signOutTitle', { site: name }),
    placeHolder: text('session.signOutPlaceholder', { origin: originOf(url) ?? url }),
  });
  return chosen?.accounts;
}

/** The item of an account; a token without a name is called a token. */
const itemOf = (account: string, now: string | undefined): vscode.QuickPickItem => ({
  label: account === '' ? text('session.tokenAccount') : account,
  ...(isNow(account, now) ? { description: text('site.current') } : {}),
});

const isNow = (account: string, now: string | undefined): boolean => account === (now ?? '');
