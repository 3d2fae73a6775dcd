/** The expectations that `@expect` can state about the result of a query, as plain data. */
import type { Moment } from './moments.ts';
import type { Span } from '#shared/base/text/span.ts';

/** The first words of expectations. */
export const subjects = ['rows', 'every', 'any', 'none', 'unique', 'complete', 'time', 'same'] as const;

export const relations = ['=', '!=', '<', '<=', '>', '>='] as const;
export type Relation = (typeof relations)[number];

/** A value that cells are compared with. */
export interface WantedValue {
  /** Without its quotes. */
  readonly text: string;
  /** Absent = it is not a number, or it is in quotes. */
  readonly number?: number;
  /** Absent = it is not a date. */
  readonly moment?: Moment;
}

/** A condition that a cell is compared with. */
export type Condition =
  | { readonly kind: 'relation'; readonly relation: Relation; readonly value: WantedValue }
  | { readonly kind: 'contains'; readonly isNegated: boolean; readonly text: string }
  | { readonly kind: 'in'; readonly isNegated: boolean; readonly values: readonly WantedValue[] }
  | { readonly kind: 'empty'; readonly isNegated: boolean };

/** How many rows have to be as the condition says. */
export type Quantifier = 'every' | 'any' | 'none';

export interface CellExpectation {
  readonly kind: Quantifier;
  /** A key or a title. */
  readonly column: string;
  readonly condition: Condition;
}

export interface UniqueExpectation {
  readonly kind: 'unique';
  readonly columns: readonly string[];
}

export type Expectation =
  | { readonly kind: 'rows'; readonly relation: Relation; readonly count: number }
  | { readonly kind: 'time'; readonly relation: Relation; readonly milliseconds: number }
  | { readonly kind: 'complete' }
  | { readonly kind: 'same' }
  | CellExpectation
  | UniqueExpectation;

/** An expectation that is about cells. */
export const isAboutCells = (expectation: Expectation): expectation is CellExpectation | UniqueExpectation =>
  expectation.kind === 'every' ||
  expectation.kind === 'any' ||
  expectation.kind === 'none' ||
  expectation.kind === 'unique';

/** The columns that an expectation names. */
export function columnsOf(expectation: Expectation): readonly string[] {
  if (expectation.kind === 'unique') return expectation.columns;
  return isAboutCells(expectation) ? [expectation.column] : [];
}

/** A problem of an expectation; `code` is a key of the table of messages. Spans are those of its value. */
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
