import given from '../../../catalogue/jql/arguments.json' with { type: 'json' };
import type { Argument, FieldEntry, JqlCatalogue } from '../catalogue/catalogue.ts';
import type { Proposal } from './proposal.ts';
import type { Expecting } from './expected.ts';
import { dateProposals, durationProposals, incrementProposals } from './date-completion.ts';
import { type Source, usualValues, valueProposals } from './value-completion.ts';

/** A place between the parentheses of a function. */
export type ArgumentPlace = Extract<Expecting, { kind: 'argument' }>;

const fields: ReadonlyMap<string, string> = new Map(Object.entries(given.fields));
const values: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(given.values));

/** Returns proposals for an argument by its type; `[]` = anything is possible, or the type is not known. */
export function argumentProposals(source: Source, place: ArgumentPlace): Proposal[] {
  const { catalogue } = source.knowledge;
  const calledFunction = catalogue.function(place.name);
  const argument = argumentAt(catalogue, place);
  if (argument === undefined) return [];
  switch (argument.type) {
    case 'DATE_INCREMENT':
      return incrementProposals(source, calledFunction?.name ?? place.name, argument.unit);
    case 'DATE':
      return dateProposals(source, false);
    case 'DURATION':
      return durationProposals(source);
    default: {
      const field = fieldOfArgument(catalogue, place);
      return field
        ? valueProposals(field, source)
        : usualValues(values.get(argument.type) ?? [], source.typed);
    }
  }
}

/** Returns the field that has the same values as an argument; `undefined` = none. */
export function fieldOfArgument(catalogue: JqlCatalogue, place: ArgumentPlace): FieldEntry | undefined {
  const name = fields.get(argumentAt(catalogue, place)?.type ?? '');
  return name === undefined ? undefined : catalogue.field(name);
}

function argumentAt(catalogue: JqlCatalogue, { name, index }: ArgumentPlace): Argument | undefined {
  let before = 0;
  return catalogue.function(name)?.arguments?.find(({ most }) => index < (before += most));
}
