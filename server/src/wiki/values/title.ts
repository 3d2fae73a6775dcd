/** Parses page titles as MediaWiki does. */
import { trimEndOf } from '#shared/base/shorten.ts';
import { canonicalNamespaces, englishNamespaces } from '../catalogue/namespaces.ts';
import type { SiteFacts } from '../catalogue/knowledge.ts';
import { isIpAddress } from './ip-address.ts';

/** A page title as the wiki parses it. */
export interface Title {
  readonly namespace: number;
  /** Without the namespace, spaces as `_`. Empty only if the title is just a `#fragment`. */
  readonly key: string;
  readonly fragment: string | undefined;
}

/** A page of a user and its talk page: only their names can start with `::`, as an IPv6 address does. */
const userNamespaces: ReadonlySet<number> = new Set([2, 3]);
const blanks = /[ _\u00A0\u1680\u180E\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/g;
const directionMarks = /[\u200E\u200F\u202A-\u202E]+/g;
/** Characters that no title contains, and sequences that look like encoded ones. */
const forbidden = /[\u0000-\u001F\u007F<>[\]{}|]|%[0-9A-Fa-f]{2}|&[A-Za-z0-9\u0080-\uFFFF]+;/;
const relative = /^\.\.?$|^\.\.?\/|\/\.\.?\/|\/\.\.?$/;

/**
 * Parses a title as the wiki does with user input: `&amp;` and the like are decoded.
 *
 * @param defaultNamespace the namespace of a title without one
 * @returns undefined for a text that cannot be a title
 */
export const readTitle = (text: string, facts: SiteFacts, defaultNamespace = 0): Title | undefined =>
  splitTitle(text.includes('&') ? decoded(text) : text, facts, defaultNamespace);

/** HTML has many named characters: one that is not listed here counts as a letter. */
const namedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', '\u00A0'],
]);

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,8}));/g,
    (_, decimal, hexadecimal, name) => {
      if (name !== undefined) return namedEntities.get(String(name)) ?? 'x';
      const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
    },
  );

/**
 * Parses a title literally. Interwiki prefixes are not known, so they count as part of the name.
 *
 * @param defaultNamespace the namespace of a title without one
 * @returns undefined for a text that cannot be a title
 */
export function splitTitle(text: string, facts: SiteFacts, defaultNamespace = 0): Title | undefined {
  let key = trimmedKey(text.replaceAll(directionMarks, '').replaceAll(blanks, '_'));
  if (key.includes('\uFFFD')) return undefined;
  let namespace = defaultNamespace;
  if (key.startsWith(':')) {
    namespace = 0;
    key = trimmedKey(key.slice(1));
  }
  if (key === '') return undefined;
  const parts = splitPrefix(key);
  const prefix = parts ? namespaceOf(parts.prefix, facts) : undefined;
  if (parts && prefix !== undefined) {
    namespace = prefix;
    key = parts.rest;
    const inner = splitPrefix(key);
    if (prefix === 1 && inner && namespaceOf(inner.prefix, facts)) return undefined;
  }
  const hash = key.indexOf('#');
  const fragment = hash < 0 ? undefined : key.slice(hash + 1);
  if (hash >= 0) key = trimEndOf(key.slice(0, hash), '_');
  const valid =
    !forbidden.test(key) &&
    !relative.test(key) &&
    !key.includes('~~~') &&
    (!key.startsWith(':') || (userNamespaces.has(namespace) && isIpAddress(key))) &&
    fits(key, namespace);
  return valid && (key !== '' || namespace === 0) ? { namespace, key, fragment } : undefined;
}

/** The id of a namespace by any of its names, in any case; undefined if the site has no such namespace. */
export function namespaceOf(name: string, facts: SiteFacts): number | undefined {
  const lowerName = name.replaceAll('_', ' ').toLowerCase();
  if (facts.namespaces === undefined) return canonicalNamespaces.get(lowerName);
  for (const [id, names] of facts.namespaces) {
    if (id !== 0 && names.some(alias => alias.toLowerCase() === lowerName)) return id;
  }
  return undefined;
}

/** The name of a namespace on the site, else in English; its id if it has no known name. */
export const namespaceName = (id: number, facts: SiteFacts): string =>
  facts.namespaces?.get(id)?.[0] ?? englishNamespaces.get(id) ?? String(id);

/** The parts before and after the first colon that is not the first character, without spaces around it. */
function splitPrefix(key: string): { readonly prefix: string; readonly rest: string } | undefined {
  const colon = key.indexOf(':', 1);
  if (colon < 0) return undefined;
  const prefix = key.charAt(0) + trimEndOf(key.slice(1, colon), '_');
  return { prefix, rest: key.slice(colon + 1).replace(/^_+/, '') };
}

const trimmedKey = (key: string): string => trimEndOf(key.replace(/^_+/, ''), '_');

/** Whether a name has at most 255 bytes of UTF-8, on special pages 512. */
function fits(key: string, namespace: number): boolean {
  const longest = namespace === -1 ? 512 : 255;
  return key.length <= longest / 3 || bytes(key) <= longest;
}

function bytes(text: string): number {
  let count = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    count += 1 + Number(code >= 0x80) + Number(code >= 0x800) + Number(code >= 0x10000);
  }
  return count;
}

/** The address of a page: the first group has its title as a part of the path, else the second one as `title=`. */
export const pageAddress =
  /^https?:\/\/[^/?#\s]+\/(?:wiki\/([^?#]+)(?:[?#][^]*)?|[^?#]*\?(?:[^#&]*&)*?title=([^&#]+)[^]*)$/;
