import type { MappedText } from '../language/mapped-text.ts';
import type { Span } from '../language/span.ts';
import type {
  Clause,
  CompoundClause,
  Direction,
  Empty,
  Field,
  FieldProperty,
  FunctionCall,
  GroupClause,
  List,
  Missing,
  NotClause,
  Operand,
  Operator,
  OperatorName,
  OrderBy,
  Predicate,
  PredicateName,
  Sort,
  TermClause,
  Value,
  WordForm,
} from './nodes.ts';
import type { NameTable } from './name-table.ts';
import { unescaped } from './quotes.ts';

/** What was read, for all nodes of a query. */
export interface Source {
  readonly text: string;
  /** Absent = the offsets of the text are those of the block. */
  readonly map: MappedText | undefined;
}

/** The place in the block of a part of the read text. */
export const spanIn = ({ map }: Source, start: number, end: number): Span =>
  map === undefined ? { start, end } : map.sourceOf(start, end);

/** The empty place in the block behind what ends at an offset of the read text. */
export function holeIn({ map }: Source, at: number): Span {
  const place = map === undefined ? at : at === 0 ? map.sourceOf(at, at).start : map.sourceOf(at - 1, at).end;
  return { start: place, end: place };
}

/**
 * A node of a tree. It keeps where it stands in the read text; spans, names and values are made when they are asked
 * for, as most never are.
 */
class Node {
  declare readonly source: Source;
  declare readonly start: number;
  declare readonly end: number;

  constructor(source: Source, start: number, end: number) {
    this.source = source;
    this.start = start;
    this.end = end;
  }

  get span(): Span {
    return spanIn(this.source, this.start, this.end);
  }
}

/** A hole behind what ends at its offset. */
export class Hole extends Node implements Missing {
  declare readonly kind: 'missing';

  constructor(source: Source, at: number) {
    super(source, at, at);
    this.kind = 'missing';
  }

  override get span(): Span {
    return holeIn(this.source, this.start);
  }
}

export class ValueNode extends Node implements Value {
  declare readonly kind: 'value';
  declare readonly form: WordForm;

  constructor(source: Source, start: number, end: number, form: WordForm) {
    super(source, start, end);
    this.kind = 'value';
    this.form = form;
  }

  get text(): string {
    return textIn(this.source.text, this.start, this.end, this.form);
  }

  find<T>(table: NameTable<T>): T | undefined {
    return findIn(table, this.source.text, this.start, this.end, this.form);
  }
}

/** The text of a word, a number or something quoted: without its quotes, the closing of which may be missing, and without escapes. */
function textIn(source: string, start: number, end: number, form: WordForm): string {
  if (form === 'number') return source.slice(start, end);
  const isQuoted = form === 'quoted';
  const written = isQuoted
    ? source.slice(start + 1, isClosed(source, start, end) ? end - 1 : end)
    : source.slice(start, end);
  return written.includes('\\') ? unescaped(written) : written;
}

const isClosed = (source: string, start: number, end: number): boolean =>
  end - start > 1 && source.charCodeAt(end - 1) === source.charCodeAt(start);

const findIn = <T>(
  table: NameTable<T>,
  source: string,
  start: number,
  end: number,
  form: WordForm | 'custom',
): T | undefined =>
  form === 'quoted'
    ? table.at(source, start + 1, isClosed(source, start, end) ? end - 1 : end)
    : table.at(source, start, end);

export class EmptyNode extends Node implements Empty {
  declare readonly kind: 'empty';

  constructor(source: Source, start: number, end: number) {
    super(source, start, end);
    this.kind = 'empty';
  }
}

export class FieldNode extends Node implements Field {
  declare readonly kind: 'field';
  declare readonly nameEnd: number;
  declare readonly form: WordForm | 'custom';
  declare readonly properties: readonly FieldProperty[];
  declare readonly customField: number | undefined;

  constructor(
    source: Source,
    start: number,
    end: number,
    nameEnd: number,
    form: WordForm | 'custom',
    properties: readonly FieldProperty[],
    customField: number | undefined,
  ) {
    super(source, start, end);
    this.kind = 'field';
    this.nameEnd = nameEnd;
    this.form = form;
    this.properties = properties;
    this.customField = customField;
  }

