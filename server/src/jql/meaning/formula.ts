import type { Condition } from './condition.ts';

/** Conditions joined by AND and OR alone; negations are in the conditions. */
export type Formula = FreeFormula | Condition | CompoundFormula;

/** Something that an issue can meet or not, whatever else it meets. */
interface FreeFormula {
  readonly kind: 'free';
}

export interface CompoundFormula {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Formula[];
}

export const freeFormula: Formula = { kind: 'free' };

/** What is true of exactly the issues that do not meet a formula, those with an empty field among them. */
export function complementOf(formula: Formula): Formula {
  switch (formula.kind) {
    case 'free':
      return formula;
    case 'condition':
      return complementOfCondition(formula);
    case 'and':
    case 'or':
      return { kind: formula.kind === 'and' ? 'or' : 'and', parts: formula.parts.map(complementOf) };
  }
}

function complementOfCondition(condition: Condition): Condition {
  const { holds } = condition;
  return { ...condition, holds: point => !holds(point) };
}

/** The conditions of a formula, from left to right. */
export function conditionsOf(formula: Formula): readonly Condition[] {
  if (formula.kind === 'free') return [];
  return formula.kind === 'condition' ? [formula] : formula.parts.flatMap(conditionsOf);
}

/** Only parts about one field can exclude or imply each other, and of named values only where they speak of the same ones. */
export function shareField(one: Formula, other: Formula): boolean {
  if (one.kind === 'condition' && other.kind === 'condition')
    return one.key === other.key && speakOfTheSame(one, other);
  return areAboutOneField(one, other);
}

const speakOfTheSame = ({ model, atoms }: Condition, { atoms: others }: Condition): boolean =>
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
