import site from './site.json' with { type: 'json' };
import type { Title } from './types.ts';

export interface Namespace {
  readonly id: number;
  readonly name: string;
  readonly canonical?: string;
  readonly aliases?: readonly string[];
  readonly subpages?: boolean;
  readonly content?: boolean;
  readonly protection?: string;
}

export interface Interwiki {
  readonly prefix: string;
  readonly url: string;
  readonly api?: string;
  /** The language's own name; absent = not a language link. */
  readonly language?: string;
  readonly name?: string;
}

export const namespaces: readonly Namespace[] = site.namespaces;
export const interwikis: readonly Interwiki[] = site.interwiki;

/** How a text reads as a title. The codes of what is invalid are MediaWiki's. */
export type TitleReading =
  | { readonly kind: 'local'; readonly title: Title; readonly fragment: string }
  | { readonly kind: 'interwiki'; readonly prefix: string; readonly text: string }
  | { readonly kind: 'invalid'; readonly code: string };

const namespaceIds = new Map<string, number>();
for (const { id, name, canonical, aliases } of namespaces)
  for (const spelling of [name, canonical, ...(aliases ?? [])])
    if (spelling) namespaceIds.set(spelling.toLowerCase(), id);

const upperFirst = (text: string): string => {
  const first = text.codePointAt(0);
  return first === undefined
    ? ''
    : String.fromCodePoint(first).toUpperCase() + text.slice(first > 0xffff ? 2 : 1);
};

/**
 * Reads a title as the wiki does: underscores are blanks, direction marks vanish, the first letter is upper case.
 * @param defaultNamespace of a title without one
 */
export function readTitle(raw: string, defaultNamespace = 0): TitleReading {
  const clean = raw
    .normalize('NFC')
    .replaceAll(/[\u200e\u200f\u202a-\u202e]/gu, '')
    .replaceAll(/[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/gu, ' ')
    .trim();
  let rest = clean;
  let namespace = defaultNamespace;
  if (rest.startsWith(':')) {
    namespace = 0;
    rest = rest.slice(1).trimStart();
  }
  const colon = rest.indexOf(':');
  if (colon > 0) {
    const head = rest.slice(0, colon).trim();
    const tail = rest.slice(colon + 1).trim();
    const id = namespaceIds.get(head.toLowerCase());
    const foreign = interwikis.find(({ prefix }) => prefix === head.toLowerCase());
    if (id !== undefined) [namespace, rest] = [id, tail];
    else if (foreign) return { kind: 'interwiki', prefix: foreign.prefix, text: tail };
  }
  const hash = rest.indexOf('#');
  const fragment = hash < 0 ? '' : rest.slice(hash + 1);
  if (hash >= 0) rest = rest.slice(0, hash).trim();
  const code = faultOf(rest);
  if (code) return { kind: 'invalid', code };
  return { kind: 'local', title: { namespace, text: upperFirst(rest) }, fragment };
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'title-invalid-empty';
  if (/[<>[\]{}|\u0000-\u001f\u007f\ufffd]|%[0-9a-f]{2}/iu.test(text)) return 'title-invalid-characters';
  if (/(?:^|\/)\.{1,2}(?:\/|$)/u.test(text)) return 'title-invalid-relative';
  if (text.includes('~~~')) return 'title-invalid-magic-tilde';
  if (Buffer.byteLength(text) > 255) return 'title-invalid-too-long';
  if (text.startsWith(':')) return 'title-invalid-leading-colon';
  return undefined;
}

/** A title as readers see it, with its namespace. */
export function fullTitle({ namespace, text }: Title): string {
  const name = namespaces.find(({ id }) => id === namespace)?.name;
  return name ? `${name}:${text}` : text;
}

/** A title of the sandbox's own making. */
export function localTitle(text: string): Title {
  const reading = readTitle(text);
  if (reading.kind !== 'local') throw new Error(`Not a title of this wiki: ${text}`);
  return reading.title;
}

export const sameTitle = (a: Title, b: Title): boolean => a.namespace === b.namespace && a.text === b.text;

/** A title's text as the database keys it: blanks are underscores. */
export const dbKey = (text: string): string => text.replaceAll(' ', '_');

/** The order of titles: by namespace, then by code unit. */
export const byTitle = (a: Title, b: Title): number =>
  a.namespace - b.namespace || byText(dbKey(a.text), dbKey(b.text));

export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
