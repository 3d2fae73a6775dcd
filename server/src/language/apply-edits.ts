import type { Edit } from './problem.ts';

/** A text with edits made; they must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let done = 0;
  for (const { span, newText } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    edited += text.slice(done, span.start) + newText;
    done = span.end;
  }
  return edited + text.slice(done);
}
