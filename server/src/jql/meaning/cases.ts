/** Determines which combinations of conditions an issue can meet. */
import type { Condition, Bound } from './condition.ts';
import { conditionsOf, type Formula } from './formula.ts';

/** The formulas that an issue can meet and fail to meet, a bit for each formula. */
interface Case {
  /** The formulas that it can meet. */
  readonly met: number;
  /** The formulas that it can fail to meet; a formula with a free condition can be in both. */
  readonly unmet: number;
}

/** All possible cases, on any site. */
export interface Cases {
  readonly list: readonly Case[];
  /** False where there were too many cases to examine: then the list contains cases that may not exist. */
  readonly areCertain: boolean;
}

/** The bits of a number have no room for more. */
const maxFormulas = 31;
const maxCases = 4096;

const anyCase: Cases = { list: [{ met: -1, unmet: -1 }], areCertain: false };

/** Returns the cases of formulas. The fields of an issue are independent, so each is examined alone. */
export function casesOf(formulas: readonly Formula[]): Cases {
  let conditionsLeft = conditionsOf(formulas);
  if (conditionsLeft.length > maxFormulas || formulas.length > maxFormulas) return anyCase;
  const bound: Condition[] = [];
  let ways: readonly number[] = [0];
  let areCertain = true;
  while (conditionsLeft.length > 0) {
    const { key } = conditionsLeft[0]!;
    const conditionsOfField = conditionsLeft.filter(condition => condition.key === key);
    conditionsLeft =
      conditionsOfField.length === conditionsLeft.length
        ? []
        : conditionsLeft.filter(condition => condition.key !== key);
    const fieldWays = satisfiableSets(conditionsOfField);
    if (fieldWays === undefined) areCertain = false;
    else if (fieldWays.length < 2 ** conditionsOfField.length) {
      const shift = bound.length;
      for (const condition of conditionsOfField) bound.push(condition);
      ways =
        shift === 0 ? fieldWays : ways.flatMap(way => fieldWays.map(fieldWay => way | (fieldWay << shift)));
      if (ways.length > maxCases) return anyCase;
    }
  }
  return { list: ways.map(way => caseOf(formulas, bound, way)), areCertain };
}

/**
 * @param bound the conditions that are not free
 * @param way a bit for each of these conditions: whether it is met
 */
function caseOf(formulas: readonly Formula[], bound: readonly Condition[], way: number): Case {
  let met = 0;
  let unmet = 0;
  for (let index = 0; index < formulas.length; index++) {
    if (isPossible(formulas[index]!, true, bound, way)) met |= 1 << index;
    if (isPossible(formulas[index]!, false, bound, way)) unmet |= 1 << index;
  }
  return { met, unmet };
}

/** Returns whether a formula can be met (`isMet`), or can fail. */
function isPossible(formula: Formula, isMet: boolean, bound: readonly Condition[], way: number): boolean {
  switch (formula.kind) {
    case 'free':
      return true;
    case 'condition': {
      const index = bound.indexOf(formula);
      return index < 0 || ((way >> index) & 1) === (isMet ? 1 : 0);
    }
    case 'and':
    case 'or':
      return (formula.kind === 'and') === isMet
        ? formula.parts.every(part => isPossible(part, isMet, bound, way))
        : formula.parts.some(part => isPossible(part, isMet, bound, way));
  }
}

/** Returns the bits of that many formulas; all bits of a number where it has no room for them. */
export const allBits = (count: number): number => (count > maxFormulas ? -1 : 2 ** count - 1);

/** True where an issue can exist that meets some formulas and fails others, both as bits. */
export const isSatisfiable = ({ list }: Cases, met: number, unmet: number): boolean =>
  list.some(way => (way.met & met) === met && (way.unmet & unmet) === unmet);

/** The maximum number of texts that conditions about one field compare it with, a bit for each. */
const maxAtoms = 31;
/** The maximum number of texts of which the field can have several at once; all their combinations are tried. */
const maxTextsAtOnce = 8;

