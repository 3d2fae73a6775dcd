/** Operands: what a field is compared with. */
import type { Span } from '#shared/base/text/span.ts';
import type { NameTable } from '../name-table.ts';
import { findIn, type Missing, Node, type Source, spanIn, textIn, type WordForm } from './node.ts';

/** An operand of any shape. */
export type Operand = Value | FunctionCall | List | Empty | Missing;

/** A word, a number or a quoted text. */
export class Value extends Node {
  declare readonly kind: 'value';
  declare readonly form: WordForm;

  constructor(source: Source, start: number, end: number, form: WordForm) {
    super(source, start, end);
    this.kind = 'value';
    this.form = form;
  }

  /** The text as the tracker reads it: unquoted, escapes undone. */
  get text(): string {
    return textIn(this.source.text, this.start, this.end, this.form);
  }

  /** Looks the text up in a table without creating it; undefined = the table has no such name. */
  find<T>(table: NameTable<T>): T | undefined {
    return findIn(table, this.source.text, this.start, this.end, this.form);
  }
}

/** `empty` or `null`. */
export class Empty extends Node {
  declare readonly kind: 'empty';

  constructor(source: Source, start: number, end: number) {
    super(source, start, end);
    this.kind = 'empty';
  }
}

/** Operands in parentheses. */
export class List extends Node {
  declare readonly kind: 'list';
  declare readonly items: readonly Operand[];
  declare readonly isClosed: boolean;

  constructor(source: Source, start: number, end: number, items: readonly Operand[], closed: boolean) {
    super(source, start, end);
    this.kind = 'list';
    this.items = items;
    this.isClosed = closed;
  }
}

/** A function with its arguments in parentheses. */
export class FunctionCall extends Node {
  declare readonly kind: 'function';
  declare readonly name: Value;
  /** The offset of the opening parenthesis. */
  declare readonly opening: number;
  declare readonly arguments: readonly Operand[];
  declare readonly isClosed: boolean;

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
    this.isClosed = closed;
  }

  /** The span from the opening parenthesis to the closing one. */
  get parentheses(): Span {
    return spanIn(this.source, this.opening, this.end);
  }
}
