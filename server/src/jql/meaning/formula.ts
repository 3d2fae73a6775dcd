import type { Condition } from './condition.ts';

/** Conditions joined by AND and OR alone; negations are in the conditions. */
export type Formula = FreeFormula | ConditionFormula | CompoundFormula;

/** Something that an issue can meet or not, whatever else it meets. */
interface FreeFormula {
  readonly kind: 'free';
  readonly keys: readonly string[];
}

interface ConditionFormula {
  readonly kind: 'condition';
  readonly condition: Condition;
  /** The fields that it is about, each once. */
  readonly keys: readonly string[];
}

interface CompoundFormula {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Formula[];
  readonly keys: readonly string[];
}

export const freeFormula: Formula = { kind: 'free', keys: [] };

export const conditionFormula = (condition: Condition): Formula => ({
  kind: 'condition',
  condition,
  keys: [condition.key],
});

export function compoundFormula(kind: 'and' | 'or', parts: readonly Formula[]): Formula {
  const keys: string[] = [];
  for (const part of parts) for (const key of part.keys) if (!keys.includes(key)) keys.push(key);
  return { kind, parts, keys };
}

/** What is true of exactly the issues that do not meet a formula, those with an empty field among them. */
export function complementOf(formula: Formula): Formula {
  if (formula.kind === 'free') return formula;
  if (formula.kind !== 'condition') {
    const kind = formula.kind === 'and' ? 'or' : 'and';
    return { kind, parts: formula.parts.map(complementOf), keys: formula.keys };
  }
  const { condition, keys } = formula;
  const { holds } = condition;
  return { kind: 'condition', condition: { ...condition, holds: point => !holds(point) }, keys };
}

/** The conditions of a formula, from left to right. */
export function conditionsOf(formula: Formula): readonly Condition[] {
  if (formula.kind === 'free') return [];
  return formula.kind === 'condition' ? [formula.condition] : formula.parts.flatMap(conditionsOf);
}

/** Only parts about one field can exclude or imply each other, and of named values only where they speak of the same ones. */
export function shareField(one: Formula, other: Formula): boolean {
  if (!one.keys.some(key => other.keys.includes(key))) return false;
  if (one.kind !== 'condition' || other.kind !== 'condition' || one.condition.model !== 'named') return true;
  const [atoms, others] = [one.condition.atoms, other.condition.atoms];
  return atoms.length === 0 || others.length === 0 || atoms.some(atom => others.includes(atom));
}
