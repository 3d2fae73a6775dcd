/** Whether an issue can meet formulas: its fields are independent, so each is looked at alone. */
import type { Bound, Condition, Point } from './condition.ts';
import type { CompoundFormula, Formula } from './formula.ts';

/** Formulas that can be met in more ways than these count as ones that can be met. */
const mostWays = 511;
/** What conditions say of one field in words, beyond which they count as ones that can be met together. */
const mostAtoms = 8;

/** False only where no issue can meet all of the formulas, whatever its site. */
export const canMeetAll = (formulas: readonly Formula[]): boolean =>
  formulas.every(isCondition)
    ? canMeetConditions(formulas)
    : waysToMeetAll(formulas) > mostWays || canMeetBeside([], formulas);

const isCondition = (formula: Formula): formula is Condition => formula.kind === 'condition';

/** The number of sets of conditions of which one must be met. */
function waysToMeet(formula: Formula): number {
  if (formula.kind === 'or') return formula.parts.reduce((sum, part) => sum + waysToMeet(part), 0);
  return formula.kind === 'and' ? waysToMeetAll(formula.parts) : 1;
}

const waysToMeetAll = (formulas: readonly Formula[]): number =>
  formulas.reduce((product, formula) => product * waysToMeet(formula), 1);

/** As `canMeetAll`, of an issue that meets some conditions as well. */
function canMeetBeside(conditions: readonly Condition[], formulas: readonly Formula[]): boolean {
  const together = [...conditions];
  const alternatives: CompoundFormula[] = [];
  collect(formulas, together, alternatives);
  if (!canMeetConditions(together)) return false;
  const [first, ...others] = alternatives;
  return first === undefined || first.parts.some(part => canMeetBeside(together, [part, ...others]));
}

/** Takes formulas that are to be met together apart; one that has something free among its alternatives is met anyway. */
function collect(
  formulas: readonly Formula[],
  conditions: Condition[],
  alternatives: CompoundFormula[],
): void {
  for (const formula of formulas)
    if (formula.kind === 'condition') conditions.push(formula);
    else if (formula.kind === 'and') collect(formula.parts, conditions, alternatives);
    else if (formula.kind === 'or' && !formula.parts.some(({ kind }) => kind === 'free'))
      alternatives.push(formula);
}

function canMeetConditions(conditions: readonly Condition[]): boolean {
  let left = conditions;
  while (left.length > 0) {
    const { key } = left[0]!;
    if (!canMeetTogether(left.filter(each => each.key === key))) return false;
    left = left.filter(each => each.key !== key);
  }
  return true;
}

/** True where some point of one field meets all of its conditions. */
function canMeetTogether(conditions: readonly Condition[]): boolean {
  const [first] = conditions;
  if (first === undefined || (conditions.length === 1 && first.model === undefined)) return true;
  const atoms: string[] = [];
  for (const each of conditions) for (const atom of each.atoms) if (!atoms.includes(atom)) atoms.push(atom);
  const bounds: Bound[] = [];
  for (const each of conditions) bounds.push(...each.bounds);
  if (atoms.length > mostAtoms || areUncertain(bounds)) return true;
  const meetsAll = (point: Point): boolean => conditions.every(({ holds }) => holds(point));
  if (first.canBeEmpty && meetsAll(emptyPoint)) return true;
  let nameBits = 0;
  for (const { names } of conditions) for (const name of names) nameBits |= 1 << atoms.indexOf(name);
  const values = valuesAround(bounds);
  for (let set = 0; set < 1 << atoms.length; set++) {
    const chosenNames = set & nameBits;
    if ((chosenNames & (chosenNames - 1)) !== 0) continue;
    const has = (atom: string): boolean => (set & (1 << atoms.indexOf(atom))) !== 0;
    for (const value of values) if (meetsAll({ isEmpty: false, value, has })) return true;
  }
  return false;
}

const emptyPoint: Point = { isEmpty: true, value: NaN, has: () => false };

/** Of a field without bounds. */
const noValues: readonly number[] = [NaN];

/** A value at each bound, one between two neighbours, and one on either side. */
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

/** Hours that lie between the same words about a day in two time zones. */
const anyZone = 26 * 3600 * 1000;

/** A day of the calendar and a moment that depends on now: which one is earlier may depend on the time zone. */
const areUncertain = (bounds: readonly Bound[]): boolean =>
  bounds.some(
    one =>
      one.kind === 'day' &&
      bounds.some(other => other.kind === 'relative' && Math.abs(one.value - other.value) < anyZone),
  );
