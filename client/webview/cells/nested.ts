/** Previews of nested values on one line. */
import { objectText } from '#shared/base/tables/cell-values.ts';
import type { Json } from '#shared/protocol/json.ts';
import { shorten } from '#shared/base/shorten.ts';

type Nested = readonly Json[] | { readonly [key: string]: Json };

const isScalar = (value: Json): value is null | boolean | number | string =>
  value === null || typeof value !== 'object';

/** The maximum length of a preview, in characters. */
const longest = 120;

/** Previews are cached: sorting and filtering ask for the same ones again and again. */
const previews = new WeakMap<Nested, string>();

/** A preview of a value: `a, b, c`, or `key: value · key: value`; deeper values as `[3]` and `{2}`. */
export function preview(value: Json): string {
  if (isScalar(value)) return scalar(value);
  const line = previews.get(value) ?? nestedPreview(value);
  previews.set(value, line);
  return line;
}

function nestedPreview(value: Nested): string {
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 0;
  for (const [key, item] of Object.entries<Json>(value)) {
    // A list of `{title: …}` is shown as its titles.
    const part = isList ? (objectText(item) ?? inside(item)) : `${key}: ${inside(item)}`;
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

/** The number of entries of a nested value; 0 for any other value. */
export const sizeOf = (value: Json): number => (isScalar(value) ? 0 : Object.keys(value).length);
