import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Json } from '#shared/protocol/json.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Encoded once, because tables have many truth values. */
const [yes, no] = [encoder.encode('true'), encoder.encode('false')];

/**
 * A cell's value in the database: text and numbers as they are, an empty cell as NULL, and everything else (`null`, truth
 * values, nested values) as JSON in a BLOB, so that no text is taken for it.
 */
export function toDatabase(value: Json | undefined): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  // A number would be bound as a floating-point one.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'boolean') return value ? yes : no;
  return encoded(JSON.stringify(value));
}

/** Nested values that were encoded last, as many rows have the same: a list of tags, an empty list. */
const lastEncoded = new Map<string, Uint8Array>();
const [mostEncoded, longestKept] = [1000, 200];

function encoded(json: string): Uint8Array {
  const encodedBefore = lastEncoded.get(json);
  if (encodedBefore !== undefined) return encodedBefore;
  const bytes = encoder.encode(json);
  if (json.length > longestKept) return bytes;
  if (lastEncoded.size >= mostEncoded) lastEncoded.clear();
  lastEncoded.set(json, bytes);
  return bytes;
}

/** Converts a value of the database back; `undefined` = an empty cell. */
export function fromDatabase(value: SQLOutputValue | undefined): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Uint8Array) {
    const nested: Json = JSON.parse(decoder.decode(value));
    return nested;
  }
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Whether `fromDatabase` can read a value: JSON may be damaged. */
export function isReadable(value: SQLOutputValue): boolean {
  try {
    fromDatabase(value);
    return true;
  } catch {
    return false;
  }
}
