/** Proposals for the values of a field. */
import usualValuesOfFields from '../../../catalogue/jql/values.json' with { type: 'json' };
import { isInsertable } from '#shared/base/visible-text.ts';
import { searchText } from '#shared/base/text/completion-text.ts';
import type { WordCounts } from '../../query-file/language/query-words.ts';
import type { SuggestedValue } from '../../query-file/language/language-service.ts';
import type { FieldEntry } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { Proposal } from './proposal.ts';
import { quoteOf, quoteIfNeeded } from '../syntax/quotes.ts';

/** The input for proposals. */
export interface Source {
  readonly knowledge: JqlKnowledge;
  /** The present time, as `localTime` returns it. */
  readonly now: number;
  /** The site's time zone; absent = not known. */
  readonly timeZone?: string;
  /** The values that the tracker suggests; `[]` = none, or it was not asked. */
  readonly suggested: readonly SuggestedValue[];
  /** The typed part of the value, with its quote. */
  readonly typed: string;
  /** The words of the workspace's other queries; absent = not known. */
  readonly others?: WordCounts;
}

const usual: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(usualValuesOfFields.values));

/**
 * Returns the values that the workspace's other queries use for a field, by any of its names, the most used first.
 */
export function valuesOfWorkspace(names: readonly string[], { others }: Source): readonly string[] {
  const uses = names.flatMap(name => others?.of('value', name) ?? []);
  return uses
    .filter(({ text }) => isInsertable(text))
    .toSorted((a, b) => b.count - a.count)
    .map(({ text }) => text);
}

/** Returns the values of the workspace's other queries, then those of most trackers; each the most used first. */
export function usualValuesOf(
  { name, aliases, type, values }: FieldEntry,
  source: Source,
): readonly string[] {
  const names = [name, ...aliases];
  const all = [
    ...(isMeasured(type) ? [] : valuesOfWorkspace(names, source)),
    ...source.knowledge.usage.values(names),
    ...values,
    ...(usual.get(name) ?? []),
  ];
  const seen = new Set<string>();
  return all.filter(value => !seen.has(value.toLowerCase()) && seen.add(value.toLowerCase()));
}

/** True for types whose values in one query do not help in another: dates and numbers. */
const isMeasured = (type: string): boolean => /^(?:DATE|DATETIME|DURATION|NUMBER)$/.test(type);

/**
 * Returns the values that the tracker suggested and described for the field, else those of other queries and of most
 * trackers.
 */
export function valueProposals(field: FieldEntry, source: Source): Proposal[] {
  const { suggested, typed } = source;
  const { values } = field;
  const stored = source.knowledge.storedValues?.get(field.type)?.names;
  const storedOrUsual = suggested.length > 0 ? values : (stored ?? usualValuesOf(field, source));
  const isNew = (value: string): boolean => !suggested.some(suggestion => suggestion.value === value);
  const offers = [
    ...suggested.map(suggestion => suggestedValue(suggestion, typed)),
    ...storedOrUsual.filter(isNew).map(value => plainValue(value, typed)),
  ];
  return ranked(offers);
}

/** Returns a value that the tracker suggested; those with a detail are all that there are, whatever is typed. */
function suggestedValue({ value, shown, detail }: SuggestedValue, typed: string): Value {
  if (detail !== undefined) return { ...plainValue(value, typed), label: shown, detail };
  // The tracker matched it with the typed text by other properties too, such as an address or another name.
  return { value, label: shown, filter: searchText(typed, value, shown) };
}

/** Returns proposals for values that most trackers have. */
export const usualValues = (values: readonly string[], typed: string): Proposal[] =>
  ranked(values.map(value => plainValue(value, typed)));

interface Value {
  readonly value: string;
  readonly label: string;
  readonly filter: string;
  readonly detail?: string;
}

/** Returns a value that is found by its text, typed with or without quotes. */
const plainValue = (value: string, typed: string): Value => ({
  value,
  label: value,
  filter: searchText(quoteOf(typed) === '' ? quoteIfNeeded(value) : quoteOf(typed) + value, value),
});

const ranked = (values: readonly Value[]): Proposal[] =>
  values.map(({ value, label, filter, detail }, index) => ({
    label,
    text: quoteIfNeeded(value),
    kind: 'value',
    rank: 100 + Math.min(index, maxValueRank),
    filter,
    ...(detail !== undefined && { detail }),
  }));

/** The highest rank of a value, relative to the first; dates have the ranks after it. */
const maxValueRank = 99;
