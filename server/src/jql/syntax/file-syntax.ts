/** Splits `.jql` files into queries. */
import { beginsWithWord, isDefinition } from '../../query-file/block.ts';
import { type FileSyntax, separatorLines } from '../../query-file/query-document.ts';
import { isQuote, lineEndFrom, nextStop, quoteEnd } from './escapes.ts';

/**
 * Splits a `.jql` file into queries. Text in quotes may span several lines, so a `###` line in quotes is text. A
 * quote may also be left unclosed, and must not include the queries below it; therefore a `###` line in an open quote
 * starts a query, unless the lines from it to the next `###` line show that it is text: they close the quote for
 * good, and, read as a query of their own, they would leave one open. A quote that is not closed in its query ends
 * with its line.
 */
export const jqlSyntax: FileSyntax = {
  contextual: true,
  separators(text) {
    const marks = separatorLines(text);
    if (!text.includes('"') && !text.includes("'")) return marks;
    const cuts: number[] = [];
    let from = 0;
    let open = 0;
    for (const [index, mark] of marks.entries()) {
      open = quoteAt(text, from, mark, open);
      if (open === 0 || !isText(text, mark, marks[index + 1] ?? text.length, open)) {
        cuts.push(mark);
        open = 0;
      }
      from = mark;
    }
    return cuts;
  },
  bodyLineEnd(text, start) {
    for (let at = start; ;) {
      const stop = nextStop(text, at, text.length);
      const code = text.charCodeAt(stop);
      if (!isQuote(code)) return lineEndFrom(text, stop, text.length);
      at = quoteEnd(text, stop + 1, text.length, code);
      if (at < 0) return lineEndFrom(text, stop, text.length);
    }
  },
};

const isText = (text: string, mark: number, end: number, open: number): boolean =>
  quoteAt(text, mark, end, open) === 0 && quoteAt(text, mark, end, 0) !== 0;

/** Returns the quote that is open at `to`, 0 for none, where `opened` is open at the start of the line at `from`. */
function quoteAt(text: string, from: number, to: number, opened: number): number {
  let open = opened;
  let lineStart = from;
  for (let at = from; at < to;) {
    if (open !== 0) {
      at = quoteEnd(text, at, to, open);
      if (at < 0) return open;
      open = 0;
      continue;
    }
    const isOutside = at === lineStart && isOutsideBody(text, at, to, at === from);
    const stop = isOutside ? at : nextStop(text, at, to);
    const code = text.charCodeAt(stop);
    if (!isOutside && stop < to && isQuote(code)) {
      open = code;
      at = stop + 1;
    } else {
      lineStart = lineEndFrom(text, stop, to) + 1;
      at = lineStart;
    }
  }
  return open;
}

/** True for a line whose quotes are plain text: a query's title, or the definition of a variable. */
function isOutsideBody(text: string, start: number, limit: number, first: boolean): boolean {
  if (first && (text.startsWith('###', start) || text.startsWith('\uFEFF###', start))) return true;
  return !beginsWithWord(text, start) && isDefinition(text.slice(start, lineEndFrom(text, start, limit)));
}
