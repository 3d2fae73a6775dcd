import type { Span } from '../language/span.ts';

/** What is wrong with an expectation; `code` is a key of the table of messages. Spans are those of its value. */
export interface ExpectProblem {
  readonly code:
    | 'expect-word'
    | 'expect-operator'
    | 'expect-number'
    | 'expect-duration'
    | 'expect-column'
    | 'expect-value'
    | 'expect-list'
    | 'expect-quote'
    | 'expect-end'
    | 'expect-date'
    | 'expect-never'
    | 'expect-always'
    | 'expect-conflict'
    | 'expect-repeated'
    | 'expect-hidden-column';
  /** A variant of the message. */
  readonly variant?: string;
  readonly span: Span;
  readonly arguments: Readonly<Record<string, string>>;
}
