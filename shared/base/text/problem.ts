import type { Span } from './span.ts';
import type { Wording } from './wording.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A problem of a query, as data; its wording is made from `message` and `arguments` elsewhere. */
export interface Problem {
  /** The code that the user sees; the API's own where it has one. */
  readonly code: string;
  readonly severity: Severity;
  /** The smallest place that explains it, in the query's block. */
  readonly span: Span;
  /** The key of its wording in the table of messages; absent = the same as the code. */
  readonly message?: string;
  /** The values for the placeholders of the wording. */
  readonly arguments: Readonly<Record<string, string | number>>;
  readonly tags?: readonly ('deprecated' | 'unnecessary')[];
  /** The system that reports it, where that is not this program: the wiki or the tracker. */
  readonly source?: string;
  /** Only the first problem of a file with this key is shown: more of the same say nothing new. */
  readonly oncePerFile?: string;
  /** Another place that explains it, worded by `message`. */
  readonly related?: { readonly span: Span; readonly message: string };
}

/** The key of a problem's wording in the table of messages. */
export const problemKey = ({ code, message = code }: Pick<Problem, 'code' | 'message'>): string => message;

/** A problem as a sentence, in the wording of its language. */
export const problemMessage = (
  wording: Wording,
  problem: Pick<Problem, 'code' | 'message' | 'arguments'>,
): string => wording(problemKey(problem), problem.arguments);

/** The problems with different sentences, each at its first place: for lists in which places say little. */
export const eachOnce = <Listed extends Problem>(problems: readonly Listed[]): readonly Listed[] =>
  [
    ...Map.groupBy(problems, problem => JSON.stringify([problemKey(problem), problem.arguments])).values(),
  ].flatMap(([first]) => first ?? []);

export interface Edit {
  readonly span: Span;
  readonly newText: string;
}

/** A fix of a problem. */
export interface Fix {
  /** The key of its wording in the table of messages. */
  readonly title: string;
  readonly arguments: Readonly<Record<string, string | number>>;
  readonly edits: readonly Edit[];
  /** The one that the user most likely wants. */
  readonly preferred?: boolean;
  /** Fixes of one kind can be applied all over the file in one go. */
  readonly kind: string;
}
