/** Formats queries. */
import type { Edit } from '#shared/base/text/problem.ts';
import type { KeywordCase, QueryView } from '../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { formatPreamble } from '../query-file/preamble-format.ts';
import { type Gap, layoutOf } from './format-layout.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { type JqlBodyToken, tokenize } from './syntax/tokenize.ts';
import { TokenKind } from './syntax/token-kinds.ts';

const indent = '  ';

/**
 * Returns edits that format a query: keywords in one case, one blank between words, long queries over several lines
 * with their connectives in front. Only white space and the case of keywords change, so the meaning does not. A body
 * with an error is not changed, and neither is a gap with a comment or a definition, except for the indentation of
 * the line after it.
 */
export function formatJql(view: QueryView, query: JqlQuery, keywordCase: KeywordCase): Edit[] {
  const { block } = view;
  const body = block.body;
  if (body === undefined || query.errors.length > 0) return formatPreamble(block);
  const edits = bodyEdits(block.text, tokenize(query.body), keywordCase);
  const preamble = formatPreamble(block).filter(({ span }) => !overlapsAny(edits, span));
  return [...preamble, ...edits];
}

function bodyEdits(text: string, tokens: readonly JqlBodyToken[], keywordCase: KeywordCase): Edit[] {
  const words = tokens.filter(({ kind }) => kind !== TokenKind.Comment);
  const gaps = layoutOf(text, words);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const edits: Edit[] = outerBlanks(text, words);
  for (const [index, token] of words.entries()) {
    const before = words[index - 1];
    if (before) edits.push(...gapEdit(text, before, token, gaps[index]!, lineEnd));
    edits.push(...keywordEdit(text, token, keywordCase));
  }
  return mergeEdits(edits);
}

/** Returns edits in order, with adjacent ones merged: editors differ in the order of two edits at one place. */
function mergeEdits(edits: readonly Edit[]): Edit[] {
  const done: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    const last = done.at(-1);
    if (last === undefined || last.span.end < edit.span.start) done.push(edit);
    else
      done[done.length - 1] = {
        span: { start: last.span.start, end: edit.span.end },
        newText: last.newText + edit.newText,
      };
  }
  return done;
}

function gapEdit(text: string, before: JqlBodyToken, after: JqlBodyToken, gap: Gap, lineEnd: string): Edit[] {
  const span = { start: before.span.end, end: after.span.start };
  const partText = text.slice(span.start, span.end);
  if (/\S/.test(partText)) return typeof gap === 'string' ? [] : indentEdit(partText, after, gap.indent);
  const newText = typeof gap === 'string' ? gap : lineEnd + indent.repeat(gap.indent);
  return partText === newText ? [] : [{ span, newText }];
}

/** Returns the edit of the indentation after a comment or a definition, where the line break already exists. */
function indentEdit(written: string, { span: { start } }: JqlBodyToken, depth: number): Edit[] {
  const lineStart = blanksStart(written, written.length);
  const newText = indent.repeat(depth);
  return lineStart === 0 || !/[\n\r]/.test(written[lineStart - 1]!) || written.slice(lineStart) === newText
    ? []
    : [{ span: { start: start - (written.length - lineStart), end: start }, newText }];
}

/** Returns the offset where the blanks before an offset begin. */
function blanksStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start;
}

/** Returns edits that remove the indentation of the first line, and blanks after the last word. */
function outerBlanks(text: string, words: readonly JqlBodyToken[]): Edit[] {
  const first = words[0]?.span.start ?? 0;
  const last = words.at(-1)?.span.end ?? text.length;
  const start = blanksStart(text, first);
  const before = start === 0 || /[\n\r\uFEFF]/.test(text[start - 1]!) ? first - start : 0;
  const following = /^[ \t]+(?=$|[\n\r])/.exec(text.slice(last))?.[0].length ?? 0;
  return [
    ...(before > 0 ? [{ span: { start: first - before, end: first }, newText: '' }] : []),
    ...(following > 0 ? [{ span: { start: last, end: last + following }, newText: '' }] : []),
  ];
}

function keywordEdit(text: string, { kind, span, variable }: JqlBodyToken, keywordCase: KeywordCase): Edit[] {
  if (variable || keywordCase === 'keep' || kind < TokenKind.In || kind > TokenKind.Desc) return [];
  const partText = text.slice(span.start, span.end);
  const newText = keywordCase === 'upper' ? partText.toUpperCase() : partText.toLowerCase();
  return partText === newText ? [] : [{ span, newText }];
}

/** True where a span overlaps or touches one of several edits, which are in order. */
function overlapsAny(edits: readonly Edit[], { start, end }: Span): boolean {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle]!.span.end < start) low = middle + 1;
    else high = middle;
  }
  return low < edits.length && edits[low]!.span.start <= end;
}
