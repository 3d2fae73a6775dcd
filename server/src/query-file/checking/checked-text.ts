/** The text of a file with the problems of its queries, wherever they are: in a query file, or in a file of another language. */
import { applyEdits } from '#shared/base/text/edits.ts';
import type { Edit, Fix, Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Wording } from '#shared/base/text/wording.ts';

/** A problem of a text; its span and the edits of its fixes are of the whole text. */
export interface TextProblem {
  /** The query that has it, as `CheckedText.queries` names it; empty = it is of the text as a whole. */
  readonly query: string;
  readonly problem: Problem;
  readonly span: Span;
  readonly wording: Wording;
  /** The fixes that can be made in the text. */
  readonly fixes: () => readonly Fix[];
}

/** Edits of a text that make preferred fixes, and how many they make. */
export interface MadeFixes {
  readonly edits: readonly Edit[];
  readonly count: number;
}

export interface CheckedText {
  /** The names of the queries, in their order: `@name`, else the title, else the number. */
  readonly queries: readonly string[];
  /** In the order of the text. */
  readonly problems: readonly TextProblem[];
  /** The preferred fixes, as far as they can be made together. */
  readonly preferredFixes: () => MadeFixes;
}

/** A text is checked again after its fixes were made: at most so often. */
const mostRounds = 10;

/** Returns a text with its preferred fixes made until there are no more, and how many were made. */
export async function fixUntilStable(
  text: string,
  check: (text: string) => Promise<CheckedText>,
): Promise<{ readonly text: string; readonly fixed: number }> {
  let fixed = 0;
  let current = text;
  for (let round = 0; round < mostRounds; round++) {
    const { edits, count } = (await check(current)).preferredFixes();
    const next = applyEdits(current, edits);
    if (next === current) break;
    fixed += count;
    current = next;
  }
  return { text: current, fixed };
}