  get nameSpan(): Span {
    return spanIn(this.source, this.start, this.nameEnd);
  }

  get name(): string {
    return this.form === 'custom'
      ? `cf[${this.customField ?? ''}]`
      : textIn(this.source.text, this.start, this.nameEnd, this.form);
  }

  find<T>(table: NameTable<T>): T | undefined {
    return findIn(table, this.source.text, this.start, this.nameEnd, this.form);
  }
}
export class PropertyNode extends Node implements FieldProperty {
  declare readonly kind: 'property';
  declare readonly argument: Value | Missing;
  declare readonly path: readonly Value[];

  constructor(source: Source, start: number, end: number, argument: Value | Missing, path: readonly Value[]) {
    super(source, start, end);
    this.kind = 'property';
    this.argument = argument;
    this.path = path;
  }
}
export class OperatorNode extends Node implements Operator {
  declare readonly kind: 'operator';
  declare readonly name: OperatorName;

  constructor(source: Source, start: number, end: number, name: OperatorName) {
    super(source, start, end);
    this.kind = 'operator';
    this.name = name;
  }
}
export class ListNode extends Node implements List {
  declare readonly kind: 'list';
  declare readonly items: readonly Operand[];
  declare readonly closed: boolean;

  constructor(source: Source, start: number, end: number, items: readonly Operand[], closed: boolean) {
    super(source, start, end);
    this.kind = 'list';
    this.items = items;
    this.closed = closed;
  }
}
export class CallNode extends Node implements FunctionCall {
  declare readonly kind: 'function';
  declare readonly name: Value;
  declare readonly opening: number;
  declare readonly arguments: readonly Operand[];
  declare readonly closed: boolean;

  constructor(
    source: Source,
    start: number,
    end: number,
    name: Value,
    opening: number,
    args: readonly Operand[],
    closed: boolean,
  ) {
    super(source, start, end);
    this.kind = 'function';
    this.name = name;
    this.opening = opening;
    this.arguments = args;
    this.closed = closed;
  }

  get parentheses(): Span {
    return spanIn(this.source, this.opening, this.end);
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
  declare readonly field: Field | Missing;
  declare readonly operator: Operator | Missing;
  declare readonly operand: Operand | undefined;
  declare readonly predicates: readonly Predicate[];

  constructor(
    source: Source,
    start: number,
    end: number,
    field: Field | Missing,
    operator: Operator | Missing,
    operand: Operand | undefined,
    predicates: readonly Predicate[],
  ) {
    super(source, start, end);
    this.kind = 'term';
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
      return start === end ? holeIn(this.source, start) : spanIn(this.source, start, end);
    });
  }
}
export class DirectionNode extends Node implements Direction {
  declare readonly kind: 'direction';
  declare readonly name: 'asc' | 'desc';

  constructor(source: Source, start: number, end: number, name: 'asc' | 'desc') {
    super(source, start, end);
    this.kind = 'direction';
    this.name = name;
  }
}
export class SortNode extends Node implements Sort {
  declare readonly kind: 'sort';
  declare readonly field: Field | Missing;
  declare readonly direction: Direction | undefined;

  constructor(
    source: Source,
    start: number,
    end: number,
    field: Field | Missing,
    direction: Direction | undefined,
  ) {
    super(source, start, end);
    this.kind = 'sort';
    this.field = field;
    this.direction = direction;
  }
}
export class OrderByNode extends Node implements OrderBy {
  declare readonly kind: 'order-by';
  declare readonly keywordsEnd: number;
  declare readonly sorts: readonly Sort[];

  constructor(source: Source, start: number, end: number, keywordsEnd: number, sorts: readonly Sort[]) {
    super(source, start, end);
    this.kind = 'order-by';
    this.keywordsEnd = keywordsEnd;
    this.sorts = sorts;
  }

  get keywords(): Span {
    return spanIn(this.source, this.start, this.keywordsEnd);
  }
}

/** A clause as the parser makes it. */
export type ClauseNode = CompoundNode | NotNode | GroupNode | TermNode | Hole;

/** An operand as the parser makes it. */
export type OperandNode = ValueNode | CallNode | ListNode | EmptyNode | Hole;
