import { isReserved, TokenKind } from '../syntax/token-kinds.ts';
import type { Sentence } from './sentence.ts';

/**
 * `status in ("Open, "Closed")`: a quoted text that is not closed, so that all that follows is read inside out. One at
 * most: what follows is better read once it is mended.
 */
export function findMissingQuote(sentence: Sentence): void {
  const { words } = sentence;
  const last = words.length - 1;
  if (!words.some((word, at) => word.kind === TokenKind.Quoted && !isClosed(sentence.wordText(at)))) return;
  const at = words.findIndex((_, index) => runsOn(sentence, index));
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
    covers: sentence.reach({ from: at, to: last }),
    opens: sentence.opensBefore(at),
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
function runsOn(sentence: Sentence, at: number): boolean {
  const { kind, odd } = sentence.word(at);
  if (kind !== TokenKind.Quoted || odd || !sentence.isGlued(at + 1)) return false;
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
