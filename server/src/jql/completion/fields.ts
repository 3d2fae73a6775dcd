import { searchText } from '../../language/filter.ts';
import { type Field, operatorsOf } from '../catalogue/index.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { PartialName } from './partial-names.ts';
import { keyword, type Proposal } from './proposal.ts';
import { quoteIfNeeded } from './quote-if-needed.ts';

/**
 * Fields by their names and by any word of them: those that queries are mostly made of, then the others by name; last
 * what comes with a product that the tracker may not have.
 */
export function fieldProposals(knowledge: JqlKnowledge, sortable: boolean): Proposal[] {
  const { catalogue, texts } = knowledge;
  const { search, sort } = catalogue.common;
  const common = new Map((sortable ? sort : search).map((name, index) => [name, index]));
  return fieldsOf(knowledge, sortable)
    .toSorted((a, b) => byName.compare(a.name, b.name))
    .map((field, index) => ({
      label: field.name,
      text: quoteIfNeeded(field.name),
      kind: 'field' as const,
      rank: rankOf(field, common.get(field.name), index),
      filter: searchText(quoteIfNeeded(field.name), field.name, ...field.aliases, ...field.cloud.aliases),
      detail: texts.type(field.type) ?? '',
      continues: true,
      subject: { kind: 'field', name: field.name },
    }));
}

const byName = new Intl.Collator('en');

function rankOf({ own, requires }: Field, common: number | undefined, index: number): number {
  if (common !== undefined) return 100 + common;
  return own || requires === undefined ? 200 + Math.min(index, 1700) : 2000 + Math.min(index, 900);
}

const fieldsOf = ({ catalogue, platform }: JqlKnowledge, sortable: boolean): Field[] =>
  catalogue.fields
    .filter(field => field.form === undefined && (!sortable || field.orderable !== false))
    .filter(({ on, own }) => own || platform === undefined || on.includes(platform));

/** Fields of several words that begin like what is written without quotes. */
export const partialNameProposals = (knowledge: JqlKnowledge, { words, sorts }: PartialName): Proposal[] =>
  fieldProposals(knowledge, sorts)
    .filter(({ label }) => label.toLowerCase().startsWith(words))
    .map((offer, index) => ({ ...offer, filter: searchText(offer.label), rank: Math.min(index, 99) }));

const customNumber = /^cf\[(\d+)\]$/i;

/** The numbers of the custom fields that the tracker told of, with their names. */
export const numberProposals = ({ catalogue }: JqlKnowledge): Proposal[] =>
  catalogue.fields.flatMap(({ name, aliases }, index) =>
    aliases.flatMap(alias => {
      const number = customNumber.exec(alias)?.[1];
      if (number === undefined) return [];
      return {
        label: number,
        text: number,
        kind: 'field' as const,
        rank: 100 + Math.min(index, 1900),
        filter: searchText(number, name),
        detail: name,
        subject: { kind: 'field', name },
      };
    }),
  );

const startingOperators = ['=', '!=', '~', '!~', '>', '>=', '<', '<=', 'in', 'not in', 'is', 'is not'];
const historyOperators = ['was', 'was not', 'was in', 'was not in', 'changed'];

/** The operators that a field takes; of a field that is not known, all. */
export function operatorProposals({ catalogue, platform }: JqlKnowledge, field: string): Proposal[] {
  const known = catalogue.field(field);
  const taken = known && new Set(operatorsOf(known, platform));
  return [...startingOperators, ...historyOperators]
    .filter(name => taken === undefined || taken.has(name))
    .map((name, index) => operatorOffer(name, index));
}

/** An operator; one that wants nothing but EMPTY brings that along. */
function operatorOffer(name: string, rank: number): Proposal {
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
