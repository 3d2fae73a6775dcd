/** The limits of requests at Wikimedia's wikis, by who asks. */
import limits from '../../server/catalogue/network/wikimedia-limits.json' with { type: 'json' };
import { isReachable } from './contact.ts';
import { isWikimedia } from './site-address.ts';

/** Who asks a wiki of Wikimedia, as far as its limits of requests tell askers apart. */
export type WikimediaTier = keyof typeof limits.perMinute;

/** The requests a minute that Wikimedia accepts; 0 = no limit. */
export const perMinute: Readonly<Record<WikimediaTier, number>> = limits.perMinute;

/** An account that is signed in. */
interface Account {
  /** Absent = not known. */
  readonly rights?: readonly string[];
}

/**
 * Who asks a site of Wikimedia; `undefined` = another site. Whether an account is established, only the wiki knows.
 *
 * @param contact or the User-Agent that has it @param account absent = not signed in
 */
export function wikimediaTier(
  address: string,
  contact: string,
  account?: Account,
): Exclude<WikimediaTier, 'established'> | undefined {
  if (!isWikimedia(address)) return undefined;
  if (account !== undefined) return account.rights?.includes('bot') === true ? 'bot' : 'signedIn';
  return isReachable(contact) ? 'identified' : 'unidentified';
}

/** The tier of a class of Wikimedia's gateway; `undefined` = another class. */
export function tierOfClass(limitClass: string): (typeof tiers)[number] | undefined {
  const tier = new Map(Object.entries(limits.classes)).get(limitClass);
  return tiers.find(name => name === tier);
}

const tiers = ['unidentified', 'identified', 'signedIn', 'bot'] as const;

/** How many requests a minute a site accepts without an account, and with the next step; `undefined` = it is not of Wikimedia. */
export function paceAt(
  address: string,
  contact: string,
): { tier: 'unidentified' | 'identified'; perMinute: number; next: number } | undefined {
  if (!isWikimedia(address)) return undefined;
  const { unidentified, identified, established } = limits.perMinute;
  return isReachable(contact)
    ? { tier: 'identified', perMinute: identified, next: established }
    : { tier: 'unidentified', perMinute: unidentified, next: identified };
}
