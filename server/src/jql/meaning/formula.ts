import type { Condition } from './condition.ts';

/** Conditions joined by AND and OR alone; negations are in the conditions. */
export type Formula = FreeFormula | ConditionFormula | CompoundFormula;

/** Something that an issue can meet or not, whatever else it meets. */
interface FreeFormula {
  readonly kind: 'free';
}

interface ConditionFormula {
  readonly kind: 'condition';
  readonly condition: Condition;
}

export interface CompoundFormula {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Formula[];
}

export const freeFormula: Formula = { kind: 'free' };

/** What is true of exactly the issues that do not meet a formula, those with an empty field among them. */
export function complementOf(formula: Formula): Formula {
  if (formula.kind === 'free') return formula;
  if (formula.kind !== 'condition')
    return { kind: formula.kind === 'and' ? 'or' : 'and', parts: formula.parts.map(complementOf) };
  const { condition } = formula;
  const { holds } = condition;
  return { kind: 'condition', condition: { ...condition, holds: point => !holds(point) } };
}

/** The conditions of a formula, from left to right. */
export function conditionsOf(formula: Formula): readonly Condition[] {
  if (formula.kind === 'free') return [];
  return formula.kind === 'condition' ? [formula.condition] : formula.parts.flatMap(conditionsOf);
}

/** Only parts about one field can exclude or imply each other, and of named values only where they speak of the same ones. */
export const shareField = (one: Formula, other: Formula): boolean =>
  one.kind === 'condition' && other.kind === 'condition'
    ? one.condition.key === other.condition.key && speakOfTheSame(one.condition, other.condition)
    : areAboutOneField(one, other);

const speakOfTheSame = ({ model, atoms }: Condition, { atoms: others }: Condition): boolean =>
  model !== 'named' ||
  atoms.length === 0 ||
  others.length === 0 ||
  atoms.some(atom => others.includes(atom));

function areAboutOneField(one: Formula, other: Formula): boolean {
  if (one.kind === 'free') return false;
  return one.kind === 'condition'
    ? isAbout(other, one.condition.key)
    : one.parts.some(part => areAboutOneField(part, other));
}

function isAbout(formula: Formula, key: string): boolean {
  if (formula.kind === 'free') return false;
  return formula.kind === 'condition'
    ? formula.condition.key === key
    : formula.parts.some(part => isAbout(part, key));
}
