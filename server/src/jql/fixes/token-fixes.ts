/** Fixes of unclosed parentheses and glued comments. */
import type { Fix } from '#shared/base/text/problem.ts';
import type { Clause } from '../syntax/tree/clauses.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import { fix, inserted, type FixContext, argument, replaced } from './fix-context.ts';
import { quoted } from '../syntax/quotes.ts';

/** Closes an open parenthesis at the end of its group. */
export function fixOpenParenthesis({ query, problem }: FixContext): readonly Fix[] {
  // A parenthesis at the end would be inside the unclosed text.
  if (query.errors.some(({ code, span }) => code === 'unclosed-quote' && span.start > problem.span.start))
    return [];
  const end = query.where && endOfUnclosed(query.where, problem.span.start);
  if (end === undefined) return [];
  return fix('syntax', 'fix.closeParenthesis', {}, inserted(end, ')'));
}

/** Returns the end of the unclosed group or list that begins at an offset; undefined = none. */
function endOfUnclosed(clause: Clause, offset: number): number | undefined {
  if (clause.span.start > offset || clause.span.end < offset) return undefined;
  switch (clause.kind) {
    case 'group':
      if (clause.span.start === offset) return clause.closed ? undefined : clause.span.end;
      return endOfUnclosed(clause.clause, offset);
    case 'not':
      return endOfUnclosed(clause.clause, offset);
    case 'and':
    case 'or':
      for (const child of clause.clauses) {
        const end = endOfUnclosed(child, offset);
        if (end !== undefined) return end;
      }
      return undefined;
    case 'term':
      return [clause.operand, ...clause.predicates.map(({ operand }) => operand)]
        .map(operand => operand && openOperand(operand, offset))
        .find(end => end !== undefined);
    case 'missing':
      return undefined;
  }
}

function openOperand(operand: Operand, offset: number): number | undefined {
  if (operand.kind === 'function')
    return operand.parentheses.start === offset && !operand.closed ? operand.span.end : undefined;
  if (operand.kind !== 'list') return undefined;
  if (operand.span.start === offset) return operand.closed ? undefined : operand.span.end;
  return operand.items.map(item => openOperand(item, offset)).find(end => end !== undefined);
}

/** Quotes the whole word, or inserts a blank before what is meant as a comment. */
export function fixGluedComment(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const { span } = problem;
  const tokenText = text.slice(span.start, span.end);
  const sign = argument(context, 'sign') ?? '';
  const at = tokenText.indexOf(sign);
  if (sign === '' || at <= 0) return [];
  return [
    ...fix('quotes', 'fix.quote', { text: tokenText }, replaced(span, quoted(tokenText))),
    ...fix('comment', 'fix.blankBefore', { text: sign }, inserted(span.start + at, ' '), false),
  ];
}
