import { type DateFault, readDate } from '../dates/read-date.ts';
import type { Value } from '../syntax/nodes.ts';
import { withHyphens } from '../mistakes/look-alikes.ts';
import type { Check } from './check.ts';

/** A value where a date is due. A bare number is one: milliseconds since 1970. Dashes outside quotes are reported elsewhere. */
export function checkDate(check: Check, value: Value): void {
  if (value.form === 'number' || check.hasUndefinedVariable(value)) return;
  const { text } = value;
  const read = readDate(text, check.now);
  if (typeof read !== 'string' || check.isBroken(value)) return;
  const straight = withHyphens(text);
  if (straight === text) badDate(check, value, read);
  else if (value.form === 'quoted')
    check.warning(
      'look-alike',
      value.span,
      { character: text, to: `"${straight}"` },
      { message: 'look-alike.dash' },
    );
}

/** Says what keeps a value from being a date. */
export function badDate(check: Check, { text, span }: Value, fault: DateFault): void {
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
