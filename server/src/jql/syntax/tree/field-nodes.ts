import type { Span } from '../../../language/span.ts';
import type { NameTable } from '../name-table.ts';
import type { Direction, Field, FieldProperty, Missing, OrderBy, Sort, Value, WordForm } from '../nodes.ts';
import { Node, type Source, spanIn } from './node.ts';
import { findIn, textIn } from './word-text.ts';

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
