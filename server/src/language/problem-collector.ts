import { nearest } from './nearest.ts';
import type { Problem, Severity } from './problem.ts';
import type { Span } from './span.ts';

/** A file that is no query at all must not fill the editor. */
const mostProblems = 500;
/** Looking for a similar name is slow beside all other checks, so only the first few wrong ones get one. */
const mostSuggestions = 30;

/** Collects what a validation finds in a query, up to a limit. */
export class ProblemCollector {
  readonly problems: Problem[] = [];
  private suggestions = 0;

  error(code: string, span: Span, args: Problem['arguments'], more?: Partial<Problem>): void {
    this.report('error', code, span, args, more);
  }

  warning(code: string, span: Span, args: Problem['arguments'], more?: Partial<Problem>): void {
    this.report('warning', code, span, args, more);
  }

  hint(code: string, span: Span, args: Problem['arguments'], more?: Partial<Problem>): void {
    this.report('hint', code, span, args, more);
  }

  report(
    severity: Severity,
    code: string,
    span: Span,
    args: Problem['arguments'],
    more?: Partial<Problem>,
  ): void {
    if (!this.isFull) this.problems.push({ code, severity, span, arguments: args, ...more });
  }

  /** True where nothing more can be reported. */
  get isFull(): boolean {
    return this.problems.length >= mostProblems;
  }

  /** The candidate that a wrong word most likely means; undefined where none is near, or enough were looked for. */
  suggest(word: string, candidates: Iterable<string>): string | undefined {
    return ++this.suggestions > mostSuggestions ? undefined : nearest(word, candidates);
  }
}
