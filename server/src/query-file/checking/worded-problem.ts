import {
  type Edit,
  type Fix,
  problemMessage,
  type Problem,
  type Severity,
} from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { PlacedBlock, QueryDocument } from '../query-document.ts';

/** A place in a text: lines and columns from 1, columns in UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A problem in words, and its place in the text. */
export interface WordedProblem extends Place {
  /** The `@name` of its query, else its title, else its number. */
  readonly query: string;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** A fix in words. */
export interface WordedFix {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly Edit[];
}

/** Returns where a span of a query is in its text. */
export function placeOf(document: QueryDocument, placed: PlacedBlock, span: Span): Place {
  const { start, end } = document.rangeIn(placed, span);
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** Returns a problem in words; its span is in the block. */
export const wordedProblem = (
  document: QueryDocument,
  placed: PlacedBlock,
  { query, problem, span, wording }: WordableProblem,
): WordedProblem => ({
  query,
  ...placeOf(document, placed, span),
  severity: problem.severity,
  code: problem.code,
  message: problemMessage(wording, problem),
});

interface WordableProblem {
  readonly query: string;
  readonly problem: Problem;
  readonly span: Span;
  readonly wording: Wording;
}

/** Returns a fix in words. */
export const wordedFix = (wording: Wording, fix: Fix): WordedFix => ({
  title: wording(fix.title, fix.arguments),
  preferred: fix.preferred === true,
  edits: fix.edits,
});
