import type { SiteFacts } from '../catalogue/site-facts.ts';
import { splitTitle } from './title.ts';

/** The kinds of users that a parameter can ask for, by their names in paraminfo. */
export type UserKind = 'name' | 'temp' | 'ip' | 'cidr' | 'interwiki' | 'id';

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|0?\\d?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const ipv4Like = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:xxx|\d{1,3})$/;
const maskedIpv4 = new RegExp(`^${octet}(?:\\.${octet}){2}\\.xxx$`);
/** Characters that are allowed in a title but not in a user name. */
const troublesome = /[\u0080-\u009F\u00A0\u2000-\u200F\u2028-\u202F\u3000\uE000-\uF8FF]/;
const temporary = /^~2/;

/**
 * What kind of user a value names. The account need not exist.
 *
 * @returns undefined for what can be no user
 */
export function readUser(text: string, facts: SiteFacts): UserKind | undefined {
  if (/^#\d+$/.test(text)) return 'id';
  if (text.includes('>')) return text.includes('#') ? undefined : 'interwiki';
  if (text.includes('#')) return undefined;
  const title = splitTitle(text, facts, 2);
  const inUser = title?.namespace === 2 ? title : splitTitle(`User:${text}`, facts);
  if (inUser === undefined || inUser.namespace !== 2) return undefined;
  const name = inUser.key.replaceAll('_', ' ');
  if (title?.namespace === 2 && isUserName(name, facts)) return temporary.test(name) ? 'temp' : 'name';
  if (isIpAddress(name) || maskedIpv4.test(name)) return 'ip';
  return isIpRange(name) ? 'cidr' : undefined;
}

function isUserName(name: string, facts: SiteFacts): boolean {
  if (name.includes('/') || isIpAddress(name) || ipv4Like.test(name) || troublesome.test(name)) return false;
  return splitTitle(name, facts)?.namespace === 0;
}

/** True for an IPv4 or IPv6 address. */
export const isIpAddress = (text: string): boolean => ipv4.test(text) || isIpv6(text);

/** True for a range of addresses in CIDR form: `192.0.2.0/24`, `2001:db8::/32`. */
export function isIpRange(text: string): boolean {
  const [address, length, more] = text.split('/');
  if (address === undefined || length === undefined || more !== undefined) return false;
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length)) return false;
  return (ipv4.test(address) && Number(length) <= 32) || (isIpv6(address) && Number(length) <= 128);
}

function isIpv6(text: string): boolean {
  if (!/^[0-9A-Fa-f:]+$/.test(text) || text.includes(':::')) return false;
  const halves = text.split('::');
  const words = text.split(':').filter(word => word !== '');
  if (halves.length > 2 || words.some(word => word.length > 4)) return false;
  if (halves.length === 1) return words.length === 8 && !/^:|:$/.test(text);
  const [before, after] = halves;
  return words.length <= 7 && !before!.startsWith(':') && !after!.endsWith(':');
}
