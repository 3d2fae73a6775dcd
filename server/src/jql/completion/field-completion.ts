/** Proposals for fields, ordered by how likely they are. */
import { lazy } from '#shared/base/lazy.ts';
import { isInsertable } from '#shared/base/visible-text.ts';
import { searchText } from '#shared/base/text/completion-text.ts';
import { wrongNamesOf } from '../mistakes/foreign-words.ts';
import type { FieldEntry } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { PartialName } from './completion-place.ts';
import type { Proposal } from './proposal.ts';
import { quoteIfNeeded, quoteOf } from '../syntax/quotes.ts';
import type { Source } from './value-completion.ts';

/** The input for choosing fields. */
export type FieldSource = Pick<Source, 'knowledge' | 'others' | 'typed'>;

/**
 * Returns fields, found by any word of their names and by other names that people use. The most used come first,
 * those of the workspace's other queries above all; then the others by name; last those of products that the tracker
 * may not have. Fields that are often used together with those in the query come earlier; the fields of the query
 * itself come later, as few queries use a field twice.
 */
export function fieldProposals(
  source: FieldSource,
  sortable: boolean,
  written: ReadonlySet<FieldEntry> = nothing,
): Proposal[] {
  const { catalogue, texts } = source.knowledge;
  const { search, sort } = catalogue.common;
  const common = new Map((sortable ? sort : search).map((name, index) => [name, index]));
  const weights = new FieldWeights(source, sortable, written);
  const place = ({ field, name }: NamedField): number =>
    name === field?.name ? (common.get(name) ?? common.size) : common.size;
  const quote = quoteOf(source.typed);
  const catalogued = fieldsOf(source.knowledge, sortable).flatMap(field =>
    namesOf(field, source, sortable).map(name => ({ field, name })),
  );
  return [...catalogued, ...unknownFields(source, sortable)]
    .map(named => ({ named, weight: weights.of(named) }))
    .toSorted(
      (a, b) =>
        b.weight - a.weight ||
        place(a.named) - place(b.named) ||
        byName().compare(a.named.name, b.named.name),
    )
    .map(({ named, weight }, index) => {
      const { field, name } = named;
      const numbers = name === field?.name ? otherNames(field).filter(isNumbered) : [];
      return {
        label: name,
        text: quoteIfNeeded(name),
        kind: 'field' as const,
        rank: rankOf(named, weight > 0 || common.has(name), index),
        filter: searchText(
          quote === '' ? quoteIfNeeded(name) : quote + name,
          name,
          ...numbers,
          ...wrongNamesOf(name),
        ),
        detail: texts.type(field?.type ?? 'CUSTOM') ?? '',
        ...(!sortable && { continues: true }),
        ...(field && { subject: { kind: 'field', name: field.name } }),
      };
    });
}

/** True for `cf[10010]`: a field is found by its number, but not offered by it. */
const isNumbered = (name: string): boolean => name.includes('[');

const nothing: ReadonlySet<FieldEntry> = new Set();

/** The likelihood of a field in a second condition, compared with the first. */
const shareOfSecond = 0.2;

/** The weight of a field's other names: users who want one type it. */
const shareOfOtherName = 0.1;

/** The number of uses in the workspace that weigh as much as the general usage. */
const usesOfPeople = 10;

interface NamedField {
  /** Absent = only the workspace's other queries have it. */
  readonly field?: FieldEntry;
  readonly name: string;
}

/** Computes how likely each field is. */
class FieldWeights {
  readonly #source: FieldSource;
  readonly #sortable: boolean;
  readonly #written: ReadonlySet<FieldEntry>;
  readonly #namesWritten: readonly string[];
  readonly #total: number;

  constructor(source: FieldSource, sortable: boolean, written: ReadonlySet<FieldEntry>) {
    this.#source = source;
    this.#sortable = sortable;
    this.#written = written;
    this.#namesWritten = sortable ? [] : [...written].map(({ name }) => name);
    this.#total = source.knowledge.usage.total(sortable);
  }

  of({ field, name }: NamedField): number {
    if (field === undefined) return this.#inWorkspace(name);
    const names = [field.name, ...otherNames(field)];
    const uses = this.#uses(name);
    const isMain = names.every(other => this.#uses(other) <= uses);
    const lift = this.#source.knowledge.usage.lift(names, this.#namesWritten);
    const weight = this.#byPeople(name) * lift + this.#inWorkspace(name);
    return weight * (isMain ? 1 : shareOfOtherName) * (this.#written.has(field) ? shareOfSecond : 1);
  }

  #uses(name: string): number {
    return this.#byPeople(name) + this.#inWorkspace(name);
  }

  #byPeople(name: string): number {
    const count = this.#source.knowledge.usage.field(name, this.#sortable)?.count ?? 0;
    return (count / this.#total) * usesOfPeople;
  }

  #inWorkspace(text: string): number {
    const kind = this.#sortable ? 'sort' : 'field';
    return this.#source.others?.count({ kind, field: '', text }) ?? 0;
  }
}

const otherNames = ({ aliases, cloud }: FieldEntry): string[] => [...aliases, ...cloud.aliases];

/** Returns the names of a field in their usual spelling, without those that are numbers. */
const namesOf = (field: FieldEntry, { knowledge }: FieldSource, sortable: boolean): string[] => [
  field.name,
  ...new Set(
    otherNames(field)
      .filter(alias => !isNumbered(alias))
      .map(alias => knowledge.usage.field(alias, sortable)?.name ?? alias),
  ),
];

/**
 * Returns fields of the workspace's other queries that the catalogue does not know; none where the tracker has
 * described its fields.
 */
function unknownFields({ knowledge: { catalogue }, others }: FieldSource, sortable: boolean): NamedField[] {
  if (catalogue.complete) return [];
  return (others?.of(sortable ? 'sort' : 'field') ?? [])
    .filter(({ text }) => catalogue.field(text) === undefined && isInsertable(text))
    .map(({ text }) => ({ name: text }));
}

const byName = lazy(() => new Intl.Collator('en'));

function rankOf({ field, name }: NamedField, isCommon: boolean, index: number): number {
  if (isCommon) return 100 + Math.min(index, 99);
  if (field !== undefined && field.name !== name) return 2000 + Math.min(index, 900);
  return field === undefined || field.isFromSite || field.requires === undefined
    ? 200 + Math.min(index, 1700)
    : 2000 + Math.min(index, 900);
}

const fieldsOf = ({ catalogue, platform }: JqlKnowledge, sortable: boolean): FieldEntry[] =>
  catalogue.fields
    .filter(field => field.form === undefined && (!sortable || field.orderable !== false))
    .filter(({ on, isFromSite }) => isFromSite || platform === undefined || on.includes(platform));

/** Returns fields of several words that begin with the words typed without quotes. */
export const partialNameProposals = (source: FieldSource, { words, sorts }: PartialName): Proposal[] =>
  fieldProposals(source, sorts)
    .filter(({ label }) => label.toLowerCase().startsWith(words))
    .map((offer, index) => ({ ...offer, filter: searchText(offer.label), rank: Math.min(index, 99) }));

const customNumber = /^cf\[(\d+)\]$/i;

/** Returns the numbers of the custom fields that the tracker described, with their names. */
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