/**
 * Returns the sets of conditions about one field that an issue can meet together, a bit for each condition: every
 * issue meets exactly one of these sets.
 *
 * @returns undefined where that is not known
 */
function satisfiableSets(conditions: readonly Condition[]): readonly number[] | undefined {
  const atoms: string[] = [];
  const bounds: Bound[] = [];
  let nameBits = 0;
  const atomBits = conditions.map(condition => {
    for (const bound of condition.bounds) bounds.push(bound);
    const bits = bitsIn(atoms, condition.atoms);
    nameBits |= bitsIn(atoms, condition.names);
    return bits;
  });
  const sets = setsOf(atoms.length, nameBits);
  if (sets === undefined || areUncertain(bounds)) return undefined;
  const ways: number[] = [];
  const add = (way: number): void => {
    if (!ways.includes(way)) ways.push(way);
  };
  if (conditions[0]?.canBeEmpty === true) add(bitsOfMetByEmpty(conditions));
  const values = valuesAround(bounds);
  for (const set of sets) for (const value of values) add(bitsOfMet(conditions, atomBits, set, value));
  return ways;
}

/** Returns the bits of the conditions that a field meets with a value and a set of atoms. */
function bitsOfMet(
  conditions: readonly Condition[],
  atomBits: readonly number[],
  set: number,
  value: number,
): number {
  let bits = 0;
  for (let index = 0; index < conditions.length; index++)
    if (conditions[index]!.holds((atomBits[index]! & set) !== 0, value)) bits |= 1 << index;
  return bits;
}

/**
 * Returns the sets of atoms that can be true together, a bit for each atom.
 *
 * @param names the bits of the atoms that exclude one another, because a field can have only one of them
 * @returns undefined where they are too many
 */
function setsOf(count: number, names: number): readonly number[] | undefined {
  const alone: number[] = [0];
  const together: number[] = [];
  for (let index = 0; index < Math.min(count, maxAtoms); index++)
    ((names >> index) & 1 ? alone : together).push(1 << index);
  if (count > maxAtoms || together.length > maxTextsAtOnce) return undefined;
  let sets: readonly number[] = alone;
  for (const bit of together) sets = sets.flatMap(set => [set, set | bit]);
  return sets;
}

/** Returns the bits of texts in a list; new texts are added to it. */
function bitsIn(list: string[], texts: readonly string[]): number {
  let bits = 0;
  for (const text of texts) {
    const index = list.indexOf(text);
    bits |= 1 << (index < 0 ? list.push(text) - 1 : index);
  }
  return bits;
}

/** Returns the bits of the conditions that an empty field meets. */
const bitsOfMetByEmpty = (conditions: readonly Condition[]): number =>
  conditions.reduce((bits, { holdsForEmpty }, index) => (holdsForEmpty ? bits | (1 << index) : bits), 0);

/** The values to test for a field without bounds. */
const noValues: readonly number[] = [NaN];

/** Returns a value at each bound, one between two neighbours, and one on either side. */
function valuesAround(bounds: readonly Bound[]): readonly number[] {
  if (bounds.length === 0) return noValues;
  const sorted = bounds.map(({ value }) => value).toSorted((a, b) => a - b);
  const values = [sorted[0]! - 1];
  for (const [index, value] of sorted.entries()) {
    const next = sorted[index + 1];
    values.push(value, next === undefined ? value + 1 : (value + next) / 2);
  }
  return values;
}

/** The largest difference between the same local date and time in two time zones, in milliseconds. */
const maxZoneDifferenceMs = 26 * 3600 * 1000;

/**
 * True where a calendar day and a moment relative to now are so close that their order may depend on the time zone.
 */
const areUncertain = (bounds: readonly Bound[]): boolean =>
  bounds.some(
    one =>
      one.kind === 'day' &&
      bounds.some(
        other => other.kind === 'relative' && Math.abs(one.value - other.value) < maxZoneDifferenceMs,
      ),
  );
