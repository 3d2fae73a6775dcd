/** Reads literals of host languages as texts with variables for their computed parts. */
import { type MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { PlaceholderNames } from '../placeholder-names.ts';
import type { HostText, HostValue, Segment } from './host-value.ts';

/** Returns the text and the length of an escape at an offset; `undefined` = no escape is there. */
export type EscapeReader = (
  source: string,
  at: number,
) => { readonly text: string; readonly length: number } | undefined;

/** How the inside of a literal is read. */
export interface Reading {
  readonly escape?: EscapeReader;
  /** The computed parts, in order. */
  readonly placeholders?: readonly Span[];
}

/**
 * Placeholders that the program replaces later: `{}`, `{name}`, `{{ name }}`, `${name}`, `%s`, `%(name)s`, `%1$s`, `<NAME>`. `%d` with a hexadecimal
 * digit after it is a part of a URL.
 */
const later =
  /\$?\{\{[^{}\r\n]{0,200}\}\}|[$#]?\{[\w.!: \-[\]'"()]{0,100}\}|%\(\w{1,60}\)[sdr]|%\d?\$?[srqv](?![0-9A-Fa-f]{2})|%\d\$d|%d(?![0-9A-Fa-f])|<[A-Z][A-Z_-]{2,40}>|@@\w{1,40}@@/g;

/** Reads the texts of literals, with variables for their computed parts. */
export class TextReader {
  readonly #source: string;
  readonly #names: PlaceholderNames;
  readonly #isCode: boolean;

  /** @param isCode the texts are code of another language, which has placeholders of its own */
  constructor(source: string, names: PlaceholderNames, isCode = false) {
    this.#source = source;
    this.#names = names;
    this.#isCode = isCode;
  }

  /** Returns the text between two offsets of a literal. */
  content(span: Span, { escape, placeholders = [] }: Reading): MappedText {
    const builder = new MappedTextBuilder();
    let at = span.start;
    let done = at;
    let next = 0;
    const flush = (): void => this.#literal(builder, done, at);
    while (at < span.end) {
      const placeholder = placeholders[next];
      if (placeholder !== undefined && at >= placeholder.start) {
        flush();
        this.placeholder(builder, placeholder);
        at = Math.max(placeholder.end, at + 1);
        done = at;
        next++;
        continue;
      }
      const escaped = escape?.(this.#source, at);
      if (escaped === undefined) {
        at++;
        continue;
      }
      flush();
      builder.replaced(escaped.text, { start: at, end: Math.min(at + escaped.length, span.end) });
      at += escaped.length;
      done = at;
    }
    at = span.end;
    flush();
    return builder.build(span);
  }

  /** Appends a variable for a computed part of the source. */
  placeholder(builder: MappedTextBuilder, span: Span): void {
    const name = this.#names.of(this.#source.slice(span.start, span.end));
    builder.replaced(`{{${name}}}`, span, name);
  }

  #literal(builder: MappedTextBuilder, start: number, end: number): void {
    if (start >= end) return;
    let done = start;
    const matches = this.#isCode ? [] : this.#source.slice(start, end).matchAll(later);
    for (const match of matches) {
      const from = start + match.index;
      builder.literal(this.#source, done, from);
      this.placeholder(builder, { start: from, end: from + match[0].length });
      done = from + match[0].length;
    }
    builder.literal(this.#source, done, end);
  }

  /** A literal of one segment. */
  literal(span: Span, content: Span, reading: Reading, encode: Segment['encode']): HostText {
    return {
      kind: 'text',
      span,
      text: this.content(content, reading),
      segments: [{ span: content, encode }],
    };
  }

  /** Joins values to one text, with a separator between them; `undefined` = none of them is a text. */
  joined(span: Span, values: readonly HostValue[], separator = ''): HostText | undefined {
    if (!values.some(({ kind }) => kind === 'text')) return undefined;
    const builder = new MappedTextBuilder();
    const segments: Segment[] = [];
    for (const [index, value] of values.entries()) {
      const before = values[index - 1];
      if (before !== undefined && separator !== '')
        builder.replaced(separator, { start: before.span.end, end: value.span.start });
      if (value.kind === 'text') {
        builder.append(value.text);
        segments.push(...value.segments);
      } else if (value.kind === 'word') builder.replaced(value.text, value.span);
      else this.placeholder(builder, value.span);
    }
    return { kind: 'text', span, text: builder.build(span), segments };
  }
}

/** Returns a text without variables; `undefined` = it has some, or the value is not a text. */
export function plainText(value: HostValue | undefined): string | undefined {
  if (value?.kind !== 'text') return undefined;
  return isLiteral(value.text) ? value.text.text : undefined;
}

const isLiteral = ({ pieces }: MappedText): boolean => pieces.every(({ variable }) => variable === undefined);
