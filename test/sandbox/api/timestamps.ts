/**
 * Reads a point in time as the API does (the forms of a real MediaWiki: ISO with a time, 14 digits, UNIX seconds,
 * RFC 2822, `now`).
 * @returns milliseconds since 1970; `undefined` = not one of the accepted forms
 */
export function readTimestamp(text: string, now: number): number | undefined {
  if (text === 'now' || text === '' || text === '0') return now;
  const digits = /^(\d{4})(\d\d)(\d\d)T?(\d\d)(\d\d)(\d\d)Z?$/u.exec(text);
  if (digits && (text.length === 14 || text.length === 16)) return utc(digits);
  if (/^-?\d{1,13}$/u.test(text)) return Number(text) * 1000;
  const iso = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|([+-]\d\d):?(\d\d)?)?$/u.exec(
    text,
  );
  if (iso) return utc(iso) - Number(iso[7] ?? 0) * 3_600_000;
  const exif = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/u.exec(text);
  if (exif) return utc(exif);
  if (!/^[A-Z][a-z]+,? /u.test(text)) return undefined;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed;
}

const utc = ([, year, month, day, hour, minute, second]: readonly string[]): number =>
  Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
