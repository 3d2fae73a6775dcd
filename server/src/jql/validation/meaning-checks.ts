import type { Circumstances, Condition } from '../meaning/condition.ts';
import { complementOf, conditionsOf, type Formula, formulaOf } from '../meaning/formula.ts';
import { isSatisfiable } from '../meaning/satisfiable.ts';
import type { Clause, CompoundClause } from '../syntax/nodes.ts';
import type { Check } from './check.ts';
import { entryOf } from './name-checks.ts';

/** A longer list of clauses is not looked through for those that have no effect. */
const mostClauses = 24;

/** What a query says whatever the issues are: nothing, everything, or the same twice. */
export function checkMeaning(check: Check, where: Clause, text: string): void {
  const { now, knowledge } = check;
  new MeaningCheck(check, {
    catalogue: knowledge.catalogue,
    now,
    text: ({ start, end }) => text.slice(start, end),
    entry: field => entryOf(check, field),
  }).check(where, false);
}

class MeaningCheck {
  readonly #check: Check;
  readonly #around: Circumstances;

  constructor(check: Check, around: Circumstances) {
    this.#check = check;
    this.#around = around;
  }

  /** Reports the smallest clauses; true where there was something to report. */
  check(clause: Clause, negated: boolean): boolean {
    switch (clause.kind) {
      case 'group':
        return this.check(clause.clause, negated);
      case 'not':
        return this.check(clause.clause, !negated);
      case 'and':
      case 'or': {
        const inner = clause.clauses.map(each => this.check(each, negated));
        return inner.includes(true) || this.#checkCompound(clause, negated);
      }
      case 'term':
      case 'missing':
        return false;
    }
  }

  #checkCompound(clause: CompoundClause, negated: boolean): boolean {
    if (this.#check.isBroken(clause)) return false;
    const parts = clause.clauses.map(each => formulaOf(each, negated, this.#around));
    if (!parts.every(part => part !== undefined) || !repeatsField(parts)) return false;
    const isAnd = (clause.kind === 'and') !== negated;
    // What is true of everything is what is true of nothing, turned round; and so is what has no effect.
    const turned = isAnd ? parts : parts.map(complementOf);
    if (!isSatisfiable({ kind: 'and', parts: turned })) {
      this.#reportNever(clause, turned, isAnd);
      return true;
    }
    return this.#checkEffect(clause, turned, isAnd);
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
      const others = [...kept].filter(other => other !== index).map(other => parts[other]!);
      if (!repeatsField([...others, parts[index]!])) continue;
      if (isSatisfiable({ kind: 'and', parts: [...others, complementOf(parts[index]!)] })) continue;
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

/** Parts about different fields can neither exclude nor imply each other. */
function repeatsField(parts: readonly Formula[]): boolean {
  const seen = new Set<string>();
  for (const part of parts) {
    const keys = new Set(Array.from(conditionsOf(part), ({ key }) => key));
    for (const key of keys) if (seen.has(key)) return true;
    for (const key of keys) seen.add(key);
  }
  return false;
}

/** The first two parts that exclude each other; `undefined` = only more of them together do. */
function conflictingPair(parts: readonly Formula[]): readonly [number, number] | undefined {
  for (let second = 1; second < parts.length; second++)
    for (let first = 0; first < second; first++)
      if (!isSatisfiable({ kind: 'and', parts: [parts[first]!, parts[second]!] })) return [first, second];
  return undefined;
}
