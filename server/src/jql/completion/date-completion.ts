/** Proposals for dates, durations and steps in time. */
import steps from '../../../catalogue/jql/dates.json' with { type: 'json' };
import { localDateInWords } from '#shared/base/text/date-format.ts';
import { searchText } from '#shared/base/text/completion-text.ts';
import { dateOfFunction, readDate, readIncrement } from '../dates/read-date.ts';
import type { Proposal } from './proposal.ts';
import { quoteOf, quoteIfNeeded } from '../syntax/quotes.ts';

/** The typed text, and the current time. */
export interface Typing {
  /** The typed text, with its quote. */
  readonly typed: string;
  /** The present time, as `localTime` returns it. */
  readonly now: number;
  readonly timeZone?: string;
}

/** Returns the moment of a text, in milliseconds since 1970; `undefined` = none. */
type Explain = (text: string) => number | undefined;

/**
 * Returns dates by their distance from now, and today; for a typed number, one with every unit. Future dates are
 * offered only where `ahead` says that the field can hold them, or where one is typed.
 */
export function dateProposals(typing: Typing, ahead: boolean): Proposal[] {
  const { typed, now } = typing;
  const today = new Date(now).toISOString().slice(0, 10);
  const usual = [...steps.past, ...(ahead ? steps.future : []), today];
  return offers([...withUnits(typed, steps.dateUnits), ...usual], typing, text => {
    const date = readDate(text, now);
    return typeof date === 'object' ? date.time : undefined;
  });
}

/** Returns durations; for a typed number, one with every unit. */
export const durationProposals = (typing: Typing): Proposal[] =>
  offers([...withUnits(typing.typed, steps.durationUnits), ...steps.durations], typing, () => undefined);

/**
 * Returns proposals for the step of a date function; for a typed number, one with every unit.
 *
 * @param unit the default unit of the function, for a number without one
 */
export function incrementProposals(typing: Typing, name: string, unit: string | undefined): Proposal[] {
  const { typed, now } = typing;
  const ownFirst = (list: readonly string[]): string[] =>
    list.toSorted((a, b) => Number(isOf(unit, b)) - Number(isOf(unit, a)));
  const numbered = withUnits(typed, ['', ...ownFirst(steps.incrementUnits)]);
  return offers([...numbered, ...ownFirst(steps.increments)], typing, text =>
    dateOfFunction(name, readIncrement(text), now),
  );
}

const isOf = (unit: string | undefined, step: string): boolean =>
  /\d$/.test(step) || (unit !== undefined && step.endsWith(unit));

/** Returns a typed number with each of the units; none for the beginning of a year. */
function withUnits(typed: string, units: readonly string[]): string[] {
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
