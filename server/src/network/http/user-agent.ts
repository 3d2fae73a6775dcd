import { sentContact } from '#shared/base/contact.ts';

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
