import type { Span } from '../../language/span.ts';
import type { JqlSyntaxError } from '../syntax/nodes.ts';

/** The offset before the parentheses that end a text whose quote is not closed, and that are meant to close something before it. */
export function meantEnd(text: string, { start, end }: Span, errors: readonly JqlSyntaxError[]): number {
  let open = openBefore(errors, start).length;
  let at = end;
  for (let last = end; open > 0 && last > start && /[\s)]/.test(text[last - 1]!); last--)
    if (text[last - 1] === ')') {
      open--;
      at = last - 1;
    }
  return at;
}

/** The errors without those of parentheses that are closed, but inside of a text whose quote is not. */
export function withoutSwallowed(text: string, errors: readonly JqlSyntaxError[]): readonly JqlSyntaxError[] {
  const quote = errors.findLast(({ code }) => code === 'unclosed-quote');
  if (quote === undefined) return errors;
  const count = text.slice(meantEnd(text, quote.span, errors), quote.span.end).split(')').length - 1;
  const open = openBefore(errors, quote.span.start);
  const closed = new Set(open.slice(open.length - count));
  return errors.filter(error => !closed.has(error));
}

const openBefore = (errors: readonly JqlSyntaxError[], offset: number): readonly JqlSyntaxError[] =>
  errors.filter(({ code, span }) => code === 'unclosed-parenthesis' && span.start < offset);
