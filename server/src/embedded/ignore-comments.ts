/** `wikijql-ignore` in comments of a host file: the problems that are not reported, each with a reason. */
import type { Edit, Problem } from '#shared/base/text/problem.ts';
import { type Span, type Token, touches, trimmed } from '#shared/base/text/span.ts';
import { readIgnore, withoutCode } from '../query-file/options/ignore-option.ts';
import {
  type CommentPlace,
  type HostComment,
  type HostComments,
  lineEnd,
  lineStart,
  nextLine,
} from './hosts/host-comments.ts';

/** A problem at its place in the host, and the expression that its query is. */
interface PlacedProblem {
  readonly code: string;
  readonly span: Span;
  readonly query: Span;
}

interface IgnoreComment extends HostComment {
  readonly codes: readonly Token[];
  readonly hasReason: boolean;
}

const word = 'wikijql-ignore';

/** Whether a source can have such a comment: a cheap test before its comments are read. */
export const mentionsIgnore = (source: string): boolean => source.includes(word);

/** The comments of a source that ignore problems. */
export class IgnoreComments {
  readonly #comments: readonly IgnoreComment[];
  readonly #host: HostComments;
  readonly #source: string;
  /** Where the line above each query begins, by the start of the query. */
  readonly #places = new Map<number, number | undefined>();

  constructor(host: HostComments, source: string) {
    this.#host = host;
    this.#source = source;
    this.#comments = host.comments.flatMap(comment => ignoreOf(comment, source));
  }

  get isEmpty(): boolean {
    return this.#comments.length === 0;
  }

  /** Whether a comment ignores a problem. */
  ignores(problem: PlacedProblem): boolean {
    return this.#comments.some(
      comment => comment.codes.some(({ text }) => text === problem.code) && this.#isAbout(comment, problem),
    );
  }

  /** Returns the problems of the comments themselves. @param problems those of all queries, with those that are ignored */
  problems(problems: readonly PlacedProblem[]): readonly Problem[] {
    return this.#comments.flatMap((comment): Problem[] => {
      const { codes, hasReason, span } = comment;
      if (codes.length === 0) return [problemOf('ignore-without-code', 'warning', span)];
      const isUsed = ({ text }: Token): boolean =>
        problems.some(problem => problem.code === text && this.#isAbout(comment, problem));
      return [
        ...codes.filter(code => !isUsed(code)).map(unusedProblem),
        ...(hasReason ? [] : [problemOf('ignore-without-reason', 'information', span)]),
      ];
    });
  }

  /** The edit that removes a code: with its comment where it is the only one. */
  without(code: Span, source: string): Edit | undefined {
    const comment = this.#comments.find(({ span }) => touches(span, code.start));
    if (comment === undefined) return undefined;
    const edit = withoutCode(comment.codes, code);
    if (edit) return edit;
    const { span, isBesideCode } = comment;
    const end = isBesideCode ? span.end : nextLine(source, lineEnd(source, span.end));
    const start = isBesideCode ? source.slice(0, span.start).trimEnd().length : lineStart(source, span.start);
    return { span: { start, end }, newText: '' };
  }

  /** A comment in a line is about what is in it, and about a query that begins there or at the end of a query that ends there. */
  #isAbout({ reach, isBesideCode }: HostComment, { span, query }: PlacedProblem): boolean {
    const places = [span.start, query.start, this.#place(query.start), openingOf(query, this.#source)];
    return [...places, isBesideCode ? query.end : undefined].some(
      place => place !== undefined && touches(reach, place),
    );
  }

  #place(queryStart: number): number | undefined {
    if (!this.#places.has(queryStart)) this.#places.set(queryStart, this.#host.place(queryStart)?.start);
    return this.#places.get(queryStart);
  }
}

function ignoreOf(comment: HostComment, source: string): IgnoreComment[] {
  const { start, end } = comment.span;
  const text = source.slice(start, end);
  const opening = /^(?:#{1,9}|\/{2,9}|\/\*{1,9}|<!--)[ \t]{0,20}wikijql-ignore(?![\w-])/.exec(text);
  if (opening === null) return [];
  const closing = /(?:\*\/|-->)$/.exec(text)?.[0].length ?? 0;
  const value = trimmed(source, start + opening[0].length, end - closing);
  return [{ ...comment, ...readIgnore(value) }];
}

/** Where a bracket or an assignment opens the expression of a query that begins in the next line; `undefined` = nothing does. */
function openingOf({ start }: Span, source: string): number | undefined {
  const line = lineStart(source, start);
  const above = source.slice(lineStart(source, line - 1), line).trimEnd();
  const isOpened = source.slice(line, start).trim() === '' && /[([{=]$/.test(above);
  return isOpened ? lineStart(source, line - 1) + above.length : undefined;
}

const problemOf = (code: string, severity: Problem['severity'], span: Span): Problem => ({
  code,
  severity,
  span,
  arguments: {},
});

const unusedProblem = ({ text, span }: Token): Problem => ({
  ...problemOf('unused-ignore', 'warning', span),
  arguments: { value: text },
  tags: ['unnecessary'],
});

/** The edit that puts a comment above a line; the user adds the reason. */
export function ignoreEdit({ start, written }: CommentPlace, code: string, source: string): Edit {
  const indent = /^[ \t]*/.exec(source.slice(start, start + 1000))![0];
  const ending = /\r\n|\n|\r/.exec(source)?.[0] ?? '\n';
  return { span: { start, end: start }, newText: `${indent}${written(`${word} ${code}: `)}${ending}` };
}
