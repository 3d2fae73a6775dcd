import * as v from 'valibot';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Whether a value can be written as JSON, however deep; without recursion. */
function isJson(value: unknown): value is Json {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next === 'string' || typeof next === 'boolean') continue;
    if (typeof next === 'number' && Number.isFinite(next)) continue;
    if (typeof next !== 'object') return false;
    for (const inner of Array.isArray(next) ? next : Object.values(next))
      if (typeof inner !== 'string') waiting.push(inner);
  }
  return true;
}

/** A row by column key; a missing key is an empty cell. */
export type Row = Readonly<Record<string, Json>>;

/** Checked by one function instead of a schema for each cell: there are many rows. */
export const rowSchema = v.custom<Row>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value),
);

/** Any value of JSON, checked by one function. */
export const jsonSchema = v.custom<Json>(isJson);

/** The texts of a cell that can be values of a query: strings, numbers, and those in lists. */
export function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
