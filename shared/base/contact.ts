/** The contact that the User-Agent names, so that the operators of a site can reach the user. */
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
