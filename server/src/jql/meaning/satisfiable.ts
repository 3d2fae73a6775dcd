/** Whether an issue can meet a formula: its fields are independent, so each is looked at alone. */
import type { Bound, Condition, Point } from './condition.ts';
import type { Formula } from './formula.ts';

/** Ways to meet a formula that are tried; where there are more it counts as one that can be met. */
const mostWays = 512;
/** What conditions say of one field in words, beyond which they count as ones that can be met together. */
const mostAtoms = 8;

/** False only where no issue can meet the formula, whatever its site. */
export function isSatisfiable(formula: Formula): boolean {
  const alone = conditionsAlone(formula);
  if (alone !== undefined) return canMeetAll(alone);
  let left = mostWays;
  for (const conditions of waysOf(formula)) {
    if (--left === 0 || canMeetAll(conditions)) return true;
  }
  return false;
}

/** The conditions of a formula that asks for all of them; `undefined` = it has alternatives. */
function conditionsAlone(formula: Formula): readonly Condition[] | undefined {
  if (formula.kind !== 'and') return undefined;
  const conditions: Condition[] = [];
  for (const part of formula.parts) {
    if (part.kind === 'condition') conditions.push(part.condition);
    else if (part.kind !== 'free') return undefined;
  }
  return conditions;
}

/** The sets of conditions of which one must be met. */
function* waysOf(formula: Formula): Generator<readonly Condition[]> {
  if (formula.kind === 'free') yield [];
  else if (formula.kind === 'condition') yield [formula.condition];
  else if (formula.kind === 'or') for (const part of formula.parts) yield* waysOf(part);
  else yield* waysOfAll(formula.parts);
}

function* waysOfAll(parts: readonly Formula[]): Generator<readonly Condition[]> {
  const conditions = parts.flatMap(part => (part.kind === 'condition' ? [part.condition] : []));
  const [first, ...others] = parts.filter(({ kind }) => kind === 'and' || kind === 'or');
  if (first === undefined) {
    yield conditions;
    return;
  }
  for (const way of waysOf(first))
    for (const rest of waysOfAll(others)) yield [...conditions, ...way, ...rest];
}

function canMeetAll(conditions: readonly Condition[]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { key } = conditions[index]!;
    const together: Condition[] = [];
    for (let place = 0; place < conditions.length; place++) {
      if (conditions[place]!.key !== key) continue;
      // An earlier one has looked at this field.
      if (place < index) break;
      together.push(conditions[place]!);
    }
    if (together.length > 0 && !canMeetTogether(together)) return false;
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
  const sorted = [...new Set(bounds.map(({ value }) => value))].toSorted((a, b) => a - b);
  const between = sorted.flatMap((value, index) => {
    const next = sorted[index + 1];
    return [value, next === undefined ? value + 1 : (value + next) / 2];
  });
  return [sorted[0]! - 1, ...between];
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
