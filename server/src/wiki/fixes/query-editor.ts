/** Makes the edits of a wiki query that fixes consist of. */
import type { Edit } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { QueryBlock } from '../../query-file/block.ts';
import type { Scope } from '../../query-file/scope.ts';
import type { ParameterNode, ValueNode, WikiQuery } from '../wiki-nodes.ts';
import { multipleValues, unitSeparator } from '../values/value-list.ts';
import {
  bodyLinesOf,
  holdsOtherLines,
  lineEndOf,
  withoutEmptyLines,
  withoutLines,
} from '../../query-file/line-edits.ts';
import { rangesOf, type Write, replacePart, removeParts, writeInLine, writeInUrl } from './rewrite.ts';

/** Edits that belong together; undefined if they cannot be made here. */
export type Edits = readonly Edit[] | undefined;

/** The edits of several changes; undefined if one of the changes cannot be made. */
export const combineEdits = (...parts: readonly Edits[]): Edits =>
  parts.every(part => part !== undefined) ? parts.flat() : undefined;

/** Makes the edits that change a query, in lines or as a URL. The values of variables are never changed. */
export class QueryEditor {
  readonly #block: QueryBlock;
  readonly #scope: Scope;
  readonly #query: WikiQuery;

  constructor({ block, scope }: QueryView, query: WikiQuery) {
    this.#block = block;
    this.#scope = scope;
    this.#query = query;
  }

