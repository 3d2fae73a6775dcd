import { dateInWords, relativeInWords } from '../../language/date-format.ts';
import { momentOfCall, momentOfValue } from '../dates/moments.ts';
import type { FunctionCall, Value } from '../syntax/nodes.ts';
import { paragraphs, word } from './wording.ts';

/** A date in words; undefined for what is none. Milliseconds since 1970. */
export function describeDate(value: Value, now: number): string | undefined {
  const moment = momentOfValue(value, now);
  if (moment === undefined) return undefined;
  const { time, kind } = moment;
  const date = dateInWords(time);
  if (kind === 'number') return paragraphs(word('value.number', { value: value.text, date }));
  return paragraphs(
    word('date.head', { date }),
    word('date.relative', { relative: relativeInWords(time, now) }),
    word('date.zone'),
  );
}

/** What a function of dates comes to where it stands; undefined = that cannot be told from here. */
export function dateHere(call: FunctionCall, name: string, now: number): string | undefined {
  const time = momentOfCall(call, name, now)?.time;
  return time === undefined
    ? undefined
    : paragraphs(
        word('function.here', { date: dateInWords(time), relative: relativeInWords(time, now) }),
        name.endsWith('OfWeek') && word('function.week'),
      );
}
