/** A parsed query, and the syntax errors in it. */
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { OperatorName } from './operators.ts';
import type { Clause, TermClause } from './tree/clauses.ts';
import type { OrderBy } from './tree/fields.ts';

/** A query as written. All spans are in the text of the block. */
export interface JqlQuery {
  /** The text that the tracker reads: variables replaced by their values, comments included. */
  readonly body: MappedText;
  /** Undefined = the query asks for every issue. */
  readonly where: Clause | undefined;
  readonly orderBy: OrderBy | undefined;
  /** Every term of `where` in order. */
  readonly terms: readonly TermClause[];
  readonly hasComments: boolean;
  /** The syntax errors, in the order of their places. */
  readonly errors: readonly JqlSyntaxError[];
  /** Returns true where a variable of that name can be used at an offset. */
  isVariable(name: string, at: number): boolean;
}

/** Something that the grammar allows at a place. */
export type Expectation =
  | 'field'
  | 'operator'
  | 'value'
  | 'function'
  | 'list'
  | 'empty'
  | 'argument'
  | 'number'
  | 'in'
  | 'by'
  | 'comma'
  | 'close'
  | 'open-bracket'
  | 'close-bracket'
  | 'connective'
  | 'predicate'
  | 'order-by'
  | 'direction';

export type SyntaxCode =
  /** Something is left out, or another token is in its place. */
  | 'expected'
  /** A token where the query, the list or the clause could continue or end. */
  | 'unexpected'
  /** A word of the language that must be quoted to be a name or a value. */
  | 'reserved-word'
  | 'reserved-character'
  | 'control-character'
  | 'illegal-escape'
  | 'unclosed-quote'
  /** A parenthesis without its closing one. */
  | 'unclosed-parenthesis'
  /** The operator takes no such operand. */
  | 'operand-shape'
  /** A function's argument that is not a value. */
  | 'argument-shape'
  | 'empty-list'
  /** A predicate after an operator that does not take it. */
  | 'predicate-of-operator'
  | 'too-deep';

/** A syntax error as data. */
export interface JqlSyntaxError {
  readonly code: SyntaxCode;
  /** The smallest place that explains it; empty where something is missing at the end. */
  readonly span: Span;
  /** The tokens that the grammar allows there; empty where a list would not help. */
  readonly expected: readonly Expectation[];
  /** The text at the place, as written; empty = the query ends. */
  readonly foundText: string;
  /** The operator that the error concerns; absent = none. */
  readonly operator?: OperatorName;
  /** The variable whose value contains the error; absent = it is in the query itself. */
  readonly variable?: string;
}
