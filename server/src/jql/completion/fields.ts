import { searchText } from '../../language/filter.ts';
import { type Field, operatorsOf } from '../catalogue/index.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { PartialName } from './partial-names.ts';
import { keyword, type Proposal } from './proposal.ts';
import { quoteIfNeeded } from './quote-if-needed.ts';
import { byUses, fieldUse, operatorUses } from './usage.ts';

/**
 * Fields by their names and by any word of them, and by their other names that people use: the most used first, then
 * the others by name; last what comes with a product that the tracker may not have. Few queries ask for a field twice:
 * those that are `written` already come later.
 */
export function fieldProposals(
  knowledge: JqlKnowledge,
  sortable: boolean,
  written: ReadonlySet<Field> = nothing,
): Proposal[] {
  const { catalogue, texts } = knowledge;
  const { search, sort } = catalogue.common;
  const common = new Map((sortable ? sort : search).map((name, index) => [name, index]));
  const uses = (name: string): number => fieldUse(name, sortable)?.count ?? 0;
  const weight = ({ field, name }: NamedField): number => {
    const isMain = namesOf(field, sortable).every(other => uses(other) <= uses(name));
    return uses(name) * (isMain ? 1 : shareOfOtherName) * (written.has(field) ? shareOfSecond : 1);
  };
  const place = ({ field, name }: NamedField): number =>
    name === field.name ? (common.get(name) ?? common.size) : common.size;
  return fieldsOf(knowledge, sortable)
    .flatMap(field => namesOf(field, sortable).map(name => ({ field, name })))
    .toSorted((a, b) => weight(b) - weight(a) || place(a) - place(b) || byName.compare(a.name, b.name))
    .map(({ field, name }, index) => ({
      label: name,
      text: quoteIfNeeded(name),
      kind: 'field' as const,
      rank: rankOf(field, uses(name) > 0 || common.has(name), index),
      filter: searchText(
        quoteIfNeeded(name),
        name,
        ...(name === field.name ? otherNames(field).filter(other => uses(other) === 0) : []),
      ),
      detail: texts.type(field.type) ?? '',
      continues: true,
      subject: { kind: 'field', name: field.name },
    }));
}

const nothing: ReadonlySet<Field> = new Set();

/** How likely a field is in a second condition, beside the first. */
const shareOfSecond = 0.2;

/** How much a field's other name counts beside the one that people use most: whoever wants it types it. */
const shareOfOtherName = 0.1;

interface NamedField {
  readonly field: Field;
  readonly name: string;
}

const otherNames = ({ aliases, cloud }: Field): string[] => [...aliases, ...cloud.aliases];

/** The field's own name, and its other names that people use, as they write them. */
const namesOf = (field: Field, sortable: boolean): string[] => [
  field.name,
  ...new Set(otherNames(field).flatMap(alias => fieldUse(alias, sortable)?.name ?? [])),
];

const byName = new Intl.Collator('en');

function rankOf({ own, requires }: Field, isCommon: boolean, index: number): number {
  if (isCommon) return 100 + Math.min(index, 99);
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

/** The operators that a field takes, the most used first; of a field that is not known, all. */
export function operatorProposals({ catalogue, platform }: JqlKnowledge, field: string): Proposal[] {
  const known = catalogue.field(field);
  const taken = known && new Set(operatorsOf(known, platform));
  return [...startingOperators, ...historyOperators]
    .filter(name => taken === undefined || taken.has(name))
    .toSorted((a, b) => byUses(operatorUses(field, a), operatorUses(field, b)))
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
