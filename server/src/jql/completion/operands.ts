import commonValues from '../../../catalogue/jql-values.json' with { type: 'json' };
import { dateInWords } from '../../language/dates.ts';
import { searchText } from '../../language/filter.ts';
import { verbatim } from '../../language/snippet.ts';
import type { Field, JqlFunction } from '../catalogue.ts';
import { dateOfFunction, readDate } from '../dates.ts';
import type { SuggestedValue } from '../../language/service.ts';
import type { JqlKnowledge } from '../knowledge.ts';
import type { OperatorName } from '../nodes.ts';
import { keyword, type Offer } from './offer.ts';
import { written } from './written.ts';

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

/** Where an operand is wanted. */
export interface OperandPlace {
  readonly field: string;
  readonly operator: OperatorName;
  /** One of several in parentheses, where a function that brings a list may stand too. */
  readonly inList: boolean;
}

const listOperators: ReadonlySet<OperatorName> = new Set(['in', 'not in', 'was in', 'was not in']);
const dateTypes: ReadonlySet<string> = new Set(['DATE', 'DATETIME']);
const common: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(commonValues));

/** Values, dates, functions and EMPTY, as the field and the operator take them. */
export function operandOffers(source: Source, place: OperandPlace): Offer[] {
  const { knowledge, now } = source;
  const { catalogue } = knowledge;
  const field = catalogue.field(place.field);
  const operator = catalogue.operator(place.operator);
  const empty = operator?.acceptsEmpty === true && (field === undefined || field.acceptsEmpty);
  const takesValue = !listOperators.has(place.operator) || place.inList;
  return [
    ...(takesValue && field ? [...valueOffers(field, source), ...dateOffers(field, now)] : []),
    ...functionOffers(knowledge, field, place, now),
    ...(empty && takesValue ? [keyword('EMPTY', 900, false)] : []),
  ];
}

/** What the tracker suggests and what it told of the field, else what most trackers have. */
function valueOffers({ name, values }: Field, { suggested, typed }: Source): Offer[] {
  const known = suggested.length > 0 || values.length > 0 ? values : (common.get(name) ?? []);
  const isNew = (value: string): boolean => !suggested.some(each => each.value === value);
  const offers = [
    // The tracker has compared them with what is typed, and knows by what: an address, another name.
    ...suggested.map(({ value, shown }) => ({
      value,
      label: shown,
      filter: searchText(typed, value, shown),
    })),
    ...known.filter(isNew).map(value => ({ value, label: value, filter: searchText(written(value), value) })),
  ];
  return offers.map(({ value, label, filter }, index) => ({
    label,
    text: written(value),
    kind: 'value',
    rank: 100 + Math.min(index, mostRanked),
    filter,
  }));
}

/** Ranks behind that are those of dates. */
const mostRanked = 99;

const relativeDates = ['-1d', '-7d', '-30d', '-1h'];

function dateOffers({ type }: Field, now: number): Offer[] {
  if (!dateTypes.has(type)) return [];
  const today = new Date(now).toISOString().slice(0, 10);
  return [...relativeDates, today].map((text, index) => {
    const date = readDate(text, now);
    return {
      label: text,
      text,
      kind: 'date',
      rank: 200 + index,
      ...(typeof date === 'object' && { detail: dateInWords(date.time) }),
    };
  });
}

function functionOffers(
  { catalogue, platform, texts }: JqlKnowledge,
  field: Field | undefined,
  { operator, inList }: OperandPlace,
  now: number,
): Offer[] {
  const list = listOperators.has(operator);
  return catalogue.functions
    .filter(({ on, own }) => own || platform === undefined || on.includes(platform))
    .filter(({ shape }) => shape === 'either' || inList || (shape === 'list') === list)
    .filter(each => field === undefined || suits(each, field))
    .map((each, index) => {
      const time = dateOfFunction(each.name, undefined, now);
      const detail = time === undefined ? texts.function(each.name)?.summary : dateInWords(time);
      return {
        label: `${each.name}()`,
        text: callOf(each),
        snippet: true,
        kind: 'function',
        rank: 400 + index,
        filter: searchText(each.name, each.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
        ...(detail !== undefined && { detail }),
        subject: { kind: 'function', name: each.name },
      };
    });
}

/** True where the field's own list of functions has it, or where it brings values of the field's type. */
function suits({ name, returns }: JqlFunction, { functions, type }: Field): boolean {
  for (const names of functions.values()) if (names.includes(name)) return true;
  return functions.size === 0 && returns !== undefined && returns === type;
}

/** A call as a snippet, with a hole for every argument that must be given. */
function callOf({ name, arguments: wanted }: JqlFunction): string {
  const holes = (wanted ?? [])
    .filter(({ optional }) => !optional)
    .map((argument, index) => `"\${${index + 1}:${verbatim(argument.name)}}"`);
  return `${verbatim(name)}(${holes.join(', ')})`;
}
