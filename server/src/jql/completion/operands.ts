import type { Field } from '../catalogue.ts';
import { takesList } from '../operator-kinds.ts';
import { functionOffers, type OperandPlace } from './functions.ts';
import { keyword, type Offer } from './offer.ts';
import { dateOffers, durationOffers } from './steps.ts';
import { type Source, valueOffers } from './values.ts';

/** Values, dates, functions and EMPTY, as the field and the operator take them. */
export function operandOffers(source: Source, place: OperandPlace): Offer[] {
  const { catalogue } = source.knowledge;
  const field = catalogue.field(place.field);
  const operator = catalogue.operator(place.operator);
  const empty = operator?.acceptsEmpty === true && (field === undefined || field.acceptsEmpty);
  const takesValue = !takesList(place.operator) || place.inList;
  return [
    ...(takesValue && field ? [...valueOffers(field, source), ...stepOffers(field, source)] : []),
    ...functionOffers(source, field, place),
    ...(empty && takesValue ? [keyword('EMPTY', 900, false)] : []),
  ];
}

/** Days lie ahead as often as behind; moments were noted by the tracker when they came. */
function stepOffers({ type }: Field, source: Source): Offer[] {
  if (type === 'DURATION') return durationOffers(source);
  return type === 'DATE' || type === 'DATETIME' ? dateOffers(source, type === 'DATE') : [];
}
