import given from '../../../catalogue/jql-arguments.json' with { type: 'json' };
import type { Argument, Field, JqlCatalogue } from '../catalogue.ts';
import type { Offer } from './offer.ts';
import type { Expecting } from './state.ts';
import { dateOffers, durationOffers, incrementOffers } from './steps.ts';
import { type Source, usualValues, valueOffers } from './values.ts';

/** A place between the parentheses of a function. */
export type ArgumentPlace = Extract<Expecting, { kind: 'argument' }>;

const fields: ReadonlyMap<string, string> = new Map(Object.entries(given.fields));
const values: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(given.values));

/** What the argument can be, by its type; `[]` = anything, or nobody knows. */
export function argumentOffers(source: Source, place: ArgumentPlace): Offer[] {
  const { catalogue } = source.knowledge;
  const known = catalogue.function(place.name);
  const argument = argumentAt(catalogue, place);
  if (argument === undefined) return [];
  switch (argument.type) {
    case 'DATE_INCREMENT':
      return incrementOffers(source, known?.name ?? place.name, argument.unit);
    case 'DATE':
      return dateOffers(source, false);
    case 'DURATION':
      return durationOffers(source);
    default: {
      const field = fieldOfArgument(catalogue, place);
      return field ? valueOffers(field, source) : usualValues(values.get(argument.type) ?? [], source.typed);
    }
  }
}

/** The field that has the same values as an argument; `undefined` = there is none. */
export function fieldOfArgument(catalogue: JqlCatalogue, place: ArgumentPlace): Field | undefined {
  const name = fields.get(argumentAt(catalogue, place)?.type ?? '');
  return name === undefined ? undefined : catalogue.field(name);
}

function argumentAt(catalogue: JqlCatalogue, { name, index }: ArgumentPlace): Argument | undefined {
  let before = 0;
  return catalogue.function(name)?.arguments?.find(({ most }) => index < (before += most));
}
