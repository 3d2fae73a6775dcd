import canonicalNames from '../../../catalogue/wiki/namespaces.json' with { type: 'json' };
import { CatalogueError } from '#shared/base/text/json-reader.ts';
import { hasHidden } from '#shared/base/visible-text.ts';

/** The ids of the namespaces that every wiki has, by their English names in lower case. */
export const canonicalNamespaces: ReadonlyMap<string, number> = new Map(
  Object.entries(canonicalNames).flatMap(([id, aliases]) =>
    aliases.map(alias => [alias.toLowerCase(), Number(id)] as const),
  ),
);

/** The English names of the namespaces that every wiki has, by their ids. */
export const englishNamespaces: ReadonlyMap<number, string> = new Map(
  Object.entries(canonicalNames).flatMap(([id, [name]]) =>
    name === undefined ? [] : [[Number(id), name] as const],
  ),
);

/** Some wikis have a hundred namespaces, and each can have several aliases. */
const maximum = { namespaces: 1000, aliases: 10_000 };
const maxNameLength = 500;

/**
 * The namespaces of `meta=siteinfo` by id, each with its names: the site's own first, then the canonical one and the
 * aliases. What has another shape is left out; nothing readable = an empty map. Both format versions are read.
 *
 * @throws CatalogueError where there are too many: a namespace must not be called unknown because it was left out
 */
export function readNamespaces(
  namespaces: unknown,
  aliases: unknown,
): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>();
  for (const entry of entriesOf(namespaces, 'namespaces')) {
    const id = entry['id'];
    const localName = textOf(entry['name'] ?? entry['*']);
    if (typeof id !== 'number' || !Number.isInteger(id) || localName === undefined) continue;
    names.set(id, [...new Set([localName, textOf(entry['canonical']) ?? localName])]);
  }
  for (const entry of entriesOf(aliases, 'aliases')) {
    const id = entry['id'];
    const alias = textOf(entry['alias'] ?? entry['*']);
    if (typeof id === 'number' && alias !== undefined) names.get(id)?.push(alias);
  }
  return names;
}

function entriesOf(value: unknown, name: keyof typeof maximum): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.values(value);
  if (entries.length > maximum[name]) throw new CatalogueError('tooMany', name);
  return entries.filter(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
  );
}

/** A name that may be inserted into a query, which is empty for the main namespace; undefined for any other text. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= maxNameLength && !hasHidden(value) ? value : undefined;
