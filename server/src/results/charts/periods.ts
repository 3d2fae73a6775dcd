/** Periods of the calendar, by the names of groups: `2026`, `2026-03`, `2026-W09`, `2026-03-01`. */
import type { DateUnit } from '#shared/base/tables/aggregates.ts';

const day = 86_400_000;

/** The first day of a period, in milliseconds since 1970; `undefined` = the text is not a period of that unit. */
function startOf(text: string, unit: DateUnit): number | undefined {
  const [year = '', second = '', third = ''] = text.split('-');
  if (!/^\d{4}$/.test(year)) return undefined;
  if (unit === 'week')
    return /^W\d\d$/.test(second) ? weekStart(Number(year), Number(second.slice(1))) : undefined;
  const start = Date.UTC(Number(year), Number(second || '1') - 1, Number(third || '1'));
  return Number.isNaN(start) ? undefined : start;
}

/** The Monday of a week by ISO 8601: the first week of a year has its 4 January. */
function weekStart(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - weekday(fourth) * day + (week - 1) * 7 * day;
}

/** The day of the week: 0 = Monday. */
const weekday = (time: number): number => (new Date(time).getUTCDay() + 6) % 7;

function nameOf(time: number, unit: DateUnit): string {
  const text = new Date(time).toISOString();
  if (unit === 'year') return text.slice(0, 4);
  if (unit === 'month') return text.slice(0, 7);
  if (unit === 'day') return text.slice(0, 10);
  const thursday = time + (3 - weekday(time)) * day;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.round((time - weekStart(year, 1)) / (7 * day)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function next(time: number, unit: DateUnit): number {
  const date = new Date(time);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + 1, 0, 1);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return time + (unit === 'week' ? 7 : 1) * day;
}

/**
 * All periods from the first to the last of these; `undefined` = one of them is not a period of the unit, or there would
 * be too many.
 */
export function fillPeriods(
  names: readonly string[],
  unit: DateUnit,
  most: number,
): readonly string[] | undefined {
  const starts = names.flatMap(name => startOf(name, unit) ?? []);
  if (starts.length !== names.length || starts.length === 0) return undefined;
  const last = Math.max(...starts);
  const filled: string[] = [];
  for (let time = Math.min(...starts); time <= last; time = next(time, unit)) {
    if (filled.length === most) return undefined;
    filled.push(nameOf(time, unit));
  }
  return names.every(name => filled.includes(name)) ? filled : undefined;
}
