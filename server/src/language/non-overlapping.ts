import type { Edit, Fix } from './problem.ts';

/** The fixes that can be made at once, in their order: those that would overlap an earlier one are left out. */
export function nonOverlapping(fixes: readonly Fix[]): readonly Fix[] {
  const taken: Edit[] = [];
  return fixes.filter(({ edits }) => {
    if (edits.some(edit => taken.some(other => overlap(edit, other)))) return false;
    taken.push(...edits);
    return true;
  });
}

/** Neighbours may touch; two edits that begin at one place would have no order. */
const overlap = (a: Edit, b: Edit): boolean =>
  a.span.start === b.span.start || (a.span.start < b.span.end && b.span.start < a.span.end);
