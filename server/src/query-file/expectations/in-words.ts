/** Expectations as sentences. */
import { shortDate } from '#shared/base/text/date-format.ts';
import { type Moment, periodOf } from './moments.ts';
import { type Condition, type Expectation, isAboutCells, type WantedValue } from './expectation.ts';
import { listInWords, rowsInWords, say, sayByKey, sayIfKnown, timeInWords } from './expectation-wording.ts';

/** An expectation as a sentence, and notes on how its kind is evaluated. */
export interface InWords {
  readonly sentence: string;
  readonly notes: readonly string[];
}

/** @param now milliseconds since 1970: dates are said as they are now */
export const expectationInWords = (expectation: Expectation, now: number): InWords => ({
  sentence: sentenceOf(expectation, now),
  notes: notesOf(expectation),
});

function sentenceOf(expectation: Expectation, now: number): string {
  switch (expectation.kind) {
    case 'rows': {
      const { relation, count } = expectation;
      const exact = sayIfKnown(`words.rows.${relation}.${count}`);
      return exact ?? sayByKey(`words.rows.${relation}`, { count: rowsInWords(count) });
    }
    case 'time':
      return sayByKey(`words.time.${expectation.relation}`, { time: timeInWords(expectation.milliseconds) });
    case 'unique': {
      const columns = listInWords(expectation.columns.map(quoted), 'and');
      return say('words.unique', { columns });
    }
    case 'every':
    case 'any':
    case 'none': {
      const { kind, column, condition } = expectation;
      return sayByKey(`words.${kind}`, { column, condition: conditionInWords(condition, now) });
    }
    case 'complete':
    case 'same':
      return say(`words.${expectation.kind}`);
  }
}

function notesOf(expectation: Expectation): string[] {
  if (expectation.kind === 'unique') return [say('note.unique'), say('note.whole')];
  if (expectation.kind === 'same') return [say('note.last'), say('note.whole')];
  if (!isAboutCells(expectation)) return [];
  const isOfEmpty = expectation.condition.kind === 'empty';
  return [
    ...(isOfEmpty ? [] : [say('note.empty'), say('note.case')]),
    ...(expectation.kind === 'any' ? [] : [say('note.whole')]),
  ];
}

const quoted = (text: string): string => say('words.quoted', { text });

const suffix = (isNegated: boolean): string => (isNegated ? '.not' : '');

/** A condition in words, as they follow the column. */
function conditionInWords(condition: Condition, now: number): string {
  switch (condition.kind) {
    case 'empty':
      return sayByKey(`words.empty${suffix(condition.isNegated)}`);
    case 'contains':
      return sayByKey(`words.contains${suffix(condition.isNegated)}`, { value: quoted(condition.text) });
    case 'in': {
      const values = listInWords(
        condition.values.map(value => valueInWords(value, now)),
        'or',
      );
      return sayByKey(`words.in${suffix(condition.isNegated)}`, { values });
    }
    case 'relation': {
      const { relation, value } = condition;
      const kind = value.moment ? 'date' : 'is';
      return sayByKey(`words.${kind}.${relation}`, { value: valueInWords(value, now) });
    }
  }
}

/** The value that a condition compares with; empty = it compares with none. */
export const conditionValueInWords = (condition: Condition, now: number): string =>
  condition.kind === 'relation' ? valueInWords(condition.value, now) : '';

/** A value; a date that depends on today with the day that it is now. */
function valueInWords({ text, number, moment }: WantedValue, now: number): string {
  if (number !== undefined) return text;
  if (moment === undefined) return quoted(text);
  return isFixed(moment) ? text : say('words.dated', { text, date: shortDate(localClock(moment, now)) });
}

const isFixed = (moment: Moment): boolean => moment.kind === 'day' || moment.kind === 'time';

/** The beginning of a date, as a clock in UTC would show the local time. */
function localClock(moment: Moment, now: number): number {
  const { start } = periodOf(moment, now);
  return start - new Date(start).getTimezoneOffset() * 60_000;
}
