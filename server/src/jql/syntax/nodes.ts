import type { MappedText } from '../../language/mapped-text.ts';
import type { Span } from '../../language/span.ts';
import type { NameTable } from './name-table.ts';

/** A query as written. Every span is one of the block's text; what stands for a variable has the span of its use. */
export interface JqlQuery {
  /** What the tracker reads: variables put in, comments still there. */
  readonly body: MappedText;
  /** Undefined = every issue. */
  readonly where: Clause | undefined;
  readonly orderBy: OrderBy | undefined;
  /** Every term of `where` in order. */
  readonly terms: readonly TermClause[];
  /** Outside quotes and comments everything is ASCII, and no backtick. */
  readonly isPlain: boolean;
  readonly hasComments: boolean;
  /** What the grammar refuses, in the order of the places. */
  readonly errors: readonly JqlSyntaxError[];
  /** True where a variable of that name can be used at an offset. */
  isVariable(name: string, at: number): boolean;
}

export type Clause = CompoundClause | NotClause | GroupClause | TermClause | Missing;

/** Clauses with the same operator between them; `and` binds tighter than `or`. */
export interface CompoundClause {
  readonly kind: 'and' | 'or';
  readonly span: Span;
  /** At least two. */
  readonly clauses: readonly Clause[];
  /** The places of the operators, one less than there are clauses; an empty one where the operator is left out. */
  readonly operators: readonly Span[];
}

export interface NotClause {
  readonly kind: 'not';
  readonly span: Span;
  readonly operator: Span;
  readonly clause: Clause;
}

/** A clause in parentheses. */
export interface GroupClause {
  readonly kind: 'group';
  readonly span: Span;
  readonly clause: Clause;
  readonly closed: boolean;
}

/** What is asked of one field: `field operator operand`, with predicates after it where it is about history. */
export interface TermClause {
  readonly kind: 'term';
  readonly span: Span;
  /** How many terms of the query precede it. */
  readonly index: number;
  readonly field: Field | Missing;
  readonly operator: Operator | Missing;
  /** Undefined = the operator takes none, as `changed` does, or is missing itself. */
  readonly operand: Operand | undefined;
  readonly predicates: readonly Predicate[];
}

export interface Field {
  readonly kind: 'field';
  readonly span: Span;
  /** The name as the tracker reads it, unquoted; `cf[10001]` is `cf[10001]`, whatever blanks are in it. */
  readonly name: string;
  /** The place of the name alone, quotes included. */
  readonly nameSpan: Span;
  readonly form: WordForm | 'custom';
  /** The number of a custom field written as `cf[n]`; undefined for any other one. */
  readonly customField: number | undefined;
  /** `[argument].path` in order. */
  readonly properties: readonly FieldProperty[];
  /** What a table has by its name, found without making the name. */
  find<T>(table: NameTable<T>): T | undefined;
}

/** An entity property: `[commits].all`. */
export interface FieldProperty {
  readonly kind: 'property';
  readonly span: Span;
  readonly argument: Value | Missing;
  readonly path: readonly Value[];
}

/** How a name or a value is written; `number` is digits alone, with or without `-`. */
export type WordForm = 'word' | 'quoted' | 'number';

export type OperatorName =
  | '='
  | '!='
  | '~'
  | '!~'
  | '<'
  | '>'
  | '<='
  | '>='
  | 'in'
  | 'not in'
  | 'is'
  | 'is not'
  | 'was'
  | 'was not'
  | 'was in'
  | 'was not in'
  | 'changed';

export interface Operator {
  readonly kind: 'operator';
  readonly span: Span;
  readonly name: OperatorName;
}

export type Operand = Value | FunctionCall | List | Empty | Missing;

export interface Value {
  readonly kind: 'value';
  readonly span: Span;
  /** As the tracker reads it: unquoted, escapes undone. */
  readonly text: string;
  readonly form: WordForm;
  /** What a table has by its text, found without making the text. */
  find<T>(table: NameTable<T>): T | undefined;
}

export interface FunctionCall {
  readonly kind: 'function';
  readonly span: Span;
  readonly name: Value;
  readonly arguments: readonly Operand[];
  /** From the opening parenthesis to the closing one. */
  readonly parentheses: Span;
  readonly closed: boolean;
}

/** Values in parentheses. */
export interface List {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly Operand[];
  readonly closed: boolean;
}

/** `empty` or `null`. */
export interface Empty {
  readonly kind: 'empty';
  readonly span: Span;
}

/** Something expected that is missing; its empty span is directly after what precedes it. */
export interface Missing {
  readonly kind: 'missing';
  readonly span: Span;
}

export type PredicateName = 'after' | 'before' | 'by' | 'during' | 'on' | 'from' | 'to';

export interface Predicate {
  readonly kind: 'predicate';
  readonly span: Span;
  readonly name: PredicateName;
  readonly nameSpan: Span;
  readonly operand: Operand;
}

export interface OrderBy {
  readonly kind: 'order-by';
  readonly span: Span;
  /** `order by`, or `order` alone. */
  readonly keywords: Span;
  readonly sorts: readonly Sort[];
}

export interface Sort {
  readonly kind: 'sort';
  readonly span: Span;
  readonly field: Field | Missing;
  readonly direction: Direction | undefined;
}

export interface Direction {
  readonly kind: 'direction';
  readonly span: Span;
  readonly name: 'asc' | 'desc';
}

/** What is possible at a place. */
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
  /** Something is left out, or something else is in its place. */
  | 'expected'
  /** Something is where the query, the list or the clause could go on or end. */
  | 'unexpected'
  /** A word of the language that must be quoted to be a name or a value. */
  | 'reserved-word'
  | 'reserved-character'
  | 'control-character'
  | 'illegal-escape'
  | 'unclosed-quote'
  /** A parenthesis that nothing closes. */
  | 'unclosed-parenthesis'
  /** The operator takes no such operand. */
  | 'operand-shape'
  /** A function's argument that is not a value. */
  | 'argument-shape'
  | 'empty-list'
  /** A predicate after an operator that does not take it. */
  | 'predicate-of-operator'
  | 'too-deep';

/** What the grammar refuses, as data. */
export interface JqlSyntaxError {
  readonly code: SyntaxCode;
  /** The smallest place that explains it; empty where something is missing at the end. */
  readonly span: Span;
  /** What is possible there; empty where that says nothing. */
  readonly expected: readonly Expectation[];
  /** What is there, as written; empty = the query ends. */
  readonly found: string;
  /** The operator that it is about, where it is about one. */
  readonly operator?: OperatorName;
  /** The variable whose text it is in. */
  readonly variable?: string;
}
