import type { Field as FieldEntry } from '../catalogue.ts';
import type { Field, Operand, TermClause } from '../nodes.ts';
import { termsOf } from '../terms.ts';
import type { Check } from './check.ts';
import { nameOf } from './names.ts';

/** The value that stands for an empty resolution. */
const unresolved = 'unresolved';

/** `!=` and its like find nothing where the field is empty: worth a hint, unless the query deals with that itself. */
export function checkLeftOut(check: Check, term: TermClause, entry: FieldEntry): void {
  const { field, operator, operand } = term;
  if (operator.kind === 'missing' || operand === undefined || field.kind === 'missing') return;
  if (!entry.acceptsEmpty || entry.alwaysSet) return;
  const { catalogue } = check.knowledge;
  const known = catalogue.operator(operator.name);
  if (known?.negative !== true || known.predicates.length > 0 || holdsEmpty(operand)) return;
  if (!askedOf(check).has(keyOf(field, entry)) && !check.isBroken(term.span))
    check.hint('empty-left-out', operator.span, { field: field.name });
}

const asked = new WeakMap<Check, ReadonlySet<string>>();

/** The fields of which a query asks if they are empty: `IS EMPTY`, `IS NOT EMPTY` or `= EMPTY`. */
function askedOf(check: Check): ReadonlySet<string> {
  const known = asked.get(check);
  if (known !== undefined) return known;
  const fields = new Set<string>();
  for (const { term } of termsOf(check.query)) {
    if (term.field.kind === 'missing' || term.operand === undefined || !holdsEmpty(term.operand)) continue;
    const entry = check.knowledge.catalogue.field(nameOf(term.field));
    if (entry !== undefined) fields.add(keyOf(term.field, entry));
  }
  asked.set(check, fields);
  return fields;
}

/** Custom fields and properties share an entry. */
const keyOf = ({ name }: Field, entry: FieldEntry): string => (entry.form === undefined ? entry.name : name);

function holdsEmpty(operand: Operand): boolean {
  if (operand.kind === 'list') return operand.items.some(holdsEmpty);
  return (
    operand.kind === 'empty' ||
    operand.kind === 'missing' ||
    (operand.kind === 'value' && operand.text.toLowerCase() === unresolved)
  );
}
