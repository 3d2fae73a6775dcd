/** The credentials of the accounts that a person has at a site: one of them is in use, all are in the secret storage. */
import { siteRoot } from '../../../server/src/common/site-address.ts';
import type { Secrets } from './vault.ts';
import { type StoredCredentials, credentialsKey } from '../../../server/src/protocol/login.ts';

/** By the account's name; empty = a token that names none. */
export type Accounts = ReadonlyMap<string, StoredCredentials>;

const listKey = (url: string): string => `accounts ${siteRoot(url)}`;
export const accountOf = ({ user = '' }: StoredCredentials): string => user;

const isStored = (value: unknown): value is StoredCredentials =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string';

/** Every function here rejects when the storage fails. */
export async function readAccounts(secrets: Secrets, url: string): Promise<Accounts> {
  const kept: unknown = JSON.parse((await secrets.get(listKey(url))) ?? '[]');
  const accounts = Array.isArray(kept) ? kept.filter(isStored) : [];
  return new Map(accounts.map(each => [accountOf(each), each]));
}

const writeAccounts = async (secrets: Secrets, url: string, accounts: Accounts): Promise<void> =>
  accounts.size === 0
    ? secrets.delete(listKey(url))
    : secrets.store(listKey(url), JSON.stringify([...accounts.values()]));

/** From now on these are used at the site. */
export async function useCredentials(secrets: Secrets, url: string, given: StoredCredentials): Promise<void> {
  const accounts = new Map(await readAccounts(secrets, url));
  await writeAccounts(secrets, url, accounts.set(accountOf(given), given));
  await secrets.store(credentialsKey(url), JSON.stringify(given));
}

export async function forgetAccount(secrets: Secrets, url: string, account: string): Promise<void> {
  const accounts = new Map(await readAccounts(secrets, url));
  accounts.delete(account);
  await writeAccounts(secrets, url, accounts);
}
