/** The comments of a host file: what each is about, and where another one can be written. */
import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import { maxCodeLength } from '#shared/base/queries/embedded-hosts.ts';
import type { Span } from '#shared/base/text/span.ts';
import { spanOf, treeOf } from './tree.ts';

export interface HostComment {
  /** With its marks. */
  readonly span: Span;
  /** The line that it is about: its own if there is code in it, else the next line of code. */
  readonly reach: Span;
  /** Whether there is code in its line. */
  readonly isBesideCode: boolean;
}

/** A line above which a comment can be added without changing the code. */
export interface CommentPlace {
  /** Where the line begins. */
  readonly start: number;
  /** A text as a comment of the language. */
  readonly written: (text: string) => string;
}

export interface HostComments {
  /** In the order of the source. */
  readonly comments: readonly HostComment[];
  /** The line of an offset, or the nearest one above it, that a comment can be put above; `undefined` = none. */
  place(offset: number): CommentPlace | undefined;
}

export const noComments: HostComments = { comments: [], place: () => undefined };

/** How a host language has its comments in its tree. */
export interface CommentRules {
  /** The nodes of comments. */
  readonly comments: readonly string[];
  /** The nodes in which a line with a comment would be text. */
  readonly texts: readonly string[];
  /** The nodes that are text, also before their first character: the HTML around PHP. */
  readonly textFromStart?: readonly string[];
  /** The nodes inside `texts` nodes where the language begins again. */
  readonly code?: readonly string[];
  readonly written: CommentPlace['written'];
}

/** Returns a reader of the comments of a host language. */
export const treeComments =
  (parser: Parser, rules: CommentRules) =>
  (source: string): HostComments => {
    const tree = source.length > maxCodeLength ? undefined : treeOf(parser, source);
    if (tree === undefined) return noComments;
    const spans: Span[] = [];
    tree.iterate({
      enter: ({ name, node }) => {
        if (rules.comments.includes(name)) spans.push(spanOf(node));
      },
    });
    return sourceComments(source, spans, offset => takesComment(tree, offset, rules), rules.written);
  };

/** Whether an offset at which a line begins is in code. */
function takesComment(
  tree: Tree,
  offset: number,
  { comments, texts, textFromStart = [], code = [] }: CommentRules,
): boolean {
  for (let node: SyntaxNode | null = tree.resolveInner(offset, 1); node !== null; node = node.parent) {
    const isInside = node.from < offset && offset < node.to;
    if (textFromStart.includes(node.name) && offset < node.to) return false;
    if (isInside && code.includes(node.name)) return true;
    if (isInside && (texts.includes(node.name) || comments.includes(node.name))) return false;
  }
  return true;
}

/**
 * The comments of a source by their places.
 *
 * @param takes whether a line that begins at an offset is in code
 */
export function sourceComments(
  source: string,
  spans: readonly Span[],
  takes: (lineStart: number) => boolean,
  written: CommentPlace['written'],
): HostComments {
  return {
    comments: commentsAt(source, spans),
    place: offset => {
      for (let start = lineStart(source, offset); ; start = lineStart(source, start - 1)) {
        // A backslash continues the line.
        if (!/\\\r?\n?$/.test(source.slice(Math.max(0, start - 3), start)) && takes(start))
          return { start, written };
        if (start === 0) return undefined;
      }
    },
  };
}

/** The comments with what they are about. Read from the end: a comment above another one is about the same line. */
function commentsAt(source: string, spans: readonly Span[]): readonly HostComment[] {
  const byStart = new Map<number, HostComment>();
  for (const span of spans.toSorted((a, b) => b.start - a.start)) {
    const line = { start: lineStart(source, span.start), end: lineEnd(source, span.end) };
    const beside = source.slice(line.start, span.start) + source.slice(span.end, line.end);
    // In JSX, a comment is between braces.
    const isBesideCode = !['', '{}'].includes(beside.replaceAll(/\s/g, ''));
    const next = isBesideCode ? undefined : nextNonBlank(source, line.end);
    const reach = next === undefined ? line : (byStart.get(next)?.reach ?? lineAt(source, next));
    byStart.set(span.start, { span, reach, isBesideCode });
  }
  return [...byStart.values()].toReversed();
}

/** The first character after an offset that is no blank; `undefined` = no such character. */
function nextNonBlank(source: string, from: number): number | undefined {
  const text = /\S/g;
  text.lastIndex = from;
  return text.exec(source)?.index;
}

const lineAt = (source: string, offset: number): Span => ({
  start: lineStart(source, offset),
  end: lineEnd(source, offset),
});

/** Where the line of an offset begins. */
export const lineStart = (source: string, offset: number): number =>
  offset <= 0 ? 0 : Math.max(source.lastIndexOf('\n', offset - 1), source.lastIndexOf('\r', offset - 1)) + 1;

/** Where the line of an offset ends, without its line end. */
export function lineEnd(source: string, offset: number): number {
  for (let at = offset; at < source.length; at++) if (source[at] === '\n' || source[at] === '\r') return at;
  return source.length;
}

/** Where the line after the end of one begins, or the source ends. */
export const nextLine = (source: string, end: number): number =>
  Math.min(source.length, source.startsWith('\r\n', end) ? end + 2 : end + 1);
