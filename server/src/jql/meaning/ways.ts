import type { Bound, Condition } from './condition.ts';

/** What conditions say of their field in words, beyond which nothing is known of them: a bit for each, */
const mostAtoms = 31;
/** and those of which the field can have several at once, in all combinations. */
const mostAtOnce = 8;

/**
 * Which of some conditions about one field an issue can meet together, a bit for each condition: whatever it has in the
 * field, it meets one of these sets and none of the others.
 *
 * @returns undefined where that is not known
 */
export function waysToMeet(conditions: readonly Condition[]): readonly number[] | undefined {
  const atoms: string[] = [];
  const bounds: Bound[] = [];
  let nameBits = 0;
  const atomBits = conditions.map(each => {
    for (const bound of each.bounds) bounds.push(bound);
    const bits = bitsIn(atoms, each.atoms);
    nameBits |= bitsIn(atoms, each.names);
    return bits;
  });
  const sets = setsOf(atoms.length, nameBits);
  if (sets === undefined || areUncertain(bounds)) return undefined;
  const ways: number[] = [];
  const add = (way: number): void => {
    if (!ways.includes(way)) ways.push(way);
  };
  if (conditions[0]?.canBeEmpty === true) add(bitsWhere(conditions, ({ holdsForEmpty }) => holdsForEmpty));
  const values = valuesAround(bounds);
  for (const set of sets)
    for (const value of values)
      add(bitsWhere(conditions, ({ holds }, index) => holds((atomBits[index]! & set) !== 0, value)));
  return ways;
}

/**
 * The atoms that hold together of a value or of several, a bit for each.
 *
 * @param names the bits of those of which a field can have only one
 * @returns undefined where they are too many
 */
function setsOf(count: number, names: number): readonly number[] | undefined {
  const alone: number[] = [0];
  const together: number[] = [];
  for (let index = 0; index < Math.min(count, mostAtoms); index++)
    ((names >> index) & 1 ? alone : together).push(1 << index);
  if (count > mostAtoms || together.length > mostAtOnce) return undefined;
  let sets: readonly number[] = alone;
  for (const bit of together) sets = sets.flatMap(set => [set, set | bit]);
  return sets;
}

/** The bits of texts in a list, to which those that are new are added. */
function bitsIn(list: string[], texts: readonly string[]): number {
  let bits = 0;
  for (const text of texts) {
    const index = list.indexOf(text);
    bits |= 1 << (index < 0 ? list.push(text) - 1 : index);
  }
  return bits;
}

function bitsWhere(
  conditions: readonly Condition[],
  isSo: (condition: Condition, index: number) => boolean,
): number {
  let bits = 0;
  for (let index = 0; index < conditions.length; index++)
    if (isSo(conditions[index]!, index)) bits |= 1 << index;
  return bits;
}

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
