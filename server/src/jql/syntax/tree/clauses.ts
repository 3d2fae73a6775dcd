/** The clauses of a query's WHERE part: terms, and how AND, OR, NOT and parentheses join them. */
import type { Span } from '#shared/base/text/span.ts';
import type { OperatorName, PredicateName } from '../operators.ts';
import type { Field } from './fields.ts';
import { type Missing, missingSpanIn, Node, type Source, spanIn } from './node.ts';
import type { Operand } from './operands.ts';

export type Clause = CompoundClause | NotClause | GroupClause | TermClause | Missing;

/** An operator, in one word or several. */
export class Operator extends Node {
  declare readonly kind: 'operator';
  declare readonly name: OperatorName;

  constructor(source: Source, start: number, end: number, name: OperatorName) {
    super(source, start, end);
    this.kind = 'operator';
    this.name = name;
  }
}

/** A condition on the history of a field, such as `after -7d`. */
export class Predicate extends Node {
  declare readonly kind: 'predicate';
  declare readonly name: PredicateName;
  declare readonly nameEnd: number;
  declare readonly operand: Operand;

  constructor(
    source: Source,
    start: number,
    end: number,
    name: PredicateName,
    nameEnd: number,
    operand: Operand,
  ) {
    super(source, start, end);
    this.kind = 'predicate';
    this.name = name;
    this.nameEnd = nameEnd;
    this.operand = operand;
  }

  /** The span of the predicate's keyword. */
  get nameSpan(): Span {
    return spanIn(this.source, this.start, this.nameEnd);
  }
}

/** A condition on one field: `field operator operand`, with predicates after it where it asks for history. */
export class TermClause extends Node {
  declare readonly kind: 'term';
  /** The number of terms of the query that precede it. */
  declare readonly index: number;
  declare readonly field: Field | Missing;
  declare readonly operator: Operator | Missing;
  /** Undefined = the operator takes none, as `changed` does, or is missing itself. */
  declare readonly operand: Operand | undefined;
  declare readonly predicates: readonly Predicate[];

  constructor(
    source: Source,
    start: number,
    end: number,
    index: number,
    field: Field | Missing,
    operator: Operator | Missing,
    operand: Operand | undefined,
    predicates: readonly Predicate[],
  ) {
    super(source, start, end);
    this.kind = 'term';
    this.index = index;
    this.field = field;
    this.operator = operator;
    this.operand = operand;
    this.predicates = predicates;
  }
}

/** A clause in parentheses. */
export class GroupClause extends Node {
  declare readonly kind: 'group';
  declare readonly clause: Clause;
  declare readonly closed: boolean;

  constructor(source: Source, start: number, end: number, clause: Clause, closed: boolean) {
    super(source, start, end);
    this.kind = 'group';
    this.clause = clause;
    this.closed = closed;
  }
}

/** A negated clause. */
export class NotClause extends Node {
  declare readonly kind: 'not';
  declare readonly operatorEnd: number;
  declare readonly clause: Clause;

  constructor(source: Source, start: number, end: number, operatorEnd: number, clause: Clause) {
    super(source, start, end);
    this.kind = 'not';
    this.operatorEnd = operatorEnd;
    this.clause = clause;
  }

  /** The span of `not` or `!`. */
  get operator(): Span {
    return spanIn(this.source, this.start, this.operatorEnd);
  }
}

/** Clauses with the same connective between them; `and` binds tighter than `or`. */
export class CompoundClause extends Node {
  declare readonly kind: 'and' | 'or';
  /** At least two. */
  declare readonly clauses: readonly Clause[];
  /** The start and the end of each connective in the parsed text; equal where the connective is left out. */
  declare readonly places: readonly number[];

  constructor(
    source: Source,
    start: number,
    end: number,
    kind: 'and' | 'or',
    clauses: readonly Clause[],
    places: readonly number[],
  ) {
    super(source, start, end);
    this.kind = kind;
    this.clauses = clauses;
    this.places = places;
  }

  /** The spans of the connectives, one less than there are clauses; an empty span where a connective is left out. */
  get operators(): readonly Span[] {
    return this.clauses.slice(1).map((_, index) => this.operator(index));
  }

  /** The span of the connective after the clause at an index, which is not the last. */
  operator(index: number): Span {
    const start = this.places[2 * index]!;
    const end = this.places[2 * index + 1]!;
    return start === end ? missingSpanIn(this.source, start) : spanIn(this.source, start, end);
  }
}
