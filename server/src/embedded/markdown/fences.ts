/** The fences of a Markdown file that hold queries. */
import type { SyntaxNode } from '@lezer/common';
import { hasQueryFence } from '#shared/base/queries/query-fences.ts';

import type { Span } from '#shared/base/text/span.ts';
import { MarkdownSource } from './markdown-source.ts';

export type FenceLanguage = 'wikiquery' | 'jql' | 'sql';

const languages: readonly FenceLanguage[] = ['wikiquery', 'jql', 'sql'];

/** A fence of queries. All spans are of the file. */
export interface Fence {
  readonly language: FenceLanguage;
  /** From the beginning of its first line to the end of its last one, without that line's end. */
  readonly span: Span;
  /** The line that opens it, without its end. */
  readonly opening: Span;
  /** Its content, without what a quotation or a list has before each line. */
  readonly content: readonly Span[];
  /** False where the closing line is missing. */
  readonly isClosed: boolean;
  /** The marks before its lines in the quotation or the list that holds it. */
  readonly prefix: string;
  /** The result that is written below it; absent = none. */
  readonly result?: ResultPlace;
}

/** A result between its markers. */
interface ResultPlace {
  /** With both markers. */
  readonly span: Span;
  /** False where the marker of its end is missing: `span` is the first marker alone. */
  readonly isClosed: boolean;
}

/** A longer file, in UTF-16 code units, is not read. */
export const maxRunbookLength = 10_000_000;

export { hasQueryFence };

/** The parts of a Markdown file that are run and written. */
export interface Fences {
  /** In the order of the file. */
  readonly fences: readonly Fence[];
  /** The markers that are not of a result below a fence. */
  readonly strayMarkers: readonly Span[];
}

const readings = new WeakMap<MarkdownSource, Fences>();

/** Returns the fences of queries in a Markdown text; none where it is too long. Each source is read once. */
export function readFences(source: MarkdownSource): Fences {
  const cached = readings.get(source);
  if (cached) return cached;
  const fences = fencesIn(source);
  readings.set(source, fences);
  return fences;
}

export const findFences = (text: string): readonly Fence[] => readFences(new MarkdownSource(text)).fences;

function fencesIn(source: MarkdownSource): Fences {
  const { text } = source;
  if (text.length > maxRunbookLength || !hasQueryFence(text)) return { fences: [], strayMarkers: [] };
  const fences: Fence[] = [];
  const strayMarkers: Span[] = [];
  let done = 0;
  source.tree?.iterate({
    enter: ({ node, name }) => {
      const fence = name === 'FencedCode' ? fenceOf(node, text) : undefined;
      if (fence) {
        fences.push(fence);
        done = fence.result?.span.end ?? done;
      } else if (
        node.from >= done &&
        (isMarker(node, resultStart, text) || isMarker(node, resultEnd, text))
      ) {
        strayMarkers.push({ start: node.from, end: trimmedEnd(text, node.to) });
      }
    },
  });
  return { fences, strayMarkers };
}

function fenceOf(node: SyntaxNode, text: string): Fence | undefined {
  const language = languageOf(node, text);
  if (language === undefined) return undefined;
  const opening = { start: lineStart(text, node.from), end: lineEnd(text, node.from) };
  const [, closing] = node.getChildren('CodeMark');
  const end = closing ? lineEnd(text, closing.from) : Math.max(opening.end, trimmedEnd(text, node.to));
  const result = resultAfter(node, text);
  return {
    language,
    span: { start: opening.start, end },
    opening,
    content: node.getChildren('CodeText').map(({ from, to }) => ({ start: from, end: to })),
    isClosed: closing !== undefined,
    prefix: closing ? text.slice(lineStart(text, closing.from), closing.from) : '',
    ...(result && { result }),
  };
}

function languageOf(fence: SyntaxNode, text: string): FenceLanguage | undefined {
  const info = fence.getChild('CodeInfo');
  const [word = ''] = info ? (/^[\w+-]+/.exec(text.slice(info.from, info.to)) ?? []) : [];
  return languages.find(candidate => candidate === word.toLowerCase());
}

/** Whether a block, or what it quotes or lists, has a fence of queries. */
function holdsQueries(block: SyntaxNode, text: string): boolean {
  if (block.name === 'FencedCode') return languageOf(block, text) !== undefined;
  for (let child = block.firstChild; child !== null; child = child.nextSibling)
    if (holdsQueries(child, text)) return true;
  return false;
}

/** A result begins with the next block after its fence, and ends before another result or fence of queries. */
function resultAfter(fence: SyntaxNode, text: string): ResultPlace | undefined {
  const first = nextBlock(fence) ?? afterItem(fence, text);
  if (first === null || !isMarker(first, resultStart, text)) return undefined;
  for (let block = nextBlock(first); block !== null; block = nextBlock(block)) {
    if (isMarker(block, resultEnd, text)) {
      return { span: { start: first.from, end: trimmedEnd(text, block.to) }, isClosed: true };
    }
    if (isMarker(block, resultStart, text) || holdsQueries(block, text)) break;
  }
  return { span: { start: first.from, end: trimmedEnd(text, first.to) }, isClosed: false };
}

function nextBlock(node: SyntaxNode): SyntaxNode | null {
  let next = node.nextSibling;
  while (next?.name === 'QuoteMark') next = next.nextSibling;
  return next;
}

/**
 * Returns the block after a fence that is the first block of a list item. After a blank first line the grammar ends the item
 * too early: the next block, indented as much as the fence, is still a part of it.
 */
function afterItem(fence: SyntaxNode, text: string): SyntaxNode | null {
  const mark = fence.prevSibling;
  if (mark?.name !== 'ListMark' || lineStart(text, mark.from) === lineStart(text, fence.from)) return null;
  const next = mark.parent?.parent?.nextSibling ?? null;
  const isIndented = next !== null && lineLead(text, next.from) === lineLead(text, fence.from);
  return isIndented ? next : null;
}

const lineLead = (text: string, at: number): string => text.slice(lineStart(text, at), at);

const isMarker = ({ name, from, to }: SyntaxNode, pattern: RegExp, text: string): boolean =>
  name === 'CommentBlock' && pattern.test(text.slice(from, to));

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isLineEnd(text, start - 1)) start--;
  return start;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text, end)) end++;
  return end;
}

/** Moves an offset before the line end: a node can end inside of it. */
function trimmedEnd(text: string, at: number): number {
  let end = at;
  while (end > 0 && isLineEnd(text, end - 1)) end--;
  return end;
}

const isLineEnd = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';

/** The comments around a result in a report, which no renderer of Markdown shows. */
export const [startMarker, endMarker] = ['<!-- wikijql:result -->', '<!-- /wikijql:result -->'];

/** The blocks of HTML that begin and end a result. */
export const resultStart = /^<!--\s*wikijql:result\b[^>]*-->\s*$/;
const resultEnd = /^<!--\s*\/wikijql:result\s*-->\s*$/;
