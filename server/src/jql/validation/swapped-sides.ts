/** Checks for comparisons with the value on the left. */
import usualValues from '../../../catalogue/jql/values.json' with { type: 'json' };
import { type FieldEntry, entryOf } from '../catalogue/catalogue.ts';
import { readDate } from '../dates/read-date.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import { type Check, termAt } from './jql-check.ts';
import { nearestField } from './name-checks.ts';

const values: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(usualValues.values));

/**
 * Reports `2022-01-02 < updated`: a value on the left, where no known field is, and a field on the right; returns
 * true where it did.
 */
export function checkSwappedSides(check: Check, { span, field, operator, operand }: TermClause): boolean {
  if (field.kind === 'missing' || operator.kind === 'missing') return false;
  const other = fieldOnRight(check, field, operand);
  if (other === undefined || check.isBrokenAt(span)) return false;
  const args = { field: other.written, value: field.name };
  if (isValue(check, field, other.entry)) {
    check.error('swapped-sides', span, args);
    return true;
  }
  // Where not all fields are known, the name on the left may be a field.
  const { complete } = check.knowledge.catalogue;
  if (!complete || nearestField(check, field, field.name) !== undefined) return false;
  check.warning('swapped-sides', span, args);
  return true;
}

/** Reports `"x" in labels`, which the grammar rejects; returns its span, undefined = not reported. */
export function swappedListAt(check: Check, { code, span, operator }: JqlSyntaxError): Span | undefined {
  if (code !== 'operand-shape' || (operator !== 'in' && operator !== 'not in')) return undefined;
  const term = termAt(check, span.start);
  if (term === undefined || term.field.kind === 'missing') return undefined;
  const other = fieldOnRight(check, term.field, term.operand);
  if (other === undefined || entryOf(check.knowledge.catalogue, term.field) !== undefined) return undefined;
  check.error('swapped-sides', term.span, { field: other.written, value: term.field.name });
  return term.span;
}

interface FieldOnRight {
  readonly entry: FieldEntry;
  readonly written: string;
}

/** Returns the field, one that every tracker has, on the right of another text; undefined = none. */
function fieldOnRight(check: Check, field: Field, operand: Operand | undefined): FieldOnRight | undefined {
  if (operand?.kind !== 'value' || field.customField !== undefined || field.properties.length > 0)
    return undefined;
  const entry = check.knowledge.catalogue.field(operand.text);
  if (entry === undefined || entry.form !== undefined || entry.requires !== undefined) return undefined;
  if (entry.aliases.some(alias => alias.startsWith('cf['))) return undefined;
  if (check.hasUndefinedVariable(field)) return undefined;
  return { entry, written: operand.text };
}

/** True for a date, a number, and a common value of the field. */
const isValue = (check: Check, { form, name }: Field, { name: other }: FieldEntry): boolean =>
  form === 'number' ||
  typeof readDate(name, check.now) === 'object' ||
  values.get(other)?.some(value => value.toLowerCase() === name.toLowerCase()) === true;
