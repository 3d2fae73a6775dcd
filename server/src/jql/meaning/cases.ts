import type { Condition } from './condition.ts';
import { conditionsOf, type Formula } from './formula.ts';
import { waysToMeet } from './ways.ts';

/** What an issue can be as far as some formulas tell, a bit for each formula. */
export interface Case {
  /** The formulas that it can meet. */
  readonly met: number;
  /** The formulas that it can fail to meet; both where something free decides. */
  readonly unmet: number;
}

/** Every case that there is, whatever the site. */
export interface Cases {
  readonly list: readonly Case[];
  /** False where something was too much to be looked at: cases are among them then that may not exist. */
  readonly areCertain: boolean;
}

/** More have no room in the bits of a number. */
const mostFormulas = 31;
const mostCases = 4096;

const anything: Cases = { list: [{ met: -1, unmet: -1 }], areCertain: false };

/** The cases of formulas. The fields of an issue are independent, so each is looked at alone. */
export function casesOf(formulas: readonly Formula[]): Cases {
  let left = conditionsOf(formulas);
  if (left.length > mostFormulas || formulas.length > mostFormulas) return anything;
  const bound: Condition[] = [];
  let ways: readonly number[] = [0];
  let areCertain = true;
  while (left.length > 0) {
    const { key } = left[0]!;
    const about = left.filter(each => each.key === key);
    left = about.length === left.length ? [] : left.filter(each => each.key !== key);
    const own = waysToMeet(about);
    if (own === undefined) areCertain = false;
    else if (own.length < 2 ** about.length) {
      const shift = bound.length;
      for (const each of about) bound.push(each);
      ways = shift === 0 ? own : ways.flatMap(way => own.map(each => way | (each << shift)));
      if (ways.length > mostCases) return anything;
    }
  }
  return { list: ways.map(way => caseOf(formulas, bound, way)), areCertain };
}

/**
 * @param bound the conditions that are not free
 * @param way the bits of those of them that are met
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

/** Whether a formula can be met, or not met where that is `wanted`. */
function isPossible(formula: Formula, wanted: boolean, bound: readonly Condition[], way: number): boolean {
  switch (formula.kind) {
    case 'free':
      return true;
    case 'condition': {
      const index = bound.indexOf(formula);
      return index < 0 || ((way >> index) & 1) === (wanted ? 1 : 0);
    }
    case 'and':
    case 'or':
      return (formula.kind === 'and') === wanted
        ? formula.parts.every(part => isPossible(part, wanted, bound, way))
        : formula.parts.some(part => isPossible(part, wanted, bound, way));
  }
}

/** The bits of so many formulas; of more than there is room for, all bits of a number. */
export const bitsOf = (count: number): number => (count > mostFormulas ? -1 : 2 ** count - 1);

/** True where an issue can be that meets some of the formulas and fails to meet others, both as bits. */
export const canBe = ({ list }: Cases, met: number, unmet: number): boolean =>
  list.some(each => (each.met & met) === met && (each.unmet & unmet) === unmet);
