import type { SiteFacts } from '../catalogue/knowledge.ts';
import { ipv4Octet, isIpAddress, isIpRange } from './ip-address.ts';
import { splitTitle } from './title.ts';

/** The kinds of users that a parameter can ask for, by their names in paraminfo. */
export type UserKind = 'name' | 'temp' | 'ip' | 'cidr' | 'interwiki' | 'id';

const ipv4Like = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:xxx|\d{1,3})$/;
const maskedIpv4 = new RegExp(`^${ipv4Octet}(?:\\.${ipv4Octet}){2}\\.xxx$`);
/** Characters that are allowed in a title but not in a user name. */
const troublesome = /[\u0080-\u009F\u00A0\u2000-\u200F\u2028-\u202F\u3000\uE000-\uF8FF]/;
const temporary = /^~2/;

/**
 * The kind of user that a value names. The account need not exist.
 *
 * @returns undefined for a text that cannot be a user
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
