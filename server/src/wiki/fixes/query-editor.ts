import type { Edit } from '../../language/problem.ts';
import type { QueryView } from '../../language/service.ts';
import type { Span } from '../../language/span.ts';
import type { QueryBlock } from '../../queryfile/block.ts';
import type { Scope } from '../../queryfile/scope.ts';
import type { ParameterNode, ValueNode, WikiQuery } from '../nodes.ts';
import { multipleValues, unitSeparator } from '../values/list.ts';
import {
  bodyLinesOf,
  holdsOtherLines,
  lineEndOf,
  withoutEmptyLines,
  withoutLines,
} from '../../queryfile/line-edits.ts';
import { rangesOf } from './ranges.ts';
import { type Write, rewritten, writeInLine, writeInUrl } from './rewrite.ts';

/** Edits that do one thing together; undefined = it cannot be done here. */
export type Edits = readonly Edit[] | undefined;

/** Several things done together; undefined where one of them cannot be done. */
export const together = (...parts: readonly Edits[]): Edits =>
  parts.every(part => part !== undefined) ? parts.flat() : undefined;

/** Makes the edits that change a query, whether it stands in lines or is a URL. What a variable stands for is never changed. */
export class QueryEditor {
  private readonly block: QueryBlock;
  private readonly scope: Scope;
  private readonly query: WikiQuery;

  constructor({ block, scope }: QueryView, query: WikiQuery) {
    this.block = block;
    this.scope = scope;
    this.query = query;
  }

  /** Takes a parameter out: its lines, or its part of the URL with an `&`. */
  remove(node: ParameterNode): Edits {
    if (this.query.form === 'lines') return withoutLines(this.block, bodyLinesOf(this.block, node.span));
    const index = this.query.parameters.indexOf(node);
    const [before, after] = [this.query.parameters[index - 1], this.query.parameters[index + 1]];
    const wide = {
      start: after || !before ? node.span.start : before.span.end,
      end: after?.span.start ?? node.span.end,
    };
    return this.cut(holdsOtherLines(this.block, wide) ? node.span : wide);
  }

  rename({ name }: ParameterNode, to: string): Edits {
    const written = this.block.text.slice(name.span.start, name.span.end);
    if (written.includes('{{')) return undefined;
    return [{ span: name.span, newText: this.query.form === 'url' ? writeInUrl(to) : to }];
  }

  /** Leaves the name alone: a flag that is set. */
  withoutValue({ name, span }: ParameterNode): Edits {
    return this.cut({ start: name.span.end, end: span.end });
  }

  /** Gives a parameter another value altogether. */
  setValue(node: ParameterNode, text: string): Edits {
    const { value, equals, name } = node;
    if (value === undefined) return this.insert(name.span.end, `=${this.writeAt(node)(text)}`);
    if (equals === undefined) return undefined;
    if (value.pieces.length === 0) return this.insert(equals.end, this.writeAt(node)(text));
    return this.within(node, rewritten(value, 0, value.text.length, text, this.writeAt(node)));
  }

  replaceValue(node: ParameterNode, { start, end }: ValueNode, text: string): Edits {
    if (node.value === undefined || node.value.pieces.length === 0) return this.setValue(node, text);
    return this.within(node, rewritten(node.value, start, end, text, this.writeAt(node)));
  }

  /** Takes values out of several, with the `|` between them; the whole parameter with the last one. */
  removeValues(node: ParameterNode, gone: readonly ValueNode[]): Edits {
    const { value } = node;
    const values = value ? multipleValues(value) : [];
    if (value === undefined || gone.length === 0) return undefined;
    if (gone.length === values.length) return this.remove(node);
    return together(
      ...rangesOf(values, new Set(gone.map(({ start }) => start))).map(({ start, end }) =>
        this.within(node, rewritten(value, start, end, '', this.writeAt(node), true)),
      ),
    );
  }

  /** Adds a value to several. */
  appendValue(node: ParameterNode, text: string): Edits {
    const { value } = node;
    if (value === undefined || value.text === '') return this.setValue(node, text);
    const separator = value.text.startsWith(unitSeparator) ? unitSeparator : '|';
    const { length } = value.text;
    return this.within(node, rewritten(value, length, length, separator + text, this.writeAt(node)));
  }

  /** Writes another parameter behind one; without a value, a flag. */
  add(after: ParameterNode, name: string, value?: string): Edits {
    const written = this.written(after, name, value);
    if (this.query.form === 'url') return this.insert(after.span.end, `&${written}`);
    const line = this.block.lines[bodyLinesOf(this.block, after.span).at(-1)!]!;
    return this.insert(line.end, lineEndOf(this.block) + written);
  }

  /** Puts another parameter in place of one. */
  become(node: ParameterNode, name: string, value?: string): Edits {
    if (holdsOtherLines(this.block, node.span)) return undefined;
    return [{ span: node.span, newText: this.written(node, name, value) }];
  }

  /** Two parameters change their values as they are written, variables with them. */
  swapValues(one: ParameterNode, other: ParameterNode): Edits {
    if (!one.value || !other.value || !one.equals || !other.equals) return undefined;
    if ([one, other].some(({ value }) => holdsOtherLines(this.block, value!.span))) return undefined;
    return [
      { span: one.value.span, newText: this.sourceOf(other.value.span) },
      { span: other.value.span, newText: this.sourceOf(one.value.span) },
    ];
  }

  private written(at: ParameterNode, name: string, value: string | undefined): string {
    const wire = this.query.form === 'url' ? writeInUrl(name) : name;
    return value === undefined ? wire : `${wire}=${this.writeAt(at)(value)}`;
  }

  private writeAt({ span }: ParameterNode): Write {
    return this.query.form === 'url' ? writeInUrl : writeInLine(this.scope.variablesAt(span.start));
  }

  private within({ name }: ParameterNode, edit: Edit | undefined): Edits {
    if (edit === undefined || holdsOtherLines(this.block, edit.span)) return undefined;
    return [this.query.form === 'url' ? edit : withoutEmptyLines(this.block, edit, name.span.start)];
  }

  private sourceOf({ start, end }: Span): string {
    return this.block.text.slice(start, end);
  }

  private insert(at: number, newText: string): Edits {
    return [{ span: { start: at, end: at }, newText }];
  }

  private cut(span: Span): Edits {
    return holdsOtherLines(this.block, span) ? undefined : [{ span, newText: '' }];
  }
}