  /** Removes parameters: their lines, or their parts of the URL with an `&`. */
  remove(...nodes: readonly ParameterNode[]): Edits {
    if (this.#query.form === 'lines') {
      const lines = nodes.flatMap(({ span }) => bodyLinesOf(this.#block, span));
      return withoutLines(
        this.#block,
        [...new Set(lines)].toSorted((a, b) => a - b),
      );
    }
    const { parameters } = this.#query;
    const gone = new Set(nodes);
    const firsts = parameters.filter((node, index) => gone.has(node) && !gone.has(parameters[index - 1]!));
    return combineEdits(...firsts.map(first => this.#removeRun(first, gone)));
  }

  /** Removes a parameter of a URL, and those after it up to one that stays. */
  #removeRun(first: ParameterNode, gone: ReadonlySet<ParameterNode>): Edits {
    const { parameters } = this.#query;
    const from = parameters.indexOf(first);
    const to = parameters.findIndex((node, index) => index > from && !gone.has(node));
    const last = parameters[to < 0 ? parameters.length - 1 : to - 1]!;
    const [before, after] = [parameters[from - 1], parameters[to]];
    const wide = {
      start: after || !before ? first.span.start : before.span.end,
      end: after?.span.start ?? last.span.end,
    };
    return this.#cut(
      holdsOtherLines(this.#block, wide) ? { start: first.span.start, end: last.span.end } : wide,
    );
  }

  rename({ name }: ParameterNode, to: string): Edits {
    const writtenName = this.#block.text.slice(name.span.start, name.span.end);
    if (writtenName.includes('{{')) return undefined;
    return [{ span: name.span, newText: this.#query.form === 'url' ? writeInUrl(to) : to }];
  }

  /** Leaves only the name: a flag that is on. */
  withoutValue({ name, span }: ParameterNode): Edits {
    return this.#cut({ start: name.span.end, end: span.end });
  }

  /** Sets the whole value of a parameter. */
  setValue(node: ParameterNode, text: string): Edits {
    const { value, equals, name } = node;
    if (value === undefined) return this.#insert(name.span.end, `=${this.#writeAt(node)(text)}`);
    if (equals === undefined) return undefined;
    if (value.pieces.length === 0) return this.#insert(equals.end, this.#writeAt(node)(text));
    return this.#within(node, replacePart(value, 0, value.text.length, text, this.#writeAt(node)));
  }

  replaceValue(node: ParameterNode, { start, end }: ValueNode, text: string): Edits {
    if (node.value === undefined || node.value.pieces.length === 0) return this.setValue(node, text);
    return this.#within(node, replacePart(node.value, start, end, text, this.#writeAt(node)));
  }

  /** Removes values from a list, with the `|` between them; the whole parameter with the last one. */
  removeValues(node: ParameterNode, gone: readonly ValueNode[]): Edits {
    const { value } = node;
    const values = value ? multipleValues(value) : [];
    if (value === undefined || gone.length === 0) return undefined;
    if (gone.length === values.length) return this.remove(node);
    const parts = rangesOf(values, new Set(gone.map(({ start }) => start)));
    const edits = removeParts(value, parts, this.#writeAt(node));
    return edits && combineEdits(...edits.map(edit => this.#within(node, edit)));
  }

  /** Appends a value to a list. */
  appendValue(node: ParameterNode, text: string): Edits {
    const { value } = node;
    if (value === undefined || value.text === '') return this.setValue(node, text);
    const separator = value.text.startsWith(unitSeparator) ? unitSeparator : '|';
    const { length } = value.text;
    return this.#within(node, replacePart(value, length, length, separator + text, this.#writeAt(node)));
  }

  /** Adds a parameter after another one; without a value, a flag. */
  add(after: ParameterNode, name: string, value?: string): Edits {
    const parameterText = this.#written(after, name, value);
    if (this.#query.form === 'url') return this.#insert(after.span.end, `&${parameterText}`);
    const line = this.#block.lines[bodyLinesOf(this.#block, after.span).at(-1)!]!;
    return this.#insert(line.end, lineEndOf(this.#block) + parameterText);
  }

  /** Makes a part of a URL part of the value before it, with the `&` between them encoded. */
  joinWithEncoded(before: ParameterNode, node: ParameterNode): Edits {
    const span = { start: before.span.end, end: node.span.start };
    return holdsOtherLines(this.#block, span) ? undefined : [{ span, newText: '%26' }];
  }

  /** Makes a line part of the value above it. */
  continueWith({ name }: ParameterNode): Edits {
    return this.#insert(name.span.start, '|');
  }

  /** Replaces a parameter by another one. */
  replaceParameter(node: ParameterNode, name: string, value?: string): Edits {
    if (holdsOtherLines(this.#block, node.span)) return undefined;
    return [{ span: node.span, newText: this.#written(node, name, value) }];
  }

  /** Swaps the values of two parameters as written, with their variables. */
  swapValues(one: ParameterNode, other: ParameterNode): Edits {
    if (!one.value || !other.value || !one.equals || !other.equals) return undefined;
    if ([one, other].some(({ value }) => holdsOtherLines(this.#block, value!.span))) return undefined;
    return [
      { span: one.value.span, newText: this.#sourceOf(other.value.span) },
      { span: other.value.span, newText: this.#sourceOf(one.value.span) },
    ];
  }

  #written(at: ParameterNode, name: string, value: string | undefined): string {
    const wire = this.#query.form === 'url' ? writeInUrl(name) : name;
    return value === undefined ? wire : `${wire}=${this.#writeAt(at)(value)}`;
  }

  #writeAt({ span }: ParameterNode): Write {
    return this.#query.form === 'url' ? writeInUrl : writeInLine(this.#scope.variablesAt(span.start));
  }

  #within({ name }: ParameterNode, edit: Edit | undefined): Edits {
    if (edit === undefined || holdsOtherLines(this.#block, edit.span)) return undefined;
    return [this.#query.form === 'url' ? edit : withoutEmptyLines(this.#block, edit, name.span.start)];
  }

  #sourceOf({ start, end }: Span): string {
    return this.#block.text.slice(start, end);
  }

  #insert(at: number, newText: string): Edits {
    return [{ span: { start: at, end: at }, newText }];
  }

  #cut(span: Span): Edits {
    return holdsOtherLines(this.#block, span) ? undefined : [{ span, newText: '' }];
  }
}
