/** The form of times that wikis and trackers write: ISO 8601, with or without a fraction and an offset. */
const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** The milliseconds since 1970 of a time; `undefined` = not a time (`infinity` is not one). */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !iso.test(value)) return undefined;
  const time = Date.parse(value.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(time) ? undefined : time;
}
