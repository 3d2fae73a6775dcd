import type { Span } from '../../../language/span.ts';
import type { NameTable } from '../name-table.ts';
import type { Empty, FunctionCall, List, Operand, Value, WordForm } from '../nodes.ts';
import { type MissingNode, Node, type Source, spanIn } from './node.ts';
import { findIn, textIn } from './word-text.ts';

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

export class EmptyNode extends Node implements Empty {
  declare readonly kind: 'empty';

  constructor(source: Source, start: number, end: number) {
    super(source, start, end);
    this.kind = 'empty';
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

/** An operand as the parser makes it. */
export type OperandNode = ValueNode | CallNode | ListNode | EmptyNode | MissingNode;
