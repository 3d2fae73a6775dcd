import type { Clause } from '../syntax/nodes.ts';
import { type Circumstances, type Condition, conditionOf } from './condition.ts';

/** Conditions joined by AND and OR alone; negations are in the conditions. */
export type Formula =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Formula[] };

/** What a clause asks; `undefined` = it is not whole. @param negated an odd number of negations is around it */
export function formulaOf(clause: Clause, negated: boolean, around: Circumstances): Formula | undefined {
  switch (clause.kind) {
    case 'term': {
      const condition = conditionOf(clause, negated, around);
      return condition && { kind: 'condition', condition };
    }
    case 'group':
      return formulaOf(clause.clause, negated, around);
    case 'not':
      return formulaOf(clause.clause, !negated, around);
    case 'and':
    case 'or': {
      const parts = clause.clauses.map(each => formulaOf(each, negated, around));
      if (parts.some(part => part === undefined)) return undefined;
      const kind = (clause.kind === 'and') === negated ? 'or' : 'and';
      return { kind, parts: parts.filter(part => part !== undefined) };
    }
    case 'missing':
      return undefined;
  }
}

/** What is true of exactly the issues that do not meet a formula, those with an empty field among them. */
export function complementOf(formula: Formula): Formula {
  if (formula.kind !== 'condition') {
    const kind = formula.kind === 'and' ? 'or' : 'and';
    return { kind, parts: formula.parts.map(complementOf) };
  }
  const { condition } = formula;
  const { holds } = condition;
  return { kind: 'condition', condition: { ...condition, holds: point => !holds(point) } };
}

/** The conditions of a formula, from left to right. */
export function* conditionsOf(formula: Formula): Generator<Condition> {
  if (formula.kind === 'condition') yield formula.condition;
  else for (const part of formula.parts) yield* conditionsOf(part);
}
