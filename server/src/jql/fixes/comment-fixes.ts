import type { Fix } from '../../language/problem.ts';
import { argument, fix, inserted, quoted, replaced, type FixContext } from './fix-context.ts';

/** Quotes around the whole word, or a blank in front of what is meant as a comment. */
export function fixGluedComment(subject: FixContext): readonly Fix[] {
  const { text, problem } = subject;
  const { span } = problem;
  const written = text.slice(span.start, span.end);
  const sign = argument(subject, 'sign') ?? '';
  const at = written.indexOf(sign);
  if (sign === '' || at <= 0) return [];
  return [
    ...fix('quotes', 'fix.quote', { text: written }, replaced(span, quoted(written))),
    ...fix('comment', 'fix.blankBefore', { text: sign }, inserted(span.start + at, ' '), false),
  ];
}
