import usualValuesOfFields from '../../../catalogue/jql/values.json' with { type: 'json' };
import { searchText } from '../../language/filter.ts';
import type { SuggestedValue } from '../../language/service.ts';
import type { Field } from '../catalogue/index.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { Proposal } from './proposal.ts';
import { quoteOf, quoteIfNeeded } from './quote-if-needed.ts';
import { commonValues } from './usage.ts';

/** What offers are made of. */
export interface Source {
  readonly knowledge: JqlKnowledge;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the tracker suggests for the value; `[]` = nothing, or it was not asked. */
  readonly suggested: readonly SuggestedValue[];
  /** What is written of the value, with its quote. */
  readonly typed: string;
}

const usual: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(usualValuesOfFields));

/** What most trackers have, the most used first. */
function valuesOfMost({ name, aliases }: Field): readonly string[] {
  const all = [...commonValues([name, ...aliases]), ...(usual.get(name) ?? [])];
  const seen = new Set<string>();
  return all.filter(value => !seen.has(value.toLowerCase()) && seen.add(value.toLowerCase()));
}

/** What the tracker suggests and what it told of the field, else what most trackers have. */
export function valueProposals(field: Field, source: Source): Proposal[] {
  const { suggested, typed } = source;
  const { values } = field;
  const known = suggested.length > 0 || values.length > 0 ? values : valuesOfMost(field);
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

/** Ranks behind that are those of dates. */
const mostRanked = 99;
