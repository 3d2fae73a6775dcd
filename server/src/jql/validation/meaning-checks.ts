/** Checks for conditions that contradict, imply or repeat each other. */
import { fieldModelOf, type ConditionContext, type Condition, conditionOf } from '../meaning/condition.ts';
import { allBits, isSatisfiable, type Cases, casesOf } from '../meaning/cases.ts';
import { conditionsOf, type Formula, freeFormula, shareField } from '../meaning/formula.ts';
import type { FieldEntry } from '../catalogue/catalogue.ts';
import type { Clause, CompoundClause } from '../syntax/tree/clauses.ts';
import type { Check } from './jql-check.ts';

/** The maximum number of clauses in which those without effect are searched. */
const maxClauses = 24;

/** The maximum number of conditions of a compound that are compared with each other. */
const maxConditions = 500;

/** Reports conditions that match no issue, match every issue, or have no effect. */
export function checkMeaning(check: Check, where: Clause, text: string): void {
  const { now, knowledge, fields } = check;
  // Only several terms about one field with a known model can contradict or imply each other.
  const repeated = fields.filter((entry, index) => fields.indexOf(entry) < index && isCertain(entry));
  if (repeated.length === 0) return;
  new MeaningCheck(
    check,
    {
      catalogue: knowledge.catalogue,
      now,
      text: ({ start, end }) => text.slice(start, end),
    },
    new Set(repeated),
  ).check(where, false);
}

const isCertain = (entry: FieldEntry | undefined): boolean =>
  entry !== undefined && fieldModelOf(entry) !== undefined;

/**
 * The formula of a clause. `partial` = the clause is incomplete; `reported` = a problem of it is reported, so that no
 * other is needed.
 */
type Checked = Formula | 'partial' | 'reported';

/** A clause of a compound, and its formula. */
interface Part {
  readonly clause: Clause;
  readonly formula: Formula;
}

class MeaningCheck {
  readonly #check: Check;
  readonly #context: ConditionContext;
  readonly #repeated: ReadonlySet<FieldEntry | undefined>;

  constructor(check: Check, context: ConditionContext, repeated: ReadonlySet<FieldEntry | undefined>) {
    this.#check = check;
    this.#context = context;
    this.#repeated = repeated;
  }

  /** Checks a clause; problems are reported at the smallest clauses. */
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
        const entry = this.#check.entryOf(clause);
        if (entry === undefined || !this.#repeated.has(entry)) return freeFormula;
        return conditionOf(clause, entry, negated, this.#context) ?? 'partial';
      }
      case 'missing':
        return 'partial';
    }
  }

  #checkCompound(clause: CompoundClause, negated: boolean): Checked {
    const formulas = clause.clauses.map(child => this.check(child, negated));
    if (!formulas.every(isFormula)) return formulas.includes('reported') ? 'reported' : 'partial';
    if (this.#check.isBroken(clause)) return 'partial';
    if (formulas.every(isFree)) return freeFormula;
    const isAnd = (clause.kind === 'and') !== negated;
    const related = relatedParts(clause, formulas);
    if (related.length > 0 && this.#checkRelated(clause, related, isAnd)) return 'reported';
    return { kind: isAnd ? 'and' : 'or', parts: formulas };
  }

  /** @returns true where something is reported */
  #checkRelated(clause: CompoundClause, related: readonly Part[], isAnd: boolean): boolean {
    const cases = casesOf(related.map(({ formula }) => formula));
    const all = allBits(related.length);
    // For OR the check is the same with both sides exchanged.
    if (isAnd ? isSatisfiable(cases, all, 0) : isSatisfiable(cases, 0, all))
      return this.#checkEffect(clause, related, cases, isAnd);
    if (isAnd) this.#reportNever(clause, related);
    else this.#check.report('information', 'always-true', clause.span, {});
    return true;
  }

  #reportNever(clause: CompoundClause, parts: readonly Part[]): void {
    const pair = conflictingPair(parts);
    if (pair === undefined) {
      this.#check.warning('never-true', clause.span, {}, { message: 'never-true.several' });
      return;
    }
    const [first, second] = pair;
    const areDates = conditionsOf(pair.map(({ formula }) => formula)).every(isAboutDate);
    const related = { span: first.clause.span, message: 'never-true.related' as const };
    this.#check.warning(areDates ? 'empty-range' : 'never-true', second.clause.span, {}, { related });
  }

  /** Reports clauses that have no effect beside the others; of two equal ones, the later. */
  #checkEffect(clause: CompoundClause, parts: readonly Part[], cases: Cases, isAnd: boolean): boolean {
    if (clause.clauses.length > maxClauses) return false;
    const all = allBits(parts.length);
    let keptBits = all;
    for (let index = parts.length - 1; index >= 0; index--) {
      const part = parts[index]!;
      if (asksForAny(part.formula)) continue;
      const bit = 1 << index;
      const otherBits = keptBits & ~bit & bitsThatShareField(parts, part);
      if (otherBits === 0) continue;
      // Fewer formulas may be small enough to examine.
      const nearCases = cases.areCertain ? cases : casesOf(formulasOf(parts, otherBits | bit));
      if (isAnd ? isSatisfiable(nearCases, otherBits, bit) : isSatisfiable(nearCases, bit, otherBits))
        continue;
      keptBits &= ~bit;
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
    return keptBits < all;
  }
}

const isFormula = (checked: Checked): checked is Formula => typeof checked !== 'string';
const isFree = ({ kind }: Formula): boolean => kind === 'free';

/** Returns the parts of a compound that can exclude or imply another one of its parts. */
function relatedParts({ clauses }: CompoundClause, formulas: readonly Formula[]): readonly Part[] {
  const parts: Part[] = [];
  for (const [index, formula] of formulas.entries())
    if (!isFree(formula)) parts.push({ clause: clauses[index]!, formula });
  if (parts.length < 2 || conditionsOf(formulas).length > maxConditions) return [];
  return parts.filter(part => parts.some(other => other !== part && shareField(part.formula, other.formula)));
}

const bitsThatShareField = (parts: readonly Part[], { formula }: Part): number =>
  parts.reduce((bits, other, index) => (shareField(formula, other.formula) ? bits | (1 << index) : bits), 0);

/** Returns the formulas of the parts with these bits; the others are free. */
const formulasOf = (parts: readonly Part[], bits: number): readonly Formula[] =>
  parts.map(({ formula }, index) => ((bits >> index) & 1 ? formula : freeFormula));

/** True for `IS NOT EMPTY`, which beside a condition that implies it is useful for readers. */
const asksForAny = (part: Formula): boolean =>
  part.kind === 'condition' && part.term.operator.kind === 'operator' && part.term.operator.name === 'is not';

const isAboutDate = ({ model, bounds }: Condition): boolean =>
  model === 'ordered' && bounds.some(({ kind }) => kind !== 'number');

const bothOfPair = 0b11;

/** Returns the first two parts that exclude each other; `undefined` = only three or more together do. */
function conflictingPair(parts: readonly Part[]): readonly [Part, Part] | undefined {
  for (const [index, second] of parts.entries())
    for (const first of parts.slice(0, index)) if (areInConflict(first, second)) return [first, second];
  return undefined;
}

const areInConflict = ({ formula: one }: Part, { formula: other }: Part): boolean =>
  shareField(one, other) && !isSatisfiable(casesOf([one, other]), bothOfPair, 0);
