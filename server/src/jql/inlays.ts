import { localDateInWords, localShortDate, localTime } from '#shared/base/text/date-format.ts';
import type { Inlay, QueryContext } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import { momentOf } from './dates/moments.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import type { Operand } from './syntax/tree/operands.ts';
import type { TermClause } from './syntax/tree/clauses.ts';
import { termsOf } from './syntax/walk.ts';

const dateTypes: ReadonlySet<string> = new Set(['DATE', 'DATETIME']);

/**
 * Returns an inlay with the day after each relative or numeric date (`-7d`, `startOfMonth(-1)`); its tooltip has the
 * moment.
 */
export function jqlInlays(
  query: JqlQuery,
  knowledge: JqlKnowledge,
  context: QueryContext,
  wording: Wording,
): Inlay[] {
  const textsOf = (time: number): Pick<Inlay, 'label' | 'tooltip'> => {
    const date = localDateInWords(time, context);
    return {
      label: localShortDate(time, context),
      tooltip: context.timeZone === undefined ? wording('date', { date }) : date,
    };
  };
  return termsOf(query).flatMap(({ term }) =>
    datesOf(term, knowledge).flatMap(operand => {
      const moment = momentOf(operand, knowledge.catalogue, localTime(context.now, context));
      return moment === undefined || moment.kind === 'day'
        ? []
        : [
            {
              at: operand.span.end,
              ...textsOf(moment.kind === 'number' ? localTime(moment.time, context) : moment.time),
              side: 'after' as const,
            },
          ];
    }),
  );
}

/** Returns the operands of a term that are dates: of a date field, and of predicates of time. */
function datesOf({ field, operand, predicates }: TermClause, { catalogue }: JqlKnowledge): Operand[] {
  const entry = field.kind === 'field' ? catalogue.field(field.name) : undefined;
  const ofField = operand && entry && dateTypes.has(entry.type) ? itemsOf(operand) : [];
  const ofPredicates = predicates
    .filter(({ name }) => name === 'after' || name === 'before' || name === 'on' || name === 'during')
    .flatMap(predicate => itemsOf(predicate.operand));
  return [...ofField, ...ofPredicates];
}

const itemsOf = (operand: Operand): readonly Operand[] =>
  operand.kind === 'list' ? operand.items : [operand];
