import type { PredicateName, TermClause } from '../syntax/nodes.ts';
import type { Check } from './check.ts';

const dated: ReadonlySet<PredicateName> = new Set(['after', 'before', 'on', 'during']);

/** The term that something at an offset is in, or after. */
export const termAt = ({ query }: Check, offset: number): TermClause | undefined =>
  query.terms.findLast(({ span }) => span.start <= offset);

/** The type of the field that something at an offset is about; predicates are about dates. */
export function typeAt(check: Check, offset: number): string | undefined {
  const term = termAt(check, offset);
  const isDated = term?.predicates.some(({ name, span }) => dated.has(name) && span.start <= offset);
  if (isDated === true) return 'DATETIME';
  return term && check.entryOf(term)?.type;
}
