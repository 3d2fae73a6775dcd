import type { Condition } from './condition.ts';

/** Conditions joined by AND and OR alone; negations are part of the conditions. */
export type Formula = FreeFormula | Condition | CompoundFormula;

/** A condition that an issue can meet or not, independently of all others. */
interface FreeFormula {
  readonly kind: 'free';
}

interface CompoundFormula {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Formula[];
}

/** The formula of a condition about which nothing is known. */
export const freeFormula: Formula = { kind: 'free' };

/** Returns the conditions of formulas, from left to right. */
export function conditionsOf(formulas: readonly Formula[]): readonly Condition[] {
  const conditions: Condition[] = [];
  addConditions(formulas, conditions);
  return conditions;
}

function addConditions(formulas: readonly Formula[], to: Condition[]): void {
  for (const formula of formulas)
    if (formula.kind === 'condition') to.push(formula);
    else if (formula.kind !== 'free') addConditions(formula.parts, to);
}

/**
 * True where two formulas are about one field, so that one can exclude or imply the other; named values only where
 * both name the same ones.
 */
export function shareField(one: Formula, other: Formula): boolean {
  if (one.kind === 'condition' && other.kind === 'condition')
    return one.key === other.key && shareAtoms(one, other);
  return areAboutOneField(one, other);
}

const shareAtoms = ({ model, atoms }: Condition, { atoms: others }: Condition): boolean =>
  model !== 'named' || atoms.length === 0 || others.length === 0 || atoms.some(atom => others.includes(atom));

function areAboutOneField(one: Formula, other: Formula): boolean {
  if (one.kind === 'free' || other.kind === 'free') return false;
  return one.kind === 'condition'
    ? isAbout(other, one.key)
    : one.parts.some(part => areAboutOneField(part, other));
}

function isAbout(formula: Formula, key: string): boolean {
  if (formula.kind === 'free') return false;
  return formula.kind === 'condition' ? formula.key === key : formula.parts.some(part => isAbout(part, key));
}
