import { dateInWords, relativeInWords } from '../../language/dates.ts';
import { dateOfFunction, readDate, readIncrement } from '../dates.ts';
import type { FunctionCall, Value } from '../nodes.ts';
import { paragraphs, word } from './wording.ts';

/** A date in words; undefined for what is none. Milliseconds since 1970. */
export function describeDate({ text, form }: Value, now: number): string | undefined {
  if (form === 'number') {
    const time = Number(text);
    if (Math.abs(time) > 8.64e15) return undefined;
    return paragraphs(word('value.number', { value: text, date: dateInWords(time) }));
  }
  const read = readDate(text, now);
  if (typeof read === 'string' || Math.abs(read.time) > 8.64e15) return undefined;
  return paragraphs(
    word('date.head', { date: dateInWords(read.time) }),
    word('date.relative', { relative: relativeInWords(read.time, now) }),
    word('date.zone'),
  );
}

/** What a function of dates comes to where it stands; undefined = that cannot be told from here. */
export function dateHere({ arguments: list }: FunctionCall, name: string, now: number): string | undefined {
  const [first] = list;
  const step = first?.kind === 'value' ? readIncrement(first.text) : undefined;
  if (first !== undefined && step === undefined) return undefined;
  const time = dateOfFunction(name, step, now);
  if (time === undefined || !(Math.abs(time) <= 8.64e15)) return undefined;
  return paragraphs(
    word('function.here', { date: dateInWords(time), relative: relativeInWords(time, now) }),
    name.endsWith('OfWeek') && word('function.week'),
  );
}
