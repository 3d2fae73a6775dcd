import { dateInWords } from '../language/dates.ts';
import type { Inlay, Surroundings } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import { dateOfFunction, readDate, readIncrement } from './dates.ts';
import type { JqlKnowledge } from './knowledge.ts';
import type { FunctionCall, JqlQuery, Operand, TermClause } from './nodes.ts';
import { termsOf } from './terms.ts';

const dateTypes: ReadonlySet<string> = new Set(['DATE', 'DATETIME']);

/** What a relative date comes to: `-7d`, `startOfMonth(-1)`, behind it, in UTC. */
export function jqlInlays(
  query: JqlQuery,
  knowledge: JqlKnowledge,
  around: Surroundings,
  wording: Wording,
): Inlay[] {
  return termsOf(query).flatMap(({ term }) =>
    datesOf(term, knowledge).flatMap(operand => {
      const time = momentOf(operand, around.now);
      return time === undefined
        ? []
        : [
            {
              at: operand.span.end,
              label: dateInWords(time),
              tooltip: wording('date'),
              side: 'after' as const,
            },
          ];
    }),
  );
}

/** The operands of a term that are dates: of a field of dates, and of predicates of time. */
function datesOf({ field, operand, predicates }: TermClause, { catalogue }: JqlKnowledge): Operand[] {
  const known = field.kind === 'field' ? catalogue.field(field.name) : undefined;
  const own = operand && known && dateTypes.has(known.type) ? itemsOf(operand) : [];
  const others = predicates
    .filter(({ name }) => name === 'after' || name === 'before' || name === 'on' || name === 'during')
    .flatMap(predicate => itemsOf(predicate.operand));
  return [...own, ...others];
}

const itemsOf = (operand: Operand): readonly Operand[] =>
  operand.kind === 'list' ? operand.items : [operand];

/** @returns undefined for a date that is told in full, and for what is none */
function momentOf(operand: Operand, now: number): number | undefined {
  if (operand.kind === 'function') return momentOfCall(operand, now);
  if (operand.kind !== 'value') return undefined;
  const date = readDate(operand.text, now);
  return typeof date === 'object' && date.relative ? date.time : undefined;
}

function momentOfCall(call: FunctionCall, now: number): number | undefined {
  const [argument] = call.arguments;
  const step = argument?.kind === 'value' ? readIncrement(argument.text) : undefined;
  if (argument !== undefined && step === undefined) return undefined;
  return dateOfFunction(call.name.text, step, now);
}
