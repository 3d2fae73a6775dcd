/** Checks for negative conditions that exclude issues with an empty field. */
import { type FieldEntry, nameOf } from '../catalogue/catalogue.ts';
import { isWordForEmpty } from '../mistakes/foreign-words.ts';
import { NameTable } from '../syntax/name-table.ts';
import type { Clause, TermClause } from '../syntax/tree/clauses.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import type { Check } from './jql-check.ts';

/** The value that means an empty resolution. */
const unresolved = new NameTable([['unresolved', true]]);

/**
 * Reports a hint for `!=` and other negative operators, and for `=` after NOT: they exclude issues whose field is
 * empty. No hint where the query handles empty fields itself, or where a value of the field is required beside the
 * term.
 *
 * @param negated an odd number of negations is around the term
 */
export function checkExcludedEmpty(
  check: Check,
  term: TermClause,
  entry: FieldEntry,
  negated: boolean,
): void {
  const { field, operator, operand } = term;
  if (!entry.acceptsEmpty || entry.alwaysSet || operator.kind === 'missing') return;
  if (operand === undefined || field.kind === 'missing' || check.isFull) return;
  const operatorEntry = check.knowledge.catalogue.operator(operator.name);
  if (
    operatorEntry === undefined ||
    operatorEntry.predicates.length > 0 ||
    operatorEntry.negative === negated
  )
    return;
  if (holdsEmpty(operand) || check.isBroken(term)) return;
  const values = operand.kind === 'list' ? operand.items : [operand];
  const { platform } = check.knowledge;
  if (values.some(value => value.kind === 'value' && isWordForEmpty(value, entry, platform))) return;
  const { fields } = check;
  const isAskedOnce = fields.indexOf(entry) === fields.lastIndexOf(entry);
  if (!isAskedOnce && handlesEmpty(check, term, field, entry)) return;
  check.hint(negated ? 'empty-left-out-by-not' : 'empty-left-out', operator.span, { field: field.name });
}

/** True where the query itself tests whether the field is empty, or requires a value of it beside the term. */
function handlesEmpty(check: Check, term: TermClause, field: Field, entry: FieldEntry): boolean {
  const { where } = check.query;
  return (
    where !== undefined &&
    (asksIfEmpty(check, where, field, entry) ||
      holdsBeside(where, term, false, each => asksForValue(check, each, field, entry)) === true)
  );
}

/** True where a clause tests whether a field is empty: `IS EMPTY`, `IS NOT EMPTY` or `= EMPTY`. */
function asksIfEmpty(check: Check, clause: Clause, field: Field, entry: FieldEntry): boolean {
  switch (clause.kind) {
    case 'term':
      return (
        clause.operand !== undefined &&
        clause.field.kind !== 'missing' &&
        holdsEmpty(clause.operand) &&
        check.entryOf(clause) === entry &&
        isSame(clause.field, field, entry)
      );
    case 'and':
    case 'or':
      return clause.clauses.some(child => asksIfEmpty(check, child, field, entry));
    case 'group':
    case 'not':
      return asksIfEmpty(check, clause.clause, field, entry);
    case 'missing':
      return false;
  }
}

/** A term, and whether an odd number of negations is around it. */
interface SignedTerm {
  readonly term: TermClause;
  readonly negated: boolean;
}

/**
 * True where a test holds for a clause that AND joins to a term, at any level around it; undefined = the term is not
 * in the clause.
 */
function holdsBeside(
  clause: Clause,
  term: TermClause,
  negated: boolean,
  holds: (polar: SignedTerm) => boolean,
): boolean | undefined {
  if (clause === term) return false;
  if (clause.span.start > term.span.start || term.span.end > clause.span.end) return undefined;
  switch (clause.kind) {
    case 'group':
      return holdsBeside(clause.clause, term, negated, holds);
    case 'not':
      return holdsBeside(clause.clause, term, !negated, holds);
    case 'and':
    case 'or':
      for (const child of clause.clauses) {
        const inner = holdsBeside(child, term, negated, holds);
        if (inner === undefined) continue;
        if (inner || !isAnd(clause.kind, negated)) return inner;
        return clause.clauses.some(other => other !== child && holdsForAll(other, negated, holds));
      }
      return undefined;
    case 'term':
    case 'missing':
      return undefined;
  }
}

/** True where all clauses are required: AND, or OR after NOT. */
const isAnd = (kind: 'and' | 'or', negated: boolean): boolean => (kind === 'and') !== negated;

/** True where a test holds for every issue that matches a clause. */
function holdsForAll(clause: Clause, negated: boolean, holds: (polar: SignedTerm) => boolean): boolean {
  switch (clause.kind) {
    case 'term':
      return holds({ term: clause, negated });
    case 'group':
      return holdsForAll(clause.clause, negated, holds);
    case 'not':
      return holdsForAll(clause.clause, !negated, holds);
    case 'and':
    case 'or':
      return isAnd(clause.kind, negated)
        ? clause.clauses.some(child => holdsForAll(child, negated, holds))
        : clause.clauses.every(child => holdsForAll(child, negated, holds));
    case 'missing':
      return false;
  }
}

/** True where a term matches only issues whose field has one of its values. */
function asksForValue(check: Check, { term, negated }: SignedTerm, field: Field, entry: FieldEntry): boolean {
  const { operator, operand } = term;
  if (term.field.kind === 'missing' || operator.kind === 'missing' || operand === undefined) return false;
  const operatorEntry = check.knowledge.catalogue.operator(operator.name);
  return (
    operatorEntry !== undefined &&
    operatorEntry.predicates.length === 0 &&
    operatorEntry.negative === negated &&
    !holdsEmpty(operand) &&
    check.entryOf(term) === entry &&
    isSame(term.field, field, entry)
  );
}

/** True for the same field: custom fields and properties share an entry, so their names are compared. */
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
