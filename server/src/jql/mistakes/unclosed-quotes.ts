/** Finds missing closing quotes, and where an unclosed text should end. */
import { isReserved, TokenKind } from '../syntax/token-kinds.ts';
import type { Edit } from '#shared/base/text/problem.ts';
import type { WordStream } from './word-stream.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';

/**
 * Reports `status in ("Open, "Closed")`: a missing closing quote, so that the text after it is read as quoted and
 * vice versa. Only the first one: the rest is better read once it is fixed.
 */
export function findMissingQuote(stream: WordStream): void {
  const { words } = stream;
  const last = words.length - 1;
  if (!words.some((word, at) => word.kind === TokenKind.Quoted && !isClosed(stream.wordText(at)))) return;
  const at = words.findIndex((_, index) => isUnclosed(stream, index));
  const range = { from: at, to: at + 1 };
  if (at < 0 || !stream.isLiteral(range)) return;
  const whole = stream.text(range);
  const value = whole.slice(0, endOfValue(whole)).trimEnd();
  if (value.length < 2) return;
  const { start } = stream.span(range);
  const end = start + value.length;
  stream.mistakes.push({
    code: 'missing-quote',
    span: { start, end },
    arguments: { text: value },
    covers: stream.spanToNext({ from: at, to: last }),
    opens: stream.openParenthesesBefore(at),
    fixes: [
      {
        kind: 'quotes',
        title: 'fix.closeQuote',
        arguments: {},
        edits: [closingQuote(value, start)],
        preferred: true,
      },
    ],
  });
}

/** Returns the edit that closes a text which begins with a quote: a quote of another kind at its end is replaced. */
export function closingQuote(text: string, start: number): Edit {
  const end = start + text.length;
  const isOther = text.length > 2 && otherQuote.test(text);
  return { span: { start: isOther ? end - 1 : end, end }, newText: text.charAt(0) };
}

const otherQuote = /["'\u00b4\u2018-\u201f\u2032\u2033`]$/;

const isClosed = (text: string): boolean => text.length > 1 && text.at(-1) === text[0];

/**
 * True for a quoted text that ends where another one probably begins: after a comma or an operator, adjacent to a
 * word.
 */
function isUnclosed(stream: WordStream, at: number): boolean {
  const { kind, misread: odd } = stream.word(at);
  if (kind !== TokenKind.Quoted || odd || !stream.isAdjacent(at + 1)) return false;
  const next = stream.kind(at + 1);
  if (next !== TokenKind.Word && next !== TokenKind.Number && !isReserved(next)) return false;
  const text = stream.wordText(at);
  return isClosed(text) && openers.has(text.slice(1, -1).trimEnd().at(-1) ?? '');
}

const openers: ReadonlySet<string> = new Set([',', '(', '=', '~', '<', '>']);

/** Returns the offset of the separator or connective after the value that a text begins with; 0 = none. */
export function endOfValue(text: string): number {
  const at = text.search(
    /[,)]|\s(?:and|or)\s|\sorder\sby\s|(?<=["'\u2018-\u201f])\s(?:after|before|by|during|from|on|to)\s/i,
  );
  return at < 0 ? 0 : at;
}

/** Returns where an unclosed quoted text should end: before the parentheses at its end that close earlier ones. */
export function intendedEnd(text: string, { start, end }: Span, errors: readonly JqlSyntaxError[]): number {
  let open = openBefore(errors, start).length;
  let at = end;
  for (let last = end; open > 0 && last > start && /[\s)]/.test(text[last - 1]!); last--)
    if (text[last - 1] === ')') {
      open--;
      at = last - 1;
    }
  return at;
}

/** Removes the errors of parentheses that are closed inside an unclosed quoted text. */
export function withoutEnclosedErrors(
  text: string,
  errors: readonly JqlSyntaxError[],
): readonly JqlSyntaxError[] {
  const quote = errors.findLast(({ code }) => code === 'unclosed-quote');
  if (quote === undefined) return errors;
  const count = text.slice(intendedEnd(text, quote.span, errors), quote.span.end).split(')').length - 1;
  const open = openBefore(errors, quote.span.start);
  const closed = new Set(open.slice(open.length - count));
  return errors.filter(error => !closed.has(error));
}

const openBefore = (errors: readonly JqlSyntaxError[], offset: number): readonly JqlSyntaxError[] =>
  errors.filter(({ code, span }) => code === 'unclosed-parenthesis' && span.start < offset);
