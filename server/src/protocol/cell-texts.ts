import type { Json } from './json.ts';

/** The texts that a cell gives as values; a list gives each of its items. */
export function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
