/** Points in time as a wiki or a tracker writes them: ISO 8601, with or without a fraction and an offset. */
const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds since 1970, or `undefined` where the value is not a date (`infinity` is not one). */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !iso.test(value)) return undefined;
  const time = Date.parse(value.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(time) ? undefined : time;
}
