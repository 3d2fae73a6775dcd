import type { Fix } from '../../language/problem.ts';
import { slipsOf } from '../slips/slips.ts';
import type { Subject } from './subject.ts';

/** What is meant by a mistake in writing. */
export function fixSlip({ query, text, knowledge, problem }: Subject): readonly Fix[] {
  const { code, span } = problem;
  const slip = slipsOf(query, text, knowledge.catalogue).find(
    each => each.code === code && each.span.start === span.start && each.span.end === span.end,
  );
  return slip?.fixes ?? [];
}
