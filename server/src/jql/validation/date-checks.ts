/** Checks dates. */
import meaning from '../../../catalogue/jql/meaning.json' with { type: 'json' };
import type { FieldEntry } from '../catalogue/catalogue.ts';
import { type DateFault, readDate } from '../dates/read-date.ts';
import type { Value } from '../syntax/tree/operands.ts';
import { withHyphens } from '../mistakes/look-alikes.ts';
import type { Check } from './jql-check.ts';

/**
 * Checks a value as a date. A bare number is valid: milliseconds since 1970. Dashes outside quotes are reported
 * elsewhere.
 */
export function checkDate(check: Check, value: Value): void {
  if (check.hasUndefinedVariable(value)) return;
  if (value.form === 'number') {
    checkNumber(check, value);
    return;
  }
  const { text } = value;
  if (year.test(text) && !check.isBroken(value))
    check.warning('bad-date', value.span, { value: text }, { message: 'bad-date.minutes' });
  const date = readDate(text, check.now);
  if (typeof date !== 'string' || check.isBroken(value)) return;
  const straight = withHyphens(text);
  if (straight === text) reportDate(check, value, date);
  else if (value.form === 'quoted')
    check.warning(
      'look-alike',
      value.span,
      { character: text, to: `"${straight}"` },
      { message: 'look-alike.dash' },
    );
}

/** In quotes a number is minutes from now. */
const year = /^(?:19|20)\d\d$/;

/** Smaller numbers of milliseconds are all in the first weeks of 1970. */
const minMilliseconds = 10_000_000_000;

/** Reports a number that is more likely a day, a year or a number of days than milliseconds. */
function checkNumber(check: Check, { span, text }: Value): void {
  if (text === '0' || Math.abs(Number(text)) >= minMilliseconds || check.isBrokenAt(span)) return;
  check.warning('bad-date', span, { value: text }, { message: 'bad-date.number' });
}

/** The date fields that trackers set themselves. */
const past: ReadonlySet<string> = new Set(meaning.past);

/** Reports `created > 7d`: a distance into the future where dates are always past. */
export function checkFuture(check: Check, value: Value, { name, type }: FieldEntry): void {
  if (type !== 'DATETIME' || !past.has(name)) return;
  const distance = /^\+?(\d+[wdhm](?:\s+\d+[wdhm])*)$/.exec(value.text.trim())?.[1];
  if (distance === undefined || check.isBroken(value) || check.hasUndefinedVariable(value)) return;
  const to = value.form === 'quoted' ? `"-${distance}"` : `-${distance}`;
  check.warning('future-date', value.span, { value: value.text, field: name, to });
}

/** A moment that is written with its time of day. */
const withTime = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})\s+\d{1,2}:\d\d$/;

/** Reports a time of day where a field has days only: Jira rejects it for its own fields. */
export function checkDay(check: Check, value: Value, { name, dateOnly, isFromSite }: FieldEntry): void {
  const to = dateOnly ? withTime.exec(value.text.trim())?.[1] : undefined;
  if (to === undefined || check.isBroken(value)) return;
  const severity = check.knowledge.platform === 'cloud' || isFromSite ? 'warning' : 'error';
  const args = { value: value.text, field: name, to };
  check.report(severity, 'bad-date', value.span, args, { message: 'bad-date.day' });
}

/** Counts of months that users write with `m`, and that are rare as minutes. */
const likelyMonths: ReadonlySet<number> = new Set([1, 2, 3, 4, 6, 9, 12, 18, 24, 36]);

/** Says of `-6m` that it is minutes, where months may be meant. */
export function checkMinutes(check: Check, value: Value, { type }: FieldEntry): void {
  const count = Number(/^-(\d{1,2})m$/.exec(value.text.trim())?.[1]);
  if (!likelyMonths.has(count) || check.isBroken(value)) return;
  const args = { value: value.text, count, weeks: Math.round(count * weeksPerMonth) };
  check.report('information', 'date-unit', value.span, args, {
    message: type === 'DATE' ? 'date-unit.minutesOfDay' : 'date-unit.minutes',
  });
}

const weeksPerMonth = 365.25 / 12 / 7;

/** Reports why a value is not a date. */
export function reportDate(check: Check, { text, span }: Value, fault: DateFault): void {
  switch (fault) {
    case 'unit':
      // Atlassian's own examples have years, but its list of units has none.
      if (/y$/i.test(text.trim()))
        check.report('information', 'date-unit', span, { value: text }, { message: 'date-unit.years' });
      else check.warning('date-unit', span, { value: text });
      break;
    case 'seconds': {
      const [, day = '', time = ''] = /^([\d/-]+)[T\s]+(\d+:\d\d)/.exec(text.trim()) ?? [];
      const to = `${day} ${time}`;
      const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.trim());
      check.error(
        'bad-date',
        span,
        { value: text, to },
        {
          message: hasZone ? 'bad-date.zone' : 'bad-date.seconds',
        },
      );
      break;
    }
    case 'no-such-day':
      check.error('bad-date', span, { value: text }, { message: 'bad-date.no-such-day' });
      break;
    case 'form': {
      const isField = check.knowledge.catalogue.field(text) !== undefined;
      check.error('bad-date', span, { value: text }, isField ? { message: 'bad-date.field' } : {});
    }
  }
}
