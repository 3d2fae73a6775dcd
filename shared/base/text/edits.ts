import type { Edit, Fix } from './problem.ts';

/** Applies edits, which must not overlap, to a text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let done = 0;
  for (const { span, newText } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    edited += text.slice(done, span.start) + newText;
    done = span.end;
  }
  return edited + text.slice(done);
}

/** The fixes that can be made at once, in their order: those that would overlap an earlier one are left out. */
export function nonOverlapping(fixes: readonly Fix[]): readonly Fix[] {
  const acceptedEdits: Edit[] = [];
  return fixes.filter(({ edits }) => {
    if (edits.some(edit => acceptedEdits.some(other => overlap(edit, other)))) return false;
    acceptedEdits.push(...edits);
    return true;
  });
}

/** Whether two edits overlap. Adjacent edits do not, but two that begin at one place would have no order. */
const overlap = (a: Edit, b: Edit): boolean =>
  a.span.start === b.span.start || (a.span.start < b.span.end && b.span.start < a.span.end);

/** A copy of a fix that is not preferred: it is made only where the user chooses it. */
export const withoutPreference = ({ kind, title, arguments: args, edits }: Fix): Fix => ({
  kind,
  title,
  arguments: args,
  edits,
});
