/** Dates in expectations: a day, a moment, or either relative to now. Days are those of the local time zone. */

const units = ['y', 'M', 'w', 'd', 'h', 'm'] as const;
type Unit = (typeof units)[number];

interface Shift {
  readonly amount: number;
  readonly unit: Unit;
}

/** A date, in the words of the expectation. */
export type Moment =
  | { readonly kind: 'day'; readonly date: string; readonly shifts: readonly Shift[] }
  | { readonly kind: 'time'; readonly date: string }
  | {
      readonly kind: 'today' | 'yesterday' | 'tomorrow' | 'now';
      readonly shifts: readonly Shift[];
    };

/** Milliseconds since 1970; `end` is exclusive. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Words that mean a date. */
const momentWords = ['today', 'yesterday', 'tomorrow', 'now'] as const;

const day = /^\d{4}-\d\d-\d\d$/;
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const shift = /[+-]\d{1,6}[yMwdhm]/g;
const relative = /^(?:(today|yesterday|tomorrow|now)(?:\(\))?)?((?:\s*[+-]\s*\d{1,6}[yMwdhm])*)$/i;

/** The date that a text means; `undefined` = none. A text of shifts alone, `-3d`, is relative to now. */
export function momentOf(text: string): Moment | undefined {
  if (day.test(text)) return dayExists(text) ? { kind: 'day', date: text, shifts: [] } : undefined;
  if (time.test(text))
    return Number.isNaN(timeIn(text)) ? undefined : { kind: 'time', date: text.replace(' ', 'T') };
  const [, word = '', rest = ''] = relative.exec(text) ?? [];
  if (word === '' && rest === '') return undefined;
  const kind = momentWords.find(momentWord => momentWord === word.toLowerCase()) ?? 'now';
  return {
    kind,
    shifts: Array.from(rest.replaceAll(/\s/g, '').matchAll(shift), ([shiftText]) => shiftOf(shiftText)),
  };
}

/** A text that looks like a date of no calendar, such as `2026-02-30`. */
export const isWrongDate = (text: string): boolean =>
  (day.test(text) || time.test(text)) && momentOf(text) === undefined;

const shiftOf = (text: string): Shift => ({
  amount: Number(text.slice(0, -1)),
  unit: units.find(unit => unit === text.at(-1)) ?? 'd',
});

/** The period of a date, relative to `now`: all of a day, a minute or a second as written, or one moment. */
export function periodOf(moment: Moment, now: number): Period {
  if (moment.kind === 'time') {
    const start = timeIn(moment.date);
    return { start, end: start + (/T\d\d:\d\d:/.test(moment.date) ? 1000 : 60_000) };
  }
  if (moment.kind === 'now') {
    const start = shifted(now, moment.shifts);
    return { start, end: start + 1 };
  }
  const offset = { day: 0, today: 0, yesterday: -1, tomorrow: 1 }[moment.kind];
  const first = dayOf(moment.kind === 'day' ? localDay(moment.date) : now, offset);
  const start = shifted(first, moment.shifts);
  const isWhole = moment.shifts.every(({ unit }) => unit !== 'h' && unit !== 'm');
  return { start, end: isWhole ? dayOf(start, 1) : start + 1 };
}

/** The moment of a cell's date, a day being its beginning; `undefined` = the cell is not a date. */
export function timeOfCell(cell: unknown): number | undefined {
  if (typeof cell !== 'string') return undefined;
  if (day.test(cell)) return dayExists(cell) ? localDay(cell) : undefined;
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/.test(cell))
    return undefined;
  const milliseconds = timeIn(cell);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Milliseconds since 1970; NaN = no date. A time without a zone is local. */
const timeIn = (text: string): number =>
  Date.parse(
    text
      .replace(' ', 'T')
      .replace(',', '.')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  );

function localDay(text: string): number {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

function dayExists(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The beginning of the day that is `later` days after a time. */
function dayOf(at: number, later: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime();
}

const shifted = (start: number, shifts: readonly Shift[]): number => {
  let at = start;
  for (const step of shifts) at = shiftedBy(at, step);
  return at;
};

const hour = 3_600_000;

function shiftedBy(at: number, { amount, unit }: Shift): number {
  if (unit === 'h' || unit === 'm') return at + amount * (unit === 'h' ? hour : 60_000);
  const date = new Date(at);
  if (unit === 'd' || unit === 'w') {
    date.setDate(date.getDate() + amount * (unit === 'w' ? 7 : 1));
    return date.getTime();
  }
  const dayOfMonth = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + amount * (unit === 'y' ? 12 : 1));
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(dayOfMonth, last));
  return date.getTime();
}
