import type { DateUnit } from '../common/tables/aggregates.ts';

const day = 24 * 3600 * 1000;
/** From Monday, which is 0. */
const weekday = (date: Date): number => (date.getDay() + 6) % 7;
const padded = (number: number, length = 2): string => String(number).padStart(length, '0');

/**
 * The part of the calendar that a time is in, in the machine's time zone: `2026`, `2026-01`, `2026-W03`, `2026-01-15`.
 * SQLite's own function takes several times as long.
 *
 * @param time milliseconds since 1970
 */
export function calendarUnit(time: number, unit: DateUnit): string {
  const date = new Date(time);
  if (unit === 'week') return weekOf(date);
  const year = padded(date.getFullYear(), 4);
  if (unit === 'year') return year;
  const month = `${year}-${padded(date.getMonth() + 1)}`;
  return unit === 'month' ? month : `${month}-${padded(date.getDate())}`;
}

/** The week of ISO 8601: it belongs to the year of its Thursday, and the first one has 4 January. */
function weekOf(date: Date): string {
  const thursday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 3 - weekday(date));
  const fourth = new Date(thursday.getFullYear(), 0, 4);
  const days = Math.round((thursday.getTime() - fourth.getTime()) / day) - 3 + weekday(fourth);
  return `${padded(thursday.getFullYear(), 4)}-W${padded(1 + Math.round(days / 7))}`;
}
