import { readDate } from '../dates/read-date.ts';
import type { TermClause } from '../syntax/nodes.ts';
import type { Check } from './check.ts';
import { entryOf } from './name-checks.ts';

/** `2022-01-02 < updated`: a value on the left and a field on the right; true where that is said. */
export function checkSides(check: Check, { span, field, operator, operand }: TermClause): boolean {
  if (field.kind === 'missing' || operator.kind === 'missing' || operand?.kind !== 'value') return false;
  if (field.form !== 'number' && typeof readDate(field.name, check.now) !== 'object') return false;
  if (entryOf(check, field) !== undefined || check.isBrokenAt(span)) return false;
  const other = check.knowledge.catalogue.field(operand.text);
  if (other === undefined) return false;
  check.error('swapped-sides', span, { field: operand.text, value: field.name });
  return true;
}
