/** Addresses of sites as a person enters them. */
import type { SiteKind } from '../../../server/src/protocol.ts';

export type AddressProblem = 'malformed' | 'scheme' | 'credentials' | 'extra' | 'notApi';

/** What is wrong with an address for a site of that kind; `undefined` = nothing. */
export function addressProblem(kind: SiteKind, typed: string): AddressProblem | undefined {
  if (!URL.canParse(typed)) return 'malformed';
  const url = new URL(typed);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.hostname === '') return 'malformed';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (/[?#]/.test(typed)) return 'extra';
  return kind === 'wiki' && !url.pathname.endsWith('/api.php') ? 'notApi' : undefined;
}

/** An address as it may be shown: without a user and password, which are never sent either. */
export const withoutUser = (address: string): string => address.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');

/** Whether a name can stand after `# @site`. */
export const isSiteName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name);
