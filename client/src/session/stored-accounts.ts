/** The credentials of the user's accounts at a site, in the secret storage; one account is in use. */
import { siteRoot } from '#shared/base/site-address.ts';
import {
  type StoredCredentials,
  credentialsKey,
  isStoredCredentials,
  siteKey,
} from '#shared/protocol/sites/login.ts';
import type { SiteIdentity } from '#shared/protocol/sites.ts';
import type { Secrets } from './secret-requests.ts';

/** Credentials by the account's name; empty = a token without a name. */
export type Accounts = ReadonlyMap<string, StoredCredentials>;

const listKey = (site: SiteIdentity): string => `accounts ${siteKey(site)}`;

/** The name of an account; empty = a token. */
export const accountOf = ({ user = '' }: StoredCredentials): string => user;

/** Reads the stored accounts. Like the functions below, it rejects if the storage fails. */
export async function readAccounts(secrets: Secrets, site: SiteIdentity): Promise<Accounts> {
  const stored: unknown = JSON.parse((await secrets.get(listKey(site))) ?? '[]');
  const accounts = Array.isArray(stored) ? stored.filter(isStoredCredentials) : [];
  return new Map(accounts.map(account => [accountOf(account), account]));
}

const writeAccounts = async (secrets: Secrets, site: SiteIdentity, accounts: Accounts): Promise<void> =>
  accounts.size === 0
    ? secrets.delete(listKey(site))
    : secrets.store(listKey(site), JSON.stringify([...accounts.values()]));

/** Deletes the values of version 0.1.0, whose keys do not name the kind of the site. */
async function forgetFormer(secrets: Secrets, { url }: SiteIdentity): Promise<void> {
  const root = siteRoot(url);
  await secrets.delete(`credentials ${root}`);
  await secrets.delete(`accounts ${root}`);
}

/** Stores credentials, and uses them at the site from now on. */
export async function useCredentials(
  secrets: Secrets,
  site: SiteIdentity,
  credentials: StoredCredentials,
): Promise<void> {
  const accounts = new Map(await readAccounts(secrets, site));
  await writeAccounts(secrets, site, accounts.set(accountOf(credentials), credentials));
  await secrets.store(credentialsKey(site), JSON.stringify(credentials));
  await forgetFormer(secrets, site);
}

/** Removes an account from those that are stored for a site. */
export async function forgetAccount(secrets: Secrets, site: SiteIdentity, account: string): Promise<void> {
  const accounts = new Map(await readAccounts(secrets, site));
  accounts.delete(account);
  await writeAccounts(secrets, site, accounts);
}
