import { fieldModelOf } from '../meaning/field-models.ts';
import { type Circumstances, type Condition, conditionOf } from '../meaning/condition.ts';
import {
  complementOf,
  conditionsOf,
  type Formula,
  freeFormula,
  shareField,
} from '../meaning/formula.ts';
import { canMeetAll } from '../meaning/satisfiable.ts';
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

/** A clause of a compound, and what it says of fields that others are about as well. */
interface Part {
  readonly clause: Clause;
  readonly formula: Formula;
}

const formulaOf = ({ formula }: Part): Formula => formula;
const complementOfPart = ({ clause, formula }: Part): Part => ({ clause, formula: complementOf(formula) });

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
        return { isDone: false, formula: condition && { kind: 'condition', condition } };
      }
      case 'missing':
        return { isDone: false, formula: undefined };
    }
  }

  #checkCompound(clause: CompoundClause, negated: boolean): Checked {
    const parts: Formula[] = [];
    const bound: Part[] = [];
    let isDone = false;
    for (const each of clause.clauses) {
      const inner = this.check(each, negated);
      const { formula } = inner;
      isDone ||= inner.isDone;
      if (formula === undefined) continue;
      parts.push(formula);
      if (formula !== freeFormula) bound.push({ clause: each, formula });
    }
    if (parts.length < clause.clauses.length || isDone || this.#check.isBroken(clause))
      return { isDone, formula: undefined };
    if (bound.length === 0) return free;
    const isAnd = (clause.kind === 'and') !== negated;
    const formula: Formula = { kind: isAnd ? 'and' : 'or', parts };
    const related = bound.filter(part =>
      bound.some(other => other !== part && shareField(part.formula, other.formula)),
    );
    if (related.length === 0) return { isDone: false, formula };
    // What is true of everything is what is true of nothing, turned round; and so is what has no effect.
    const turned = isAnd ? related : related.map(complementOfPart);
    if (!canMeetAll(turned.map(formulaOf))) {
      this.#reportNever(clause, isAnd ? parts : undefined);
      return { isDone: true, formula };
    }
    return { isDone: this.#checkEffect(clause, turned, isAnd), formula };
  }

  /** @param parts those of which all are asked for; undefined = any of them is, and whatever is found meets one */
  #reportNever(clause: CompoundClause, parts: readonly Formula[] | undefined): void {
    if (parts === undefined) {
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
  #checkEffect(clause: CompoundClause, parts: readonly Part[], isAnd: boolean): boolean {
    if (clause.clauses.length > mostClauses) return false;
    let kept = parts;
    for (const part of parts.toReversed()) {
      if (asksForAny(part.formula)) continue;
      const beside = kept.filter(other => other !== part && shareField(other.formula, part.formula));
      if (beside.length === 0 || canMeetAll([...beside.map(formulaOf), complementOf(part.formula)])) continue;
      kept = kept.filter(other => other !== part);
      this.#check.report(
        'hint',
        'redundant',
        part.clause.span,
        {},
        {
          message: isAnd ? 'redundant.and' : 'redundant.or',
          tags: ['unnecessary'],
        },
      );
    }
    return kept.length < parts.length;
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
      if (!canMeetAll([parts[first]!, parts[second]!])) return [first, second];
  return undefined;
}
