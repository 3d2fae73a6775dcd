/** A date as a query has it. Milliseconds since 1970; without a time zone it is taken as UTC. */
export interface DateValue {
  readonly time: number;
  /** True where it was written as a distance from now. */
  readonly relative: boolean;
}

/** What keeps a text from being a date. */
export type DateFault = 'form' | 'seconds' | 'no-such-day' | 'unit';

const minute = 60_000;
const day = 86_400_000;
const lengths: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: day, w: 7 * day };

/** Most texts that are looked at are not dates. */
const beginsDate = /^\s*[-+\d]/;
const absolute = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:\s+(\d{1,2}):(\d{2}))?$/;
const withSeconds =
  /^\d{4}([-/])\d{1,2}\1\d{1,2}[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Reads a date in one of the forms that a tracker takes: `2024-01-15`, `2024/01/15 14:30`, `-7d`, `4w 2d`. A distance
 * with days or weeks in it is counted from the last midnight, one of hours and minutes alone from now, as the
 * documentation of Data Center has it.
 *
 * @param now milliseconds since 1970
 */
export function readDate(text: string, now: number): DateValue | DateFault {
  if (!beginsDate.test(text)) return 'form';
  const written = text.trim();
  const parts = absolute.exec(written);
  if (parts) return readDay(parts);
  const steps = stepsOf(written);
  if (steps?.every(({ unit }) => lengths[unit] !== undefined) === true) {
    const length = steps.reduce((sum, { count, unit }) => sum + count * lengths[unit]!, 0);
    const from = steps.some(({ unit }) => unit === 'd' || unit === 'w') ? midnight(now) : now;
    return { time: from + (written.startsWith('-') ? -length : length), relative: true };
  }
  if (withSeconds.test(written)) return 'seconds';
  return steps !== undefined && otherUnits.has(steps[0]!.unit) ? 'unit' : 'form';
}

interface Step {
  readonly count: number;
  /** `m` where none is written. */
  readonly unit: string;
}

const otherUnits: ReadonlySet<string> = new Set('yMWDHY');

/** The steps of a distance, as `-1w 2d` has two; `undefined` = it is not a distance. Only the first may go without its unit. */
function stepsOf(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  const begin = /^[+-]/.test(text) ? 1 : 0;
  let end = begin;
  for (const [all, count, unit] of text.slice(begin).matchAll(/\s*(\d+)([wdhmyMWDHY]?)/gy)) {
    if (steps.length === 0 ? all !== count + unit! : unit === '') return undefined;
    steps.push({ count: Number(count), unit: unit || 'm' });
    end += all.length;
  }
  return end === text.length && steps.length > 0 ? steps : undefined;
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

/** A length of time such as `3h` or `1w 2d`. */
export function isDuration(text: string): boolean {
  let wantsNumber = true;
  for (const [index, word] of text.trim().split(/\s+/).entries()) {
    const isNumber = (index === 0 ? /^-?\d+(?:\.\d+)?[a-z]*$/i : /^\d+(?:\.\d+)?[a-z]*$/i).test(word);
    if (!isNumber && (wantsNumber || !/^[a-z]+$/i.test(word))) return false;
    wantsNumber = !isNumber || /[a-z]$/i.test(word);
  }
  return true;
}

/** A step in time: `-1d`, `+2M`, `3`. */
export interface Increment {
  readonly count: number;
  /** `y`, `M`, `w`, `d`, `h` or `m`; undefined = the one of its function. */
  readonly unit: string | undefined;
}

/** @returns undefined for what is not a date */
export function readIncrement(text: string): Increment | undefined {
  const parts = /^([+-]?\d+)([yMwdhm]?)$/.exec(text.trim());
  return parts ? { count: Number(parts[1]), unit: parts[2] || undefined } : undefined;
}

/**
 * The moment that a function of dates stands for, in UTC, weeks beginning on Monday; undefined = none that can be known
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
