/** A date as a query has it. Milliseconds since 1970; without a time zone it is taken as UTC. */
export interface DateValue {
  readonly time: number;
  /** True where it was told by its distance from now. */
  readonly relative: boolean;
}

/** What keeps a text from being a date. */
export type DateFault = 'form' | 'seconds' | 'no-such-day' | 'unit';

const minute = 60_000;
const day = 86_400_000;
const lengths: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: day, w: 7 * day };

const absolute = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:\s+(\d{1,2}):(\d{2}))?$/;
const withSeconds =
  /^\d{4}([-/])\d{1,2}\1\d{1,2}[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const relative = /^([+-]?)(\d+[wdhm]?(?:\s*\d+[wdhm])*)$/;
const otherUnits = /^[+-]?\d+[yMWDHY](?:\s*\d+[wdhmyMWDHY])*$/;

/**
 * Reads a date in one of the forms that a tracker takes: `2024-01-15`, `2024/01/15 14:30`, `-7d`, `4w 2d`. A distance
 * with days or weeks in it is counted from the last midnight, one of hours and minutes alone from now, as the
 * documentation of Data Center has it.
 *
 * @param now milliseconds since 1970
 */
export function readDate(text: string, now: number): DateValue | DateFault {
  const written = text.trim();
  const parts = absolute.exec(written);
  if (parts) return readDay(parts);
  const distance = relative.exec(written);
  if (distance) {
    const units = distance[2]!;
    const length = lengthOf(units);
    const from = units.includes('d') || units.includes('w') ? midnight(now) : now;
    return { time: from + (distance[1] === '-' ? -length : length), relative: true };
  }
  if (withSeconds.test(written)) return 'seconds';
  return otherUnits.test(written) ? 'unit' : 'form';
}

const midnight = (time: number): number => time - (((time % day) + day) % day);

function readDay(parts: RegExpExecArray): DateValue | DateFault {
  const year = Number(parts[1]);
  const month = Number(parts[3]);
  const date = Number(parts[4]);
  const hours = Number(parts[5] ?? 0);
  const minutes = Number(parts[6] ?? 0);
  const isRight =
    month >= 1 && month <= 12 && date >= 1 && date <= daysIn(month, year) && hours < 24 && minutes < 60;
  return isRight ? { time: Date.UTC(year, month - 1, date, hours, minutes), relative: false } : 'no-such-day';
}

const shortMonths: ReadonlySet<number> = new Set([4, 6, 9, 11]);

function daysIn(month: number, year: number): number {
  if (month !== 2) return shortMonths.has(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Milliseconds; a number without a unit is minutes. */
function lengthOf(text: string): number {
  const unit = text.at(-1)!;
  const count = Number(text.slice(0, -1));
  if (lengths[unit] !== undefined && !Number.isNaN(count)) return count * lengths[unit];
  return Array.from(text.matchAll(/(\d+)([wdhm]?)/g)).reduce(
    (sum, [, number, letter]) => sum + Number(number) * lengths[letter || 'm']!,
    0,
  );
}

/** A length of time such as `3h` or `1w 2d`. */
export const isDuration = (text: string): boolean =>
  /^-?\d+(?:\.\d+)?\s*[a-z]*(?:\s+\d+(?:\.\d+)?\s*[a-z]*)*$/i.test(text.trim());

/** A step in time: `-1d`, `+2M`, `3`. */
export interface Increment {
  readonly count: number;
  /** `y`, `M`, `w`, `d`, `h` or `m`; undefined = the one of its function. */
  readonly unit: string | undefined;
}

/** @returns undefined for what is none */
export function readIncrement(text: string): Increment | undefined {
  const parts = /^([+-]?\d+)([yMwdhm]?)$/.exec(text.trim());
  return parts ? { count: Number(parts[1]), unit: parts[2] || undefined } : undefined;
}

/**
 * The moment that a function of dates stands for, in UTC, weeks beginning on Monday; undefined = none that can be told
 * from here. A step of the function's own unit is made before the beginning is looked for, any other one after it.
 */
export function dateOfFunction(
  name: string,
  increment: Increment | undefined,
  now: number,
): number | undefined {
  if (name === 'now') return now;
  const parts = /^(start|end)Of(Day|Week|Month|Year)$/.exec(name);
  if (!parts) return undefined;
  const own = ownUnits[parts[2]!]!;
  const { count, unit = own } = increment ?? { count: 0 };
  const first = unit === own ? shifted(now, count, unit) : now;
  const begin = beginning(first, own);
  const edge = parts[1] === 'start' ? begin : shifted(begin, 1, own) - 1;
  return unit === own ? edge : shifted(edge, count, unit);
}

const ownUnits: Readonly<Record<string, string>> = { Day: 'd', Week: 'w', Month: 'M', Year: 'y' };

function shifted(time: number, count: number, unit: string): number {
  if (unit !== 'M' && unit !== 'y') return time + count * lengths[unit]!;
  const from = new Date(time);
  const month = from.getUTCMonth() + (unit === 'M' ? count : 12 * count);
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return (
    Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), last)) + (((time % day) + day) % day)
  );
}

function beginning(time: number, unit: string): number {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  if (unit === 'y') return Date.UTC(year, 0);
  if (unit === 'M') return Date.UTC(year, date.getUTCMonth());
  const today = Date.UTC(year, date.getUTCMonth(), date.getUTCDate());
  return unit === 'w' ? today - ((date.getUTCDay() + 6) % 7) * day : today;
}
