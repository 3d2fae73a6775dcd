/** Fields, and the ORDER BY clause, which is a list of them. */
import type { Span } from '#shared/base/text/span.ts';
import type { NameTable } from '../name-table.ts';
import { findIn, type Missing, Node, type Source, spanIn, textIn, type WordForm } from './node.ts';
import type { Value } from './operands.ts';

/** The name of a field, with the properties that follow it in brackets. */
export class Field extends Node {
  declare readonly kind: 'field';
  declare readonly nameEnd: number;
  declare readonly form: WordForm | 'custom';
  /** `[argument].path` in order. */
  declare readonly properties: readonly FieldProperty[];
  /** The number of a custom field written as `cf[n]`; undefined for any other field. */
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

  /** The span of the name alone, quotes included. */
  get nameSpan(): Span {
    return spanIn(this.source, this.start, this.nameEnd);
  }

  /** The name as the tracker reads it, unquoted; `cf[10001]` is `cf[10001]`, whatever blanks are in it. */
  get name(): string {
    return this.form === 'custom'
      ? `cf[${this.customField ?? ''}]`
      : textIn(this.source.text, this.start, this.nameEnd, this.form);
  }

  /** Looks the name up in a table without creating its text; undefined = the table has no such name. */
  find<T>(table: NameTable<T>): T | undefined {
    return findIn(table, this.source.text, this.start, this.nameEnd, this.form);
  }
}

/** An entity property: `[commits].all`. */
export class FieldProperty extends Node {
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

/** `asc` or `desc`. */
export class Direction extends Node {
  declare readonly kind: 'direction';
  declare readonly name: 'asc' | 'desc';

  constructor(source: Source, start: number, end: number, name: 'asc' | 'desc') {
    super(source, start, end);
    this.kind = 'direction';
    this.name = name;
  }
}

/** A field of ORDER BY with its direction. */
export class Sort extends Node {
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

/** The ORDER BY clause. */
export class OrderBy extends Node {
  declare readonly kind: 'order-by';
  declare readonly keywordsEnd: number;
  declare readonly sorts: readonly Sort[];

  constructor(source: Source, start: number, end: number, keywordsEnd: number, sorts: readonly Sort[]) {
    super(source, start, end);
    this.kind = 'order-by';
    this.keywordsEnd = keywordsEnd;
    this.sorts = sorts;
  }

  /** The span of `order by`, or of `order` alone. */
  get keywords(): Span {
    return spanIn(this.source, this.start, this.keywordsEnd);
  }
}
