import { searchText } from '../../language/filter.ts';
import { type Field, operatorsOf } from '../catalogue.ts';
import type { JqlKnowledge } from '../knowledge.ts';
import { keyword, type Offer } from './offer.ts';
import { written } from './written.ts';

/** Fields by their names and by any word of them; those of the tracker itself first, and what it has not, last. */
export function fieldOffers({ catalogue, platform, texts }: JqlKnowledge, sortable: boolean): Offer[] {
  return catalogue.fields
    .filter(field => field.form === undefined && (!sortable || field.orderable !== false))
    .filter(({ on, own }) => own || platform === undefined || on.includes(platform))
    .map((field, index) => ({
      label: field.name,
      text: written(field.name),
      kind: 'field' as const,
      rank: 100 + index + (field.own || isCommon(field) ? 0 : 1000),
      filter: searchText(written(field.name), field.name, ...field.aliases, ...field.cloud.aliases),
      detail: texts.type(field.type) ?? '',
      continues: true,
      subject: { kind: 'field', name: field.name },
    }));
}

/** What comes with the tracker itself, not with a product beside it. */
const isCommon = ({ requires }: Field): boolean => requires === undefined;

const startingOperators = ['=', '!=', '~', '!~', '>', '>=', '<', '<=', 'in', 'not in', 'is', 'is not'];
const historyOperators = ['was', 'was not', 'was in', 'was not in', 'changed'];

/** The operators that a field takes; of a field that is not known, all. */
export function operatorOffers({ catalogue, platform }: JqlKnowledge, field: string): Offer[] {
  const known = catalogue.field(field);
  const taken = known && new Set(operatorsOf(known, platform));
  return [...startingOperators, ...historyOperators]
    .filter(name => taken === undefined || taken.has(name))
    .map((name, index) => operatorOffer(name, index));
}

/** An operator; one that wants nothing but EMPTY brings that along. */
function operatorOffer(name: string, rank: number): Offer {
  const isWord = /[a-z]/.test(name);
  const shown = isWord ? name.toUpperCase() : name;
  if (name === 'is' || name === 'is not')
    return { ...keyword(`${shown} EMPTY`, rank, false), kind: 'operator' };
  return {
    label: shown,
    text: shown,
    kind: 'operator',
    rank,
    continues: true,
    subject: { kind: 'operator', name },
  };
}
