import { dateInWords } from '../language/dates.ts';
import type { Inlay, QueryContext } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import { momentOf } from './dates/moments.ts';
import type { JqlQuery, Operand, TermClause } from './syntax/nodes.ts';
import { termsOf } from './syntax/terms.ts';

const dateTypes: ReadonlySet<string> = new Set(['DATE', 'DATETIME']);

/** What a date that is not told in full comes to: `-7d`, `startOfMonth(-1)`, a bare number; behind it, in UTC. */
export function jqlInlays(
  query: JqlQuery,
  knowledge: JqlKnowledge,
  around: QueryContext,
  wording: Wording,
): Inlay[] {
  return termsOf(query).flatMap(({ term }) =>
    datesOf(term, knowledge).flatMap(operand => {
      const moment = momentOf(operand, knowledge.catalogue, around.now);
      return moment === undefined || moment.kind === 'day'
        ? []
        : [
            {
              at: operand.span.end,
              label: dateInWords(moment.time),
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
