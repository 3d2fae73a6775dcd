import { isReserved, TokenKind } from '../syntax/token-kinds.ts';
import type { WordStream } from './word-stream.ts';
import type { Span } from '../../language/span.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';

/**
 * `status in ("Open, "Closed")`: a quoted text that is not closed, so that all that follows is read inside out. One at
 * most: what follows is better read once it is mended.
 */
export function findMissingQuote(sentence: WordStream): void {
  const { words } = sentence;
  const last = words.length - 1;
  if (!words.some((word, at) => word.kind === TokenKind.Quoted && !isClosed(sentence.wordText(at)))) return;
  const at = words.findIndex((_, index) => isUnclosed(sentence, index));
  const run = { from: at, to: at + 1 };
  if (at < 0 || !sentence.isLiteral(run)) return;
  const whole = sentence.text(run);
  const value = whole.slice(0, endOfValue(whole)).trimEnd();
  if (value.length < 2) return;
  const { start } = sentence.span(run);
  const end = start + value.length;
  sentence.mistakes.push({
    code: 'missing-quote',
    span: { start, end },
    arguments: { text: value },
    covers: sentence.spanToNext({ from: at, to: last }),
    opens: sentence.openParenthesesBefore(at),
    fixes: [
      {
        kind: 'quotes',
        title: 'fix.closeQuote',
        arguments: {},
        edits: [{ span: { start: end, end }, newText: whole.charAt(0) }],
        preferred: true,
      },
    ],
  });
}

const isClosed = (text: string): boolean => text.length > 1 && text.at(-1) === text[0];

/** True for a quoted text that ends where another one is rather meant to begin: after a comma or an operator, glued to a word. */
function isUnclosed(sentence: WordStream, at: number): boolean {
  const { kind, misread: odd } = sentence.word(at);
  if (kind !== TokenKind.Quoted || odd || !sentence.isAdjacent(at + 1)) return false;
  const next = sentence.kind(at + 1);
  if (next !== TokenKind.Word && next !== TokenKind.Number && !isReserved(next)) return false;
  const text = sentence.wordText(at);
  return isClosed(text) && openers.has(text.slice(1, -1).trimEnd().at(-1) ?? '');
}

const openers: ReadonlySet<string> = new Set([',', '(', '=', '~', '<', '>']);

/** Where a separator or a connective follows the value that a text begins with. */
function endOfValue(text: string): number {
  const at = text.search(/[,)]|\s(?:and|or)\s|\sorder\sby\s/i);
  return at < 0 ? 0 : at;
}

/** The offset before the parentheses that end a text whose quote is not closed, and that are meant to close something before it. */
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

/** The errors without those of parentheses that are closed, but inside of a text whose quote is not. */
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
