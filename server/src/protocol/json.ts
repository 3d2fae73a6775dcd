import * as v from 'valibot';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Anything that JSON can say, however deep. */
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

/** Looked at in one go: there are many. */
export const rowSchema = v.custom<Row>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value),
);

/** Any value of JSON; looked at in one go. */
export const jsonSchema = v.custom<Json>(isJson);
