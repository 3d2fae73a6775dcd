/** Keys of issues (`ABC-12`) and of projects, as texts and the addresses of pages have them. */
import { browsePath } from './site-address.ts';

/**
 * An issue's key: the key of a project (a letter, then letters, digits and underscores), a hyphen, and a number
 * without a leading zero. Trackers accept both cases.
 */
const key = String.raw`[A-Za-z][A-Za-z0-9_]{0,254}-[1-9]\d{0,17}`;
const project = /^[A-Z][A-Z0-9_]{0,254}$/;
const whole = new RegExp(`^${key}$`);
const everywhere = new RegExp(String.raw`(?<![\w-])${key}(?![\w-])`, 'g');

/** The form of a key in prose: capitals only, and not part of a longer word, a number or a hyphenated name. */
const inProse = /(?<![\p{L}\p{N}_-])[A-Z][A-Z0-9_]{0,99}-[1-9][0-9]{0,17}(?![\p{L}\p{N}_-]|\.[0-9])/gu;

/** Whether a text can be the key of a project. */
export const isProjectKey = (text: string): boolean => project.test(text);

/** Whether a text is an issue key. */
export const isIssueKey = (text: string): boolean => whole.test(text);

/** An issue's key in the case in which trackers write it. */
export const canonicalIssueKey = (text: string): string => text.toUpperCase();

/** The key of the project of an issue. */
export const projectOf = (issue: string): string => canonicalIssueKey(issue.slice(0, issue.lastIndexOf('-')));

/** The issue key at an offset of a text, also one that ends at it; `undefined` = none. */
export function issueKeyAt(text: string, offset: number): string | undefined {
  for (const { 0: match, index } of text.matchAll(everywhere))
    if (index <= offset && offset <= index + match.length) return match;
  return undefined;
}

/** The issue keys in prose, by their form alone, which names such as `UTF-8` share. */
export const issueKeysInText = (text: string): readonly { readonly key: string; readonly start: number }[] =>
  Array.from(text.matchAll(inProse), ({ 0: match, index }) => ({ key: match, start: index }));

/** The issue key at the end of an issue page's address; `undefined` = another address. */
export function issueKeyOfPage(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, pathname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const at = path.lastIndexOf(browsePath);
  const last = at < 0 ? '' : path.slice(at + browsePath.length);
  return isIssueKey(last) ? last : undefined;
}
