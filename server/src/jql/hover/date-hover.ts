import { type Clock, localDateInWords, localTime, relativeInWords } from '../../language/date-format.ts';
import { momentOfCall, momentOfValue } from '../dates/moments.ts';
import type { FunctionCall, Value } from '../syntax/nodes.ts';
import { paragraphs, word } from './wording.ts';

/** A date in words; undefined for anything else. */
export function describeDate(value: Value, clock: Clock): string | undefined {
  const now = localTime(clock.now, clock);
  const moment = momentOfValue(value, now);
  if (moment === undefined) return undefined;
  const { time, kind } = moment;
  if (kind === 'number') {
    const date = localDateInWords(localTime(time, clock), clock);
    return paragraphs(word('value.number', { value: value.text, date }));
  }
  return paragraphs(
    word('date.head', { date: localDateInWords(time, clock) }),
    word('date.relative', { relative: relativeInWords(time, now) }),
    clock.timeZone === undefined && word('date.zone'),
  );
}

/** What a function of dates amounts to where it is written; undefined = that cannot be known here. */
export function dateHere(call: FunctionCall, name: string, clock: Clock): string | undefined {
  const now = localTime(clock.now, clock);
  const time = momentOfCall(call, name, now)?.time;
  return time === undefined
    ? undefined
    : paragraphs(
        word('function.here', { date: localDateInWords(time, clock), relative: relativeInWords(time, now) }),
        name.endsWith('OfWeek') && word('function.week'),
      );
}
