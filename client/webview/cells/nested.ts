/** Nested values in one line. */
import { firstText } from '../../../server/src/common/tables/cell-values.ts';
import type { Json } from '../../../server/src/protocol/json.ts';
import { shorten } from '../../../server/src/common/shorten.ts';

type Nested = readonly Json[] | { readonly [key: string]: Json };

const isScalar = (value: Json): value is null | boolean | number | string =>
  value === null || typeof value !== 'object';

/** The longest preview, in characters: what one cell can hold. */
const longest = 120;

/** Sorting and filtering ask for the same previews again and again. */
const known = new WeakMap<Nested, string>();

/** One line that tells what is inside: `a, b, c`, or `key: value · key: value`; deeper values as `[3]` and `{2}`. */
export function preview(value: Json): string {
  if (isScalar(value)) return scalar(value);
  const found = known.get(value) ?? nestedPreview(value);
  known.set(value, found);
  return found;
}

function nestedPreview(value: Nested): string {
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 0;
  for (const [key, item] of Object.entries<Json>(value)) {
    // A list of `{title: …}` reads best as its titles.
    const part = isList ? (firstText(item) ?? inside(item)) : `${key}: ${inside(item)}`;
    parts.push(part);
    length += part.length;
    if (length > longest) break;
  }
  return shorten(parts.join(isList ? ', ' : ' · '), longest);
}

function inside(item: Json): string {
  if (isScalar(item)) return scalar(item);
  return Array.isArray(item) ? `[${item.length}]` : `{${Object.keys(item).length}}`;
}

const scalar = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** How many entries a nested value has; 0 for anything else. */
export const sizeOf = (value: Json): number => (isScalar(value) ? 0 : Object.keys(value).length);
