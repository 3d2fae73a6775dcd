import type { Field as FieldEntry } from '../catalogue.ts';
import { NameTable } from '../name-table.ts';
import type { Clause, Field, Operand, TermClause } from '../nodes.ts';
import type { Check } from './check.ts';
import { entryOf, nameOf } from './names.ts';

/** The value that stands for an empty resolution. */
const unresolved = new NameTable([['unresolved', true]]);

/** `!=` and its like find nothing where the field is empty: worth a hint, unless the query deals with that itself. */
export function checkLeftOut(check: Check, term: TermClause, entry: FieldEntry): void {
  const { field, operator, operand } = term;
  if (!entry.acceptsEmpty || entry.alwaysSet || operator.kind === 'missing') return;
  if (operand === undefined || field.kind === 'missing') return;
  const known = check.knowledge.catalogue.operator(operator.name);
  if (known?.negative !== true || known.predicates.length > 0 || holdsEmpty(operand)) return;
  const { where } = check.query;
  if (where !== undefined && !asksIfEmpty(check, where, field, entry) && !check.isBroken(term))
    check.hint('empty-left-out', operator.span, { field: field.name });
}

/** True where a clause asks if a field is empty: `IS EMPTY`, `IS NOT EMPTY` or `= EMPTY`. */
function asksIfEmpty(check: Check, clause: Clause, field: Field, entry: FieldEntry): boolean {
  switch (clause.kind) {
    case 'term':
      return (
        clause.operand !== undefined &&
        clause.field.kind !== 'missing' &&
        holdsEmpty(clause.operand) &&
        entryOf(check, clause.field) === entry &&
        isSame(clause.field, field, entry)
      );
    case 'and':
    case 'or':
      return clause.clauses.some(each => asksIfEmpty(check, each, field, entry));
    case 'group':
    case 'not':
      return asksIfEmpty(check, clause.clause, field, entry);
    case 'missing':
      return false;
  }
}

/** Custom fields and properties share an entry. */
const isSame = (one: Field, other: Field, { form }: FieldEntry): boolean =>
  form === undefined || nameOf(one) === nameOf(other);

function holdsEmpty(operand: Operand): boolean {
  switch (operand.kind) {
    case 'list':
      return operand.items.some(holdsEmpty);
    case 'empty':
    case 'missing':
      return true;
    case 'value':
      return operand.find(unresolved) === true;
    case 'function':
      return false;
  }
}
