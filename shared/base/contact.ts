/** The contact that the User-Agent names, so that the operators of a site can reach the user, and what it gains. */
import limits from '../../server/catalogue/network/wikimedia-limits.json' with { type: 'json' };
import { isWikimedia } from './site-address.ts';

/** Longer contacts are cut: headers have limits. */
const maxContactLength = 200;

/** Control characters, and characters that would end the comment of a User-Agent. */
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}()\\]+/gu;

/** The form of a contact that is sent: on one line, without parentheses, and cut to its maximum length. */
export const sentContact = (contact: string): string =>
  contact.replaceAll(unwanted, ' ').replaceAll(/ +/g, ' ').trim().slice(0, maxContactLength).trimEnd();

const forms = [/\S@[^\s@.]+\.\S/, /https?:\/\/[^\s/]+\.\S/i, /(?:^|[\s:])user(?: talk)?:\S/i];

/** Whether a contact includes an email address, a web address or a user page. */
export const isReachable = (contact: string): boolean => forms.some(form => form.test(sentContact(contact)));

/** The problem of a contact at a site of Wikimedia, which asks for one; `undefined` = no problem, or another site. */
export function contactRemark(
  address: string,
  contact: string,
): 'contact-missing' | 'contact-unclear' | undefined {
  if (!isWikimedia(address)) return undefined;
  if (sentContact(contact) === '') return 'contact-missing';
  return isReachable(contact) ? undefined : 'contact-unclear';
}

/**
 * The User-Agent header of all requests, as the policy of Wikimedia's APIs wants it: the program, its version, and who
 * operates it.
 *
 * @param contact an address or a user page; empty = none is set
 */
export function userAgentOf(version: string, contact: string): string {
  const sent = sentContact(contact);
  return `wikijql/${version}${sent === '' ? '' : ` (${sent})`}`;
}

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
