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

/** Smaller numbers of milliseconds are all in the first weeks of 1970. */
const leastMilliseconds = 10_000_000_000;

/** Reports a number that is rather a day, a year or a number of days than milliseconds. */
function checkNumber(check: Check, { span, text }: Value): void {
  if (text === '0' || Math.abs(Number(text)) >= leastMilliseconds || check.isBrokenAt(span)) return;
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

/** Reports why a value is not a date. */
export function reportDate(check: Check, { text, span }: Value, fault: DateFault): void {
  switch (fault) {
    case 'unit':
      check.warning('date-unit', span, { value: text });
      break;
    case 'seconds': {
      const [, day = '', time = ''] = /^([\d/-]+)[T\s]+(\d+:\d\d)/.exec(text.trim()) ?? [];
      const to = `${day} ${time}`;
      check.error('bad-date', span, { value: text, to }, { message: 'bad-date.seconds' });
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
