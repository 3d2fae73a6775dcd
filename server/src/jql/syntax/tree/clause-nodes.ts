import type { Span } from '../../../language/span.ts';
import type {
  Clause,
  CompoundClause,
  Field,
  GroupClause,
  Missing,
  NotClause,
  Operand,
  Operator,
  OperatorName,
  Predicate,
  PredicateName,
  TermClause,
} from '../nodes.ts';
import { type MissingNode, missingSpanIn, Node, type Source, spanIn } from './node.ts';

export class OperatorNode extends Node implements Operator {
  declare readonly kind: 'operator';
  declare readonly name: OperatorName;

  constructor(source: Source, start: number, end: number, name: OperatorName) {
    super(source, start, end);
    this.kind = 'operator';
    this.name = name;
  }
}

export class PredicateNode extends Node implements Predicate {
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

  get nameSpan(): Span {
    return spanIn(this.source, this.start, this.nameEnd);
  }
}

export class TermNode extends Node implements TermClause {
  declare readonly kind: 'term';
  declare readonly index: number;
  declare readonly field: Field | Missing;
  declare readonly operator: Operator | Missing;
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

export class GroupNode extends Node implements GroupClause {
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

export class NotNode extends Node implements NotClause {
  declare readonly kind: 'not';
  declare readonly operatorEnd: number;
  declare readonly clause: Clause;

  constructor(source: Source, start: number, end: number, operatorEnd: number, clause: Clause) {
    super(source, start, end);
    this.kind = 'not';
    this.operatorEnd = operatorEnd;
    this.clause = clause;
  }

  get operator(): Span {
    return spanIn(this.source, this.start, this.operatorEnd);
  }
}

export class CompoundNode extends Node implements CompoundClause {
  declare readonly kind: 'and' | 'or';
  declare readonly clauses: readonly Clause[];
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

  get operators(): readonly Span[] {
    return this.clauses.slice(1).map((_, index) => {
      const start = this.places[2 * index]!;
      const end = this.places[2 * index + 1]!;
      return start === end ? missingSpanIn(this.source, start) : spanIn(this.source, start, end);
    });
  }
}

/** A clause as the parser makes it. */
export type ClauseNode = CompoundNode | NotNode | GroupNode | TermNode | MissingNode;
