import type { TrackerValues } from '#shared/base/site-description.ts';
import { isInsertable } from '#shared/base/visible-text.ts';

/** The values that a tracker had for a type of fields when its lock was made. */
interface StoredValues {
  /** The names to offer, without duplicates. */
  readonly names: readonly string[];
  /** All texts that a query can use for one of the values, in lower case: names, keys and ids. */
  readonly known: ReadonlySet<string>;
}

/** By the type of the fields: `STATUS`, `PROJECT`, `VERSION`. A type of which the values are not known is absent. */
export type StoredValuesByType = ReadonlyMap<string, StoredValues>;

/** Returns the stored values of a tracker; without an account only the statuses, as the others may be incomplete. */
export function storedValuesOf({
  hasAccount,
  projects,
  statuses,
  versions,
}: TrackerValues): StoredValuesByType {
  const values: [string, StoredValues][] = [['STATUS', storedValues(statuses, ({ id, name }) => [name, id])]];
  if (!hasAccount) return new Map(values);
  values.push(['PROJECT', storedValues(projects, ({ id, key, name }) => [key, name, id])]);
  if (versions !== undefined) values.push(['VERSION', storedValues(versions, ({ id, name }) => [name, id])]);
  return new Map(values);
}

/** @param textsOf returns the texts that a query can write for a value; the first is the one to offer */
function storedValues<Item>(
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
): StoredValues {
  const texts = items.map(textsOf);
  const names = texts.flatMap(([first]) => (first !== undefined && isInsertable(first) ? [first] : []));
  return { names: [...new Set(names)], known: new Set(texts.flat().map(text => text.toLowerCase())) };
}
