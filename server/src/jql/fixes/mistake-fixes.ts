import type { Fix } from '../../language/problem.ts';
import { findMistakes } from '../mistakes/mistakes.ts';
import type { FixContext } from './fix-context.ts';

/** What is meant by a mistake in writing. */
export function fixMistake({ query, text, knowledge, problem }: FixContext): readonly Fix[] {
  const { code, span } = problem;
  const mistake = findMistakes(query, text, knowledge.catalogue).find(
    each => each.code === code && each.span.start === span.start && each.span.end === span.end,
  );
  return mistake?.fixes ?? [];
}
