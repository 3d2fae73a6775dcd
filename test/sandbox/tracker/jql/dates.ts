import { day, hour, midnight, minute } from '../world/town-data.ts';

const lengths: Readonly<Record<string, number>> = { w: 7 * day, d: day, h: hour, m: minute };

/**
 * A date as queries write it: absolute, milliseconds since the epoch, or a period from now. Days count from midnight,
 * shorter periods from now; the time zone is UTC.
 * @returns milliseconds, or `undefined` for what is not a date.
 */
export function readDate(text: string, now: number): number | undefined {
  const [, year, month, date, hours = '0', minutes = '0'] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?: (\d{1,2}):(\d{2}))?$/u.exec(text.trim()) ?? [];
  if (year !== undefined) {
    const time = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hours), Number(minutes));
    const isReal = new Date(time).getUTCDate() === Number(date) && Number(hours) < 24 && Number(minutes) < 60;
    return isReal ? time : undefined;
  }
  if (/^-?\d{9,}$/u.test(text)) return Number(text);
  const period = readPeriod(text);
  if (period === undefined) return undefined;
  return /[dw]/u.test(text) ? midnight(now) + period : now + period;
}

/** A signed period like `-4w 2d`, in milliseconds; without a unit, minutes. `undefined` = it is not one. */
export function readPeriod(text: string): number | undefined {
  const [, sign, rest] = /^([+-]?)(\d+(?:[wdhm](?:\s*\d+[wdhm])*)?)$/u.exec(text.trim()) ?? [];
  if (rest === undefined) return undefined;
  const sum = [...rest.matchAll(/(\d+)([wdhm]?)/gu)].reduce(
    (total, [, count, unit]) => total + Number(count) * (lengths[unit ?? ''] ?? minute),
    0,
  );
  return sign === '-' ? -sum : sum;
}

type Unit = 'Day' | 'Week' | 'Month' | 'Year';
const ownUnits: Readonly<Record<Unit, string>> = { Day: 'd', Week: 'w', Month: 'M', Year: 'y' };

/**
 * `startOfWeek("-1")` and its like. Weeks begin on Monday here.
 * @param increment `(+/-)nn(y|M|w|d|h|m)`, its unit the function's own unless given
 * @returns milliseconds, or `undefined` for a bad increment.
 */
export function edgeOf(
  edge: 'start' | 'end',
  unit: Unit,
  increment: string,
  now: number,
): number | undefined {
  const [, sign = '', count, letter] = /^([+-]?)(\d+)([yMwdhm]?)$/u.exec(increment) ?? [];
  if (count === undefined) return undefined;
  const amount = Number(count) * (sign === '-' ? -1 : 1);
  const moved = move(now, amount, letter || ownUnits[unit]);
  return edge === 'start'
    ? startOf(unit, moved)
    : startOf(unit, move(startOf(unit, moved), 1, ownUnits[unit])) - 1;
}

function move(time: number, amount: number, unit: string): number {
  if (unit !== 'M' && unit !== 'y') return time + amount * (lengths[unit] ?? 0);
  const date = new Date(time);
  const months = date.getUTCMonth() + amount * (unit === 'y' ? 12 : 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last)) + (time % day);
}

function startOf(unit: Unit, time: number): number {
  const date = new Date(time);
  switch (unit) {
    case 'Day':
      return midnight(time);
    case 'Week':
      return midnight(time) - ((date.getUTCDay() + 6) % 7) * day;
    case 'Month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    case 'Year':
      return Date.UTC(date.getUTCFullYear(), 0, 1);
  }
}
