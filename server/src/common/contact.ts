/** How the operators of a site can reach who runs queries, as it is sent in the User-Agent. */
import { isWikimedia } from './site-address.ts';

/** Nobody's address is longer, and headers have limits. */
const longestContact = 200;

/** Control characters, and what would end the comment of a User-Agent. */
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}()\\]+/gu;

/** A contact as it can be sent: on one line, without parentheses, and not too long. */
export const sentContact = (contact: string): string =>
  contact.replaceAll(unwanted, ' ').replaceAll(/ +/g, ' ').trim().slice(0, longestContact).trimEnd();

const forms = [/\S@[^\s@.]+\.\S/, /https?:\/\/[^\s/]+\.\S/i, /(?:^|[\s:])user(?: talk)?:\S/i];

/** Whether a contact has an email address, a web address or a user page in it. */
export const isReachable = (contact: string): boolean => forms.some(form => form.test(sentContact(contact)));

/** What is to be said of a contact where a query runs; `undefined` = nothing, or a site that does not ask for one. */
export function contactRemark(
  address: string,
  contact: string,
): 'contact-missing' | 'contact-unclear' | undefined {
  if (!isWikimedia(address)) return undefined;
  if (sentContact(contact) === '') return 'contact-missing';
  return isReachable(contact) ? undefined : 'contact-unclear';
}
