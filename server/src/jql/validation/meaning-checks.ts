import { fieldModelOf } from '../meaning/field-models.ts';
import { type Circumstances, type Condition, conditionOf } from '../meaning/condition.ts';
import {
  complementOf,
  compoundFormula,
  conditionFormula,
  conditionsOf,
  type Formula,
  freeFormula,
  shareField,
} from '../meaning/formula.ts';
import { isSatisfiable } from '../meaning/satisfiable.ts';
import type { FieldEntry } from '../catalogue/catalogue.ts';
import type { Clause, CompoundClause } from '../syntax/nodes.ts';
import type { Check } from './check.ts';

/** A longer list of clauses is not looked through for those that have no effect. */
const mostClauses = 24;

/** What a query says whatever the issues are: nothing, everything, or the same twice. */
export function checkMeaning(check: Check, where: Clause, text: string): void {
  const { now, knowledge, fields } = check;
  // Only terms about one field of which something is certain say something together that none of them says alone.
  let repeated: Set<FieldEntry | undefined> | undefined;
  for (let index = 1; index < fields.length; index++) {
    const entry = fields[index];
    if (entry !== undefined && fields.indexOf(entry) < index && fieldModelOf(entry) !== undefined)
      (repeated ??= new Set()).add(entry);
  }
  if (repeated === undefined) return;
  new MeaningCheck(
    check,
    {
      catalogue: knowledge.catalogue,
      now,
      text: ({ start, end }) => text.slice(start, end),
    },
    repeated,
  ).check(where, false);
}

/** What a clause asks, unless it is not whole; `isDone` = something of it is reported, so that no more need be said. */
interface Checked {
  readonly isDone: boolean;
  readonly formula: Formula | undefined;
}

const free: Checked = { isDone: false, formula: freeFormula };

class MeaningCheck {
  readonly #check: Check;
  readonly #around: Circumstances;
  readonly #repeated: ReadonlySet<FieldEntry | undefined>;
  /** Terms that were looked at: their fields are known in this order. */
  #terms = 0;

  constructor(check: Check, around: Circumstances, repeated: ReadonlySet<FieldEntry | undefined>) {
    this.#check = check;
    this.#around = around;
    this.#repeated = repeated;
  }

  /** Reports the smallest clauses. */
  check(clause: Clause, negated: boolean): Checked {
    switch (clause.kind) {
      case 'group':
        return this.check(clause.clause, negated);
      case 'not':
        return this.check(clause.clause, !negated);
      case 'and':
      case 'or':
        return this.#checkCompound(clause, negated);
      case 'term': {
        const entry = this.#check.fields[this.#terms++];
        if (entry === undefined || !this.#repeated.has(entry)) return free;
        const condition = conditionOf(clause, entry, negated, this.#around);
        return { isDone: false, formula: condition && conditionFormula(condition) };
      }
      case 'missing':
        return { isDone: false, formula: undefined };
    }
  }

  #checkCompound(clause: CompoundClause, negated: boolean): Checked {
    const parts: Formula[] = [];
    let isDone = false;
    let areFree = true;
    for (const each of clause.clauses) {
      const inner = this.check(each, negated);
      isDone ||= inner.isDone;
      areFree &&= inner.formula === freeFormula;
      if (inner.formula !== undefined) parts.push(inner.formula);
    }
    if (parts.length < clause.clauses.length || isDone || this.#check.isBroken(clause))
      return { isDone, formula: undefined };
    if (areFree) return free;
    const isAnd = (clause.kind === 'and') !== negated;
    const formula = compoundFormula(isAnd ? 'and' : 'or', parts);
    // What is true of everything is what is true of nothing, turned round; and so is what has no effect.
    const turned = isAnd ? parts : parts.map(complementOf);
    const related = turned.filter((part, index) =>
      turned.some((other, place) => place !== index && shareField(part, other)),
    );
    if (related.length === 0) return { isDone: false, formula };
    if (!isSatisfiable(compoundFormula('and', related))) {
      this.#reportNever(clause, turned, isAnd);
      return { isDone: true, formula };
    }
    return { isDone: this.#checkEffect(clause, turned, isAnd), formula };
  }

  #reportNever(clause: CompoundClause, parts: readonly Formula[], isAnd: boolean): void {
    if (!isAnd) {
      this.#check.report('information', 'always-true', clause.span, {});
      return;
    }
    const pair = conflictingPair(parts);
    if (pair === undefined) {
      this.#check.warning('never-true', clause.span, {}, { message: 'never-true.several' });
      return;
    }
    const [first, second] = pair;
    const areDates = pair.flatMap(index => [...conditionsOf(parts[index]!)]).every(isAboutDate);
    const related = { span: clause.clauses[first]!.span, message: 'never-true.related' as const };
    this.#check.warning(
      areDates ? 'empty-range' : 'never-true',
      clause.clauses[second]!.span,
      {},
      { related },
    );
  }

  /** A clause that says nothing beside the others; of two that say the same, the later one. */
  #checkEffect(clause: CompoundClause, parts: readonly Formula[], isAnd: boolean): boolean {
    if (parts.length > mostClauses) return false;
    const kept = new Set(parts.keys());
    for (const index of [...parts.keys()].toReversed()) {
      if (asksForAny(parts[index]!)) continue;
      const part = parts[index]!;
      const others = parts.filter(
        (other, place) => place !== index && kept.has(place) && shareField(other, part),
      );
      if (others.length === 0 || isSatisfiable(compoundFormula('and', [...others, complementOf(part)])))
        continue;
      kept.delete(index);
      this.#check.report(
        'hint',
        'redundant',
        clause.clauses[index]!.span,
        {},
        {
          message: isAnd ? 'redundant.and' : 'redundant.or',
          tags: ['unnecessary'],
        },
      );
    }
    return kept.size < parts.length;
  }
}

/** `IS NOT EMPTY` beside a condition that implies it makes that plain to a reader. */
const asksForAny = (part: Formula): boolean =>
  part.kind === 'condition' &&
  part.condition.term.operator.kind === 'operator' &&
  part.condition.term.operator.name === 'is not';

const isAboutDate = ({ model, bounds }: Condition): boolean =>
  model === 'ordered' && bounds.some(({ kind }) => kind !== 'number');

/** The first two parts that exclude each other; `undefined` = only more of them together do. */
function conflictingPair(parts: readonly Formula[]): readonly [number, number] | undefined {
  for (let second = 1; second < parts.length; second++)
    for (let first = 0; first < second; first++)
      if (!isSatisfiable(compoundFormula('and', [parts[first]!, parts[second]!]))) return [first, second];
  return undefined;
}
