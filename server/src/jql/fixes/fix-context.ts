/** The input of fixes, and helpers that create them. */
import type { Edit, Fix, Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlFixTitle } from '../jql-messages.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import { type PlacedTerm, termsOf } from '../syntax/walk.ts';

/** A problem to fix, in its query. */
export interface FixContext {
  readonly query: JqlQuery;
  /** The text of the block. */
  readonly text: string;
  readonly knowledge: JqlKnowledge;
  readonly problem: Problem;
}

/** Returns the fixes of a problem of one code; empty = none. */
export type Fixer = (context: FixContext) => readonly Fix[];

/** Returns the term that contains a problem. */
export const placedTermOf = ({ query, problem: { span } }: FixContext): PlacedTerm | undefined =>
  termsOf(query).find(({ term }) => term.span.start <= span.start && span.end <= term.span.end);

/** Returns the term that contains a problem, without its place; undefined = none. */
export const termOf = (context: FixContext): TermClause | undefined => placedTermOf(context)?.term;

/** Returns an argument of the problem's message; undefined where it has none of that name. */
export function argument({ problem }: FixContext, name: string): string | undefined {
  const value = problem.arguments[name];
  return value === undefined ? undefined : String(value);
}

/** Returns a fix with one or more edits. */
export function fix(
  kind: string,
  title: JqlFixTitle,
  args: Fix['arguments'],
  edits: Edit | readonly Edit[],
  preferred = true,
): Fix[] {
  const list = 'span' in edits ? [edits] : edits;
  return [{ kind, title, arguments: args, edits: list, ...(preferred && { preferred }) }];
}

/** Returns an edit that replaces a span. */
export const replaced = (span: Span, newText: string): Edit => ({ span, newText });
/** Returns an edit that inserts a text at an offset. */
export const inserted = (at: number, newText: string): Edit => ({ span: { start: at, end: at }, newText });

/** Returns a fix that replaces the span of the problem. */
export const replacement = ({ problem }: FixContext, kind: string, to: string, preferred = true): Fix[] =>
  fix(kind, 'fix.replace', { to }, replaced(problem.span, to), preferred);

/** Extends a span to include the blanks before it. */
export function withBlanksBefore(text: string, { start, end }: Span): Span {
  let from = start;
  while (from > 0 && /[ \t]/.test(text[from - 1]!)) from--;
  return { start: from, end };
}

/** Extends a span to include the blanks after it. */
export function withBlanksAfter(text: string, { start, end }: Span): Span {
  let to = end;
  while (to < text.length && /[ \t]/.test(text[to]!)) to++;
  return { start, end: to };
}
