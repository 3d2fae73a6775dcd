/** Reads dates, durations and steps in time, and computes date functions. */

/** A date in a query, in milliseconds since 1970; without a time zone it is taken as UTC. */
export interface DateValue {
  readonly time: number;
  /** True where it was written as a distance from now. */
  readonly relative: boolean;
}

/** The reason why a text is not a date. */
export type DateFault = 'form' | 'seconds' | 'no-such-day' | 'unit';

const minute = 60_000;
const day = 86_400_000;
const lengths: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: day, w: 7 * day };

/** A quick check, as most texts are not dates. */
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
  if (isBareDay(text))
    return readDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)), 0, 0);
  if (!beginsDate.test(text)) return 'form';
  const trimmedText = text.trim();
  const parts = absolute.exec(trimmedText);
  if (parts) {
    const [, year, , month, date, hours = 0, minutes = 0] = parts;
    return readDay(Number(year), Number(month), Number(date), Number(hours), Number(minutes));
  }
  const steps = stepsOf(trimmedText);
  if (steps?.every(({ unit }) => lengths[unit] !== undefined) === true) {
    const length = steps.reduce((sum, { count, unit }) => sum + count * lengths[unit]!, 0);
    const from = steps.some(({ unit }) => unit === 'd' || unit === 'w') ? midnight(now) : now;
    return { time: from + (trimmedText.startsWith('-') ? -length : length), relative: true };
  }
  if (withSeconds.test(trimmedText)) return 'seconds';
  return steps !== undefined && otherUnits.has(steps[0]!.unit) ? 'unit' : 'form';
}

/** True for `2024-01-15`, as most dates are written. */
function isBareDay(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false;
  return runEnd(isDigit, text, 0) === 4 && runEnd(isDigit, text, 5) === 7 && runEnd(isDigit, text, 8) === 10;
}

interface Step {
  readonly count: number;
  /** The unit; `m` where none is written. */
  readonly unit: string;
}

const otherUnits: ReadonlySet<string> = new Set('yMWDHY');

/**
 * Returns the steps of a distance, as `-1w 2d` has two; `undefined` = it is not a distance. Only the first can omit
 * its unit.
 */
function stepsOf(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let at = startOfDigits(text);
  do {
    const start = steps.length === 0 ? at : startOfStep(text, at);
    const end = runEnd(isDigit, text, start);
    const unit = unitAt(text, end);
    if (end === start || (steps.length > 0 && unit === '')) return undefined;
    steps.push({ count: Number(text.slice(start, end)), unit: unit.charAt(0) || 'm' });
    at = end + unit.length;
  } while (at < text.length);
  return steps;
}

/** Returns the offset of the digits, after an optional sign. */
const startOfDigits = (text: string): number => (text.startsWith('-') || text.startsWith('+') ? 1 : 0);

/** Returns the offset where a run of characters of one kind ends. */
function runEnd(isOfKind: (character: string) => boolean, text: string, start: number): number {
  let end = start;
  while (end < text.length && isOfKind(text[end]!)) end++;
  return end;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isBlank = (character: string): boolean => character.trim() === '';

const units = 'wdhmyMWDHY';

/** Units as words, which Jira takes as well: Atlassian's tests of relative dates, JRA-18205. */
const unitWord = /(?:minute|hour|day|week)s?(?![\p{L}\p{N}])/uy;

/** Returns the unit at an offset, a letter or a word; empty = none. */
function unitAt(text: string, at: number): string {
  unitWord.lastIndex = at;
  const [word] = unitWord.exec(text) ?? [];
  if (word !== undefined) return word;
  const letter = text.charAt(at);
  return units.includes(letter) ? letter : '';
}

/** Returns where the next step of a distance begins: after blanks, and a comma. */
function startOfStep(text: string, at: number): number {
  const start = runEnd(isBlank, text, at);
  return text[start] === ',' ? runEnd(isBlank, text, start + 1) : start;
}

const midnight = (time: number): number => time - (((time % day) + day) % day);

function readDay(
  year: number,
  month: number,
  date: number,
  hours: number,
  minutes: number,
): DateValue | DateFault {
  const isRight =
    month >= 1 && month <= 12 && date >= 1 && date <= daysIn(month, year) && hours < 24 && minutes < 60;
  return isRight ? { time: Date.UTC(year, month - 1, date, hours, minutes), relative: false } : 'no-such-day';
}

const shortMonths: ReadonlySet<number> = new Set([4, 6, 9, 11]);

function daysIn(month: number, year: number): number {
  if (month !== 2) return shortMonths.has(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** True for a duration such as `3h` or `1w 2d`. */
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
  /** The unit: `y`, `M`, `w`, `d`, `h` or `m`; undefined = that of the function. */
  readonly unit: string | undefined;
}

/** @returns undefined for a text that is not a date */
export function readIncrement(text: string): Increment | undefined {
  const trimmedText = text.trim();
  const start = startOfDigits(trimmedText);
  const end = runEnd(isDigit, trimmedText, start);
  const unit = trimmedText.slice(end);
  if (end === start || unit.length > 1 || !incrementUnits.includes(unit)) return undefined;
  return { count: Number(trimmedText.slice(0, end)), unit: unit || undefined };
}

const incrementUnits = 'yMwdhm';

/**
 * Returns the moment of a date function, in UTC, with weeks beginning on Monday; undefined = it cannot be known here.
 * A step of the function's own unit is added before the start of the period is computed, any other step after it.
 */
export function dateOfFunction(
  name: string,
  increment: Increment | undefined,
  now: number,
): number | undefined {
  if (name === 'now') return now;
  const edgeOf = edges.get(name);
  if (edgeOf === undefined) return undefined;
  const { isEnd, ownUnit } = edgeOf;
  const { count, unit = ownUnit } = increment ?? { count: 0 };
  const first = unit === ownUnit ? shifted(now, count, unit) : now;
  const begin = periodStart(first, ownUnit);
  const edge = isEnd ? shifted(begin, 1, ownUnit) - 1 : begin;
  return unit === ownUnit ? edge : shifted(edge, count, unit);
}

interface Edge {
  readonly isEnd: boolean;
  /** The unit of the function. */
  readonly ownUnit: string;
}

const edges: ReadonlyMap<string, Edge> = new Map(
  Object.entries({ Day: 'd', Week: 'w', Month: 'M', Year: 'y' }).flatMap(
    ([name, ownUnit]): readonly (readonly [string, Edge])[] => [
      [`startOf${name}`, { isEnd: false, ownUnit }],
      [`endOf${name}`, { isEnd: true, ownUnit }],
    ],
  ),
);

function shifted(time: number, count: number, unit: string): number {
  if (unit !== 'M' && unit !== 'y') return time + count * lengths[unit]!;
  const from = new Date(time);
  const month = from.getUTCMonth() + (unit === 'M' ? count : 12 * count);
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return (
    Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), last)) + (((time % day) + day) % day)
  );
}

function periodStart(time: number, unit: string): number {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  if (unit === 'y') return Date.UTC(year, 0);
  if (unit === 'M') return Date.UTC(year, date.getUTCMonth());
  const today = Date.UTC(year, date.getUTCMonth(), date.getUTCDate());
  return unit === 'w' ? today - ((date.getUTCDay() + 6) % 7) * day : today;
}
