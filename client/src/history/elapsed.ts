/** The units of elapsed times, with their lengths in seconds. */
const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** The time between two moments in words: "2 min ago"; "now" within the first minute. */
export function elapsed(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / 1000));
  // The short style ends abbreviations with a period: “2 min. ago”.
  for (const [unit, size] of units)
    if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit).replace('.', '');
  return 'now';
}
