import type { QueryView, ValueQuestion } from '../../language/service.ts';
import type { JqlKnowledge } from '../knowledge.ts';
import type { JqlQuery } from '../nodes.ts';
import { unescaped } from '../quotes.ts';
import { placeAt } from './place.ts';
import type { Expecting } from './state.ts';

/** Longer texts are no beginning of a name. */
const longest = 100;

/**
 * What the tracker can be asked for the value at an offset of the body; `undefined` = nothing: no value is wanted
 * there, or it suggests none for the field.
 */
export function questionAt(
  { block }: QueryView,
  query: JqlQuery,
  offset: number,
  { catalogue }: JqlKnowledge,
): ValueQuestion | undefined {
  const line = block.lines.findLast(({ start }) => start <= offset);
  if (line !== undefined && line.kind !== 'body' && line.kind !== 'blank') return undefined;
  const place = placeAt(block.text, query, offset);
  const wanted = place && wantedAt(place.expecting);
  if (place === undefined || wanted === undefined) return undefined;
  const field = catalogue.field(wanted.field);
  if (field?.suggests !== true) return undefined;
  const typed = unescaped(block.text.slice(place.span.start, offset).replace(/^["']/, ''));
  if (typed.length > longest || /[\n\r{}]/.test(typed)) return undefined;
  return { ...wanted, field: field.name, typed };
}

function wantedAt(expecting: Expecting): Omit<ValueQuestion, 'typed'> | undefined {
  const { kind } = expecting;
  if (kind === 'was') return { field: expecting.field };
  if (kind === 'operand' || kind === 'item')
    return textOperators.has(expecting.operator) ? undefined : { field: expecting.field };
  if (kind !== 'predicate') return undefined;
  const predicate = predicates.find(each => each === expecting.predicate.toLowerCase());
  return predicate && { field: expecting.field, predicate };
}

/** They look for words, not for values. */
const textOperators: ReadonlySet<string> = new Set(['~', '!~']);

/** Those for which a tracker suggests values. (facts/jira-rest.json, "suggestions") */
const predicates = ['by', 'from', 'to'] as const;
