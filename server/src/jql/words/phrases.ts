/** Describes dates, distances and periods in words. */
import { type Clock, localShortDate, localTime } from '#shared/base/text/date-format.ts';
import { momentOfValue } from '../dates/moments.ts';
import { readIncrement } from '../dates/read-date.ts';
import type { OperatorName } from '../syntax/operators.ts';
import { readSearch, type SearchTerm } from '../syntax/text-search.ts';
import type { FunctionCall, Value } from '../syntax/tree/operands.ts';
import texts from '../../../catalogue/messages/jql-words.json' with { type: 'json' };
import { shorten } from '#shared/base/shorten.ts';
import { optionalWordingOf, wordingOf } from '#shared/base/text/wording.ts';
import { visibleLine } from '#shared/base/visible-text.ts';

/** A distance from now, such as `-7d`: its length in words, and its direction. */
export interface Distance {
  readonly words: string;
  readonly count: number;
  readonly side: 'ago' | 'ahead';
}

const distancePattern = /^([+-]?)(\d+)([yMwdhm])$/;

/** Returns a distance in words; `undefined` = the text is not a distance of one unit. */
export function distanceInWords(text: string): Distance | undefined {
  const [, sign, count = '', unit = ''] = distancePattern.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  return {
    words: lengthInWords(Number(count), unit),
    count: Number(count),
    side: sign === '-' ? 'ago' : 'ahead',
  };
}

const lengthInWords = (count: number, unit: string): string =>
  (count === 1 ? sayIfKnown(`unit.${unit}.1`, {}) : undefined) ?? sayIfKnown(`unit.${unit}`, { count }) ?? '';

/** Returns the day or moment of a value in words; `undefined` = it is not a date. */
export function dateInWords(value: Value, clock: Clock): string | undefined {
  const now = localTime(clock.now, clock);
  const moment = momentOfValue(value, now);
  if (moment === undefined) return undefined;
  return localShortDate(moment.kind === 'number' ? localTime(moment.time, clock) : moment.time, clock);
}

const dayLength = 86_400_000;

/** Whether a value means the first moment of a day. */
export function beginsDay(value: Value, clock: Clock): boolean {
  const moment = momentOfValue(value, localTime(clock.now, clock));
  return moment !== undefined && moment.kind !== 'number' && moment.time % dayLength === 0;
}

const periodPattern = /^(start|end)Of(Day|Week|Month|Year)$/;
const unitOfPeriod: Readonly<Record<string, string>> = { Day: 'd', Week: 'w', Month: 'M', Year: 'y' };

/** Returns `startOfWeek(-1)` as “the start of last week”; `undefined` = another function. */
export function periodInWords({ arguments: list }: FunctionCall, name: string): string | undefined {
  const [, edge, unit = ''] = periodPattern.exec(name) ?? [];
  if (edge === undefined) return undefined;
  const [first] = list;
  const step = first?.kind === 'value' ? readIncrement(first.text) : undefined;
  if (first !== undefined && step === undefined) return undefined;
  const { count, unit: stepUnit = unitOfPeriod[unit] ?? '' } = step ?? { count: 0 };
  const edgeOf = (period: string): string =>
    say(edge === 'start' ? 'period.start' : 'period.end', { period });
  if (stepUnit === unitOfPeriod[unit]) return edgeOf(whichPeriod(unit, count, stepUnit));
  const distance = lengthInWords(Math.abs(count), stepUnit);
  return say(count < 0 ? 'period.before' : 'period.after', {
    distance,
    edge: edgeOf(whichPeriod(unit, 0, '')),
  });
}

const near = ['period.last', 'period.this', 'period.next'] as const;

/** Returns the words for the period that is `count` periods away. */
function whichPeriod(name: string, count: number, unit: string): string {
  const word = sayIfKnown(`period.${name}`, {}) ?? name;
  if (Math.abs(count) < 2) {
    const which = near[count + 1]!;
    return sayIfKnown(`${which}.${name}`, {}) ?? say(which, { unit: word });
  }
  const distance = lengthInWords(Math.abs(count), unit);
  return say(count < 0 ? 'period.ago' : 'period.ahead', { unit: word, distance });
}

/** Returns a phrase of a summary with its placeholders filled in. */
export const say = wordingOf(texts);

/** Returns the text of a computed key; `undefined` = the table has no such key. */
export const sayIfKnown = optionalWordingOf(texts);

/**
 * Returns what a text search looks for; `undefined` = it is read otherwise on each platform, or is too involved for a
 * sentence.
 */
export function searchInWords(text: string, operator: OperatorName): string | undefined {
  const terms = readSearch(text) ?? [];
  if (terms.some(term => term.kind === 'group' || term.near !== undefined)) return undefined;
  const [must, may, not] = (['must', 'may', 'not'] as const).map(occurs =>
    terms.filter(term => term.occurs === occurs),
  );
  if (must === undefined || may === undefined || not === undefined) return undefined;
  if ((must.length === 0) === (may.length === 0)) return undefined;
  const value = must.length > 0 ? termsInWords(must, 'and', operator) : termsInWords(may, 'or', operator);
  if (not.length === 0) return value;
  return operator === '!~'
    ? undefined
    : say('search.without', { value, other: termsInWords(not, 'or', '~') });
}

function termsInWords(terms: readonly SearchTerm[], join: 'and' | 'or', operator: OperatorName): string {
  const value = listed(terms.map(termInWords), join);
  const arePlain = terms.every(({ kind, wildcards }) => kind === 'word' && wildcards === 'none');
  if (terms.length === 1 || join === 'or') return value;
  if (operator === '!~') return say('search.together', { value });
  return arePlain ? say('search.words', { value }) : value;
}

function termInWords({ kind, text, wildcards }: SearchTerm): string {
  if (kind === 'phrase')
    return say('search.phrase', { value: say('text', { text: visibleLine(text).trim() }) });
  if (wildcards === 'last') return say('search.start', { value: displayText(text.slice(0, -1)) });
  return wildcards === 'none' ? displayText(text) : say('search.pattern', { value: displayText(text) });
}

/** The maximum length of a value; longer ones are cut. */
const maxValueLength = 80;

/** Returns `a`, `a and b` or `a, b and c`; `apart` with a comma before the last one. */
export function listed(parts: readonly string[], word: 'and' | 'or' | 'and.apart' | 'or.apart'): string {
  const last = parts.at(-1) ?? say('unknown');
  return parts.length < 2 ? last : say(word, { first: parts.slice(0, -1).join(', '), last });
}

/** Returns a value as it is, or in quotes where it could be read as words of the sentence. */
export function displayText(text: string): string {
  const cut = shorten(visibleLine(text).trim(), maxValueLength);
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(cut) && !/^(?:is|are|was)\b/i.test(cut);
  return isPlain ? cut : say('text', { text: cut });
}
