import type { FieldEntry } from '../catalogue/catalogue.ts';
import { takesList } from '../syntax/operators.ts';
import { functionProposals, type OperandPlace } from './function-completion.ts';
import { keyword, type Proposal } from './proposal.ts';
import { dateProposals, durationProposals } from './date-completion.ts';
import { type Source, usualValues, valueProposals, valuesOfWorkspace } from './value-completion.ts';

/** Returns values, dates, functions and EMPTY, as the field and the operator take them. */
export function operandProposals(source: Source, place: OperandPlace): Proposal[] {
  const { catalogue } = source.knowledge;
  const field = catalogue.field(place.field);
  const operator = catalogue.operator(place.operator);
  const empty = operator?.acceptsEmpty === true && (field === undefined || field.acceptsEmpty);
  const takesValue = !takesList(place.operator) || place.inList;
  return [
    ...(isTextSearch(place) ? [quotes] : []),
    ...(takesValue ? valuesFor(field, source, place) : []),
    ...functionProposals(source, field, place),
    ...(empty && takesValue ? [keyword('EMPTY', 900, false), keyword('NULL', 901, false)] : []),
  ];
}

const valuesFor = (field: FieldEntry | undefined, source: Source, place: OperandPlace): Proposal[] =>
  field === undefined
    ? usualValues(valuesOfWorkspace([place.field], source), source.typed)
    : [...valueProposals(field, source), ...stepOffers(field, source)];

const isTextSearch = ({ operator }: OperandPlace): boolean => operator === '~' || operator === '!~';

/** Quotes for a text to search for, as it mostly has several words. */
const quotes: Proposal = { label: '" "', text: '"${1}"', snippet: true, kind: 'snippet', rank: 0 };

/**
 * Returns dates or durations for a field. A date can be in the future; a date with a time is one that the tracker
 * recorded.
 */
function stepOffers({ type }: FieldEntry, source: Source): Proposal[] {
  if (type === 'DURATION') return durationProposals(source);
  return type === 'DATE' || type === 'DATETIME' ? dateProposals(source, type === 'DATE') : [];
}
