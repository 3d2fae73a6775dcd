import usualValuesOfFields from '../../../catalogue/jql/values.json' with { type: 'json' };
import { isInsertable } from '../../common/visible-text.ts';
import { searchText } from '../../language/completion-text.ts';
import type { WordCounts } from '../../language/query-words.ts';
import type { SuggestedValue } from '../../language/service.ts';
import type { FieldEntry } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { Proposal } from './proposal.ts';
import { quoteOf, quoteIfNeeded } from '../syntax/quotes.ts';

/** What offers are made of. */
export interface Source {
  readonly knowledge: JqlKnowledge;
  /** As `localTime` has it. */
  readonly now: number;
  /** The site's time zone; absent = not known. */
  readonly timeZone?: string;
  /** What the tracker suggests for the value; `[]` = nothing, or it was not asked. */
  readonly suggested: readonly SuggestedValue[];
  /** What is written of the value, with its quote. */
  readonly typed: string;
  /** The words of the workspace's other queries; absent = not known. */
  readonly others?: WordCounts;
}

const usual: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(usualValuesOfFields.values));

/** What the workspace's other queries ask a field for, by any of its names, the most used first. */
export function valuesOfWorkspace(names: readonly string[], { others }: Source): readonly string[] {
  const uses = names.flatMap(name => others?.of('value', name) ?? []);
  return uses
    .filter(({ text }) => isInsertable(text))
    .toSorted((a, b) => b.count - a.count)
    .map(({ text }) => text);
}

/** What the workspace's other queries ask for, then what most trackers have; each the most used first. */
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

/** Dates and numbers of one query say nothing about another one. */
const isMeasured = (type: string): boolean => /^(?:DATE|DATETIME|DURATION|NUMBER)$/.test(type);

/** What the tracker suggests and what it reported of the field, else what other queries and most trackers have. */
export function valueProposals(field: FieldEntry, source: Source): Proposal[] {
  const { suggested, typed } = source;
  const { values } = field;
  const stored = source.knowledge.storedValues?.get(field.type)?.names;
  const known = suggested.length > 0 ? values : (stored ?? usualValuesOf(field, source));
  const isNew = (value: string): boolean => !suggested.some(each => each.value === value);
  const offers = [
    // The tracker has compared them with what is typed, and knows by what: an address, another name.
    ...suggested.map(({ value, shown }) => ({
      value,
      label: shown,
      filter: searchText(typed, value, shown),
    })),
    ...known.filter(isNew).map(value => knownValue(value, typed)),
  ];
  return ranked(offers);
}

/** Values that are the same at most trackers. */
export const usualValues = (values: readonly string[], typed: string): Proposal[] =>
  ranked(values.map(value => knownValue(value, typed)));

interface Value {
  readonly value: string;
  readonly label: string;
  readonly filter: string;
}

/** Found by what is typed of it, whether that is in quotes or not. */
const knownValue = (value: string, typed: string): Value => ({
  value,
  label: value,
  filter: searchText(quoteOf(typed) === '' ? quoteIfNeeded(value) : quoteOf(typed) + value, value),
});

const ranked = (values: readonly Value[]): Proposal[] =>
  values.map(({ value, label, filter }, index) => ({
    label,
    text: quoteIfNeeded(value),
    kind: 'value',
    rank: 100 + Math.min(index, mostRanked),
    filter,
  }));

/** The ranks after that are those of dates. */
const mostRanked = 99;
