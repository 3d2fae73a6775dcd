import { browsePath } from './site-address.ts';

/**
 * Issue keys, `ABC-12`: the key of a project (a letter, then letters, digits and underscores) and a number without a
 * leading zero. Trackers read them in either case.
 */
const key = String.raw`[A-Za-z][A-Za-z0-9_]{0,254}-[1-9]\d{0,17}`;
const project = /^[A-Z][A-Z0-9_]{0,254}$/;
const whole = new RegExp(`^${key}$`);
const everywhere = new RegExp(String.raw`(?<![\w-])${key}(?![\w-])`, 'g');

/** In prose: capitals alone, and no part of a longer word, of a number or of a name with hyphens. */
const inProse = /(?<![\p{L}\p{N}_-])[A-Z][A-Z0-9_]{0,99}-[1-9][0-9]{0,17}(?![\p{L}\p{N}_-]|\.[0-9])/gu;

/** Whether a text can be the key of a project. */
export const isProjectKey = (text: string): boolean => project.test(text);

export const isIssueKey = (text: string): boolean => whole.test(text);

/** The key as trackers write it. */
export const canonicalIssueKey = (text: string): string => text.toUpperCase();

/** The key of the project that an issue's key begins with. */
export const projectOf = (issue: string): string => canonicalIssueKey(issue.slice(0, issue.lastIndexOf('-')));

/** The key at an offset of a text, also one that ends there; `undefined` = none. */
export function issueKeyAt(text: string, offset: number): string | undefined {
  for (const { 0: found, index } of text.matchAll(everywhere))
    if (index <= offset && offset <= index + found.length) return found;
  return undefined;
}

/** The keys that prose mentions, as far as their form says it: `UTF-8` has it too. */
export const issueKeysInText = (text: string): readonly { readonly key: string; readonly start: number }[] =>
  Array.from(text.matchAll(inProse), ({ 0: found, index }) => ({ key: found, start: index }));

/** The key that the address of an issue's page ends with; `undefined` = it is the address of something else. */
export function issueKeyOfPage(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, pathname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const at = path.lastIndexOf(browsePath);
  const last = at < 0 ? '' : path.slice(at + browsePath.length);
  return isIssueKey(last) ? last : undefined;
}
