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
  const handled = handledIn.get(check) ?? readHandled(check);
  handledIn.set(check, handled);
  return handled.testedForEmpty.has(keyOf(field, entry)) || handled.besideValue.has(term);
}

/** How a query handles empty fields. */
interface Handled {
  /** The fields that it tests with `IS EMPTY`, `IS NOT EMPTY` or `= EMPTY`. */
  readonly testedForEmpty: ReadonlySet<string>;
  /** The terms to which AND joins, at any level around them, a clause that requires a value of their field. */
  readonly besideValue: ReadonlySet<TermClause>;
}

const handledIn = new WeakMap<Check, Handled>();

/** The same for the same field: custom fields and properties share an entry, so their names tell them apart. */
const keyOf = (field: Field, { name, form }: FieldEntry): string =>
  form === undefined ? name : `${name} ${nameOf(field)}`;

function readHandled(check: Check): Handled {
  const testedForEmpty = new Set<string>();
  for (const { operand, field, index } of check.query.terms) {
    const entry = check.fields[index];
    if (operand && field.kind !== 'missing' && entry && holdsEmpty(operand))
      testedForEmpty.add(keyOf(field, entry));
  }
  const values = new RequiredValues(check);
  if (check.query.where !== undefined) values.read(check.query.where, false);
  return { testedForEmpty, besideValue: values.terms };
}

/** Finds the terms beside which a value of their field is required. Each clause is read with its number of negations, odd or even. */
class RequiredValues {
  readonly terms = new Set<TermClause>();
  readonly #check: Check;
  /** How many clauses beside the one that is read require a value of a field. */
  readonly #around = new Map<string, number>();

  constructor(check: Check) {
    this.#check = check;
  }

  read(clause: Clause, negated: boolean): void {
    switch (clause.kind) {
      case 'term': {
        const key = this.#keyOf(clause);
        if (key !== undefined && (this.#around.get(key) ?? 0) > 0) this.terms.add(clause);
        break;
      }
      case 'and':
      case 'or': {
        const required = clause.clauses.map(child =>
          isAnd(clause.kind, negated) ? this.#requiredIn(child, negated) : none,
        );
        for (const keys of required) this.#count(keys, 1);
        for (const [index, child] of clause.clauses.entries()) {
          this.#count(required[index]!, -1);
          this.read(child, negated);
          this.#count(required[index]!, 1);
        }
        for (const keys of required) this.#count(keys, -1);
        break;
      }
      case 'group':
        this.read(clause.clause, negated);
        break;
      case 'not':
        this.read(clause.clause, !negated);
        break;
      case 'missing':
    }
  }

  #count(keys: readonly string[], by: number): void {
    for (const key of keys) this.#around.set(key, (this.#around.get(key) ?? 0) + by);
  }

  /** Returns the fields of which every issue that matches a clause has a value. */
  #requiredIn(clause: Clause, negated: boolean): readonly string[] {
    switch (clause.kind) {
      case 'term': {
        const key = this.#asksForValue(clause, negated) ? this.#keyOf(clause) : undefined;
        return key === undefined ? none : [key];
      }
      case 'group':
        return this.#requiredIn(clause.clause, negated);
      case 'not':
        return this.#requiredIn(clause.clause, !negated);
      case 'and':
      case 'or': {
        const [first = none, ...others] = clause.clauses.map(child => this.#requiredIn(child, negated));
        if (isAnd(clause.kind, negated)) return first.concat(...others);
        if (first.length === 0) return none;
        const sets = others.map(keys => new Set(keys));
        return first.filter(key => sets.every(set => set.has(key)));
      }
      case 'missing':
        return none;
    }
  }

  #keyOf(term: TermClause): string | undefined {
    const entry = this.#check.entryOf(term);
    return entry && term.field.kind !== 'missing' ? keyOf(term.field, entry) : undefined;
  }

  /** True where a term matches only issues whose field has one of its values. */
  #asksForValue({ operator, operand }: TermClause, negated: boolean): boolean {
    if (operator.kind === 'missing' || operand === undefined) return false;
    const operatorEntry = this.#check.knowledge.catalogue.operator(operator.name);
    return (
      operatorEntry !== undefined &&
      operatorEntry.predicates.length === 0 &&
      operatorEntry.negative === negated &&
      !holdsEmpty(operand)
    );
  }
}

const none: readonly string[] = [];

/** True where all clauses are required: AND, or OR after NOT. */
const isAnd = (kind: 'and' | 'or', negated: boolean): boolean => (kind === 'and') !== negated;

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
