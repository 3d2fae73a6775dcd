import { hasHidden } from '../../common/visible-text.ts';

const most = 1000;
const longestName = 500;

/**
 * The namespaces of `meta=siteinfo` by id, each with its names: the site's own first, then the canonical one and the
 * aliases. What has another shape is left out; nothing readable = an empty map. Both format versions are read.
 */
export function readNamespaces(
  namespaces: unknown,
  aliases: unknown,
): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>();
  for (const entry of entriesOf(namespaces).slice(0, most)) {
    const id = entry['id'];
    const own = textOf(entry['name'] ?? entry['*']);
    if (typeof id !== 'number' || !Number.isInteger(id) || own === undefined) continue;
    names.set(id, [...new Set([own, textOf(entry['canonical']) ?? own])]);
  }
  for (const entry of entriesOf(aliases).slice(0, most)) {
    const id = entry['id'];
    const alias = textOf(entry['alias'] ?? entry['*']);
    if (typeof id === 'number' && alias !== undefined) names.get(id)?.push(alias);
  }
  return names;
}

function entriesOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
  );
}

/** A name that may be inserted into a query, which is empty for the main namespace; undefined for any other text. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= longestName && !hasHidden(value) ? value : undefined;
