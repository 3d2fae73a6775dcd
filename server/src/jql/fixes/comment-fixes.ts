import type { Fix } from '../../language/problem.ts';
import { argument, fix, inserted, replaced, type FixContext } from './fix-context.ts';
import { quoted } from '../syntax/quotes.ts';

/** Quotes around the whole word, or a blank in front of what is meant as a comment. */
export function fixGluedComment(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const { span } = problem;
  const written = text.slice(span.start, span.end);
  const sign = argument(context, 'sign') ?? '';
  const at = written.indexOf(sign);
  if (sign === '' || at <= 0) return [];
  return [
    ...fix('quotes', 'fix.quote', { text: written }, replaced(span, quoted(written))),
    ...fix('comment', 'fix.blankBefore', { text: sign }, inserted(span.start + at, ' '), false),
  ];
}
