import steps from '../../../catalogue/jql/dates.json' with { type: 'json' };
import { localDateInWords } from '../../language/date-format.ts';
import { searchText } from '../../language/completion-text.ts';
import { dateOfFunction, readDate, readIncrement } from '../dates/read-date.ts';
import type { Proposal } from './proposal.ts';
import { quoteOf, quoteIfNeeded } from '../syntax/quotes.ts';

/** What is typed, and when. */
export interface Typing {
  /** With its quote. */
  readonly typed: string;
  /** As `localTime` has it. */
  readonly now: number;
  readonly timeZone?: string;
}

/** The moment that a text comes to, in milliseconds since 1970; `undefined` = none. */
type Explain = (text: string) => number | undefined;

/**
 * Dates by their distance from now, and today; of a number that is typed, with every unit. What lies ahead is offered
 * only where `ahead` says that a field may hold it, or where it is typed.
 */
export function dateProposals(typing: Typing, ahead: boolean): Proposal[] {
  const { typed, now } = typing;
  const today = new Date(now).toISOString().slice(0, 10);
  const usual = [...steps.past, ...(ahead ? steps.future : []), today];
  return offers([...counted(typed, steps.dateUnits), ...usual], typing, text => {
    const date = readDate(text, now);
    return typeof date === 'object' ? date.time : undefined;
  });
}

/** Lengths of time; of a number that is typed, with every unit. */
export const durationProposals = (typing: Typing): Proposal[] =>
  offers([...counted(typing.typed, steps.durationUnits), ...steps.durations], typing, () => undefined);

/**
 * What a function of dates can be moved by; of a number that is typed, with every unit.
 *
 * @param unit the function's own, which a number without one is counted in
 */
export function incrementProposals(typing: Typing, name: string, unit: string | undefined): Proposal[] {
  const { typed, now } = typing;
  const ownFirst = (list: readonly string[]): string[] =>
    list.toSorted((a, b) => Number(isOf(unit, b)) - Number(isOf(unit, a)));
  const numbered = counted(typed, ['', ...ownFirst(steps.incrementUnits)]);
  return offers([...numbered, ...ownFirst(steps.increments)], typing, text =>
    dateOfFunction(name, readIncrement(text), now),
  );
}

const isOf = (unit: string | undefined, step: string): boolean =>
  /\d$/.test(step) || (unit !== undefined && step.endsWith(unit));

/** A number that is not the beginning of a year, with each of the units. */
function counted(typed: string, units: readonly string[]): string[] {
  const number = /^["']?([+-]\d{1,4}|\d{1,3})[a-z]?["']?$/i.exec(typed)?.[1];
  return number === undefined ? [] : units.map(unit => number + unit);
}

const offers = (texts: readonly string[], typing: Typing, explain: Explain): Proposal[] =>
  [...new Set(texts)].map((text, index) => {
    const time = explain(text);
    return {
      label: text,
      text: quoteIfNeeded(text),
      kind: 'date',
      rank: 200 + index,
      filter: searchText(quoteOf(typing.typed) + text),
      changes: true,
      ...(time !== undefined && { detail: localDateInWords(time, typing) }),
    };
  });
