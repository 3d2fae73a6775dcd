import { nearest } from './nearest.ts';
import type { Problem, Severity } from './problem.ts';
import type { Span } from './span.ts';

/** A file that is not a query at all must not fill the editor. */
export const maxProblems = 500;
/** Looking for a similar name is slow beside all other checks, so only the first few wrong ones get one. */
const maxSuggestions = 30;

type Arguments = Problem['arguments'];

/** Most problems have no arguments, and those of all files are kept: they share one object. */
const noArguments: Arguments = {};

function isEmpty(args: Arguments): boolean {
  for (const _ in args) return false;
  return true;
}

/** Optional parts of a report; every text is a key of the table of messages. */
type Details<Key extends string> = Partial<Omit<Problem, 'message' | 'related'>> & {
  readonly message?: Key;
  readonly related?: { readonly span: Span; readonly message: Key };
};

/** A code that is worded by itself, or any code with the key of its wording. */
type Report<Key extends string> =
  | [code: Key, span: Span, args: Arguments, details?: Details<Key>]
  | [code: string, span: Span, args: Arguments, details: Details<Key> & { readonly message: Key }];

/**
 * Collects what a validation finds in a query, up to a limit.
 *
 * `Key` is the keys of the table that words the problems, `keyof typeof messages`: a problem without a wording does not
 * compile then.
 */
export class ProblemCollector<Key extends string = string> {
  readonly problems: Problem[] = [];
  #suggestions = 0;

  error(...report: Report<Key>): void {
    this.report('error', ...report);
  }

  warning(...report: Report<Key>): void {
    this.report('warning', ...report);
  }

  hint(...report: Report<Key>): void {
    this.report('hint', ...report);
  }

  report(severity: Severity, ...[code, span, args, details]: Report<Key>): void {
    if (this.isFull) return;
    this.problems.push({ code, severity, span, arguments: isEmpty(args) ? noArguments : args, ...details });
  }

  /** True where nothing more can be reported. */
  get isFull(): boolean {
    return this.problems.length >= maxProblems;
  }

  /** The candidate that a wrong word most likely means; undefined where none is near, or enough were looked for. */
  suggest(word: string, candidates: Iterable<string>, most?: number): string | undefined {
    return ++this.#suggestions > maxSuggestions ? undefined : nearest(word, candidates, most);
  }
}
