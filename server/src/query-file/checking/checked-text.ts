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

/** A text after its preferred fixes were made, and how many were made. */
export interface FixedText {
  readonly text: string;
  readonly fixed: number;
}

/** Makes the preferred fixes of a text until there are no more. */
export function fixUntilStable(text: string, check: (text: string) => CheckedText): FixedText {
  const rounds = fixRounds(text);
  let round = rounds.next();
  while (round.done !== true) round = rounds.next(check(round.value));
  return round.value;
}

/** Does the same where a check has to load something. */
export async function fixUntilStableAsync(
  text: string,
  check: (text: string) => Promise<CheckedText>,
): Promise<FixedText> {
  const rounds = fixRounds(text);
  let round = rounds.next();
  while (round.done !== true) round = rounds.next(await check(round.value));
  return round.value;
}

/** A text is checked again after its fixes were made: at most so often. */
const maxRounds = 10;

/** Yields each text that is to be checked. */
function* fixRounds(text: string): Generator<string, FixedText, CheckedText> {
  let fixed = 0;
  let current = text;
  for (let round = 0; round < maxRounds; round++) {
    const { edits, count } = (yield current).preferredFixes();
    const next = applyEdits(current, edits);
    if (next === current) break;
    fixed += count;
    current = next;
  }
  return { text: current, fixed };
}
