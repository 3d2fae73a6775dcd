/** Queries of a text in another one: a fence of Markdown, a cell of a notebook, a script in HTML or YAML. */
import { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { EmbeddedQuery } from './embedded-query.ts';
import type { HostEntry, HostText, HostValue, Segment } from './hosts/host-value.ts';

/** Returns the queries of a text that is in a language of its own, at their places in the source around it. */
export const nestedQueries = (read: Reader, { text, segments }: NestedText): readonly EmbeddedQuery[] =>
  read(text.text).map(query => new Nesting(text, segments).query(query));

/** Returns the queries of a part of a source, whose text is written as it is. */
export const partQueries = (read: Reader, text: string, start: number): readonly EmbeddedQuery[] =>
  nestedQueries(read, { text: MappedText.literal(text, start), segments: [] });

type Reader = (code: string) => readonly EmbeddedQuery[];

/** The text, and the parts of the source with it; `[]` = the text is written as it is. */
type NestedText = Pick<HostText, 'text' | 'segments'>;

class Nesting {
  readonly #outer: MappedText;
  readonly #segments: readonly Segment[];

  constructor(outer: MappedText, segments: readonly Segment[]) {
    this.#outer = outer;
    this.#segments = segments;
  }

  query(query: EmbeddedQuery): EmbeddedQuery {
    const { text, segments, entries } = query;
    return {
      ...query,
      text: this.#text(text),
      segments: segments.map(segment => this.#segment(segment)),
      ...(entries && {
        entries: entries.map(({ host, line }) => ({ host: this.#entry(host), line })),
      }),
    };
  }

  #span({ start, end }: Span): Span {
    return this.#outer.sourceOf(start, end);
  }

  #text({ text, span, pieces }: MappedText): MappedText {
    const moved = pieces.flatMap(piece =>
      piece.literal
        ? this.#outer
            .slice(piece.source.start, piece.source.end)
            .pieces.map(outer => ({ ...outer, start: piece.start + outer.start }))
        : [{ ...piece, source: this.#span(piece.source) }],
    );
    return new MappedText(text, this.#span(span), moved);
  }

  #segment({ span, encode }: Segment): Segment {
    const moved = this.#span(span);
    // Segments are in order, so the first that ends at or after the place has it.
    const outer = this.#segments.find(segment => moved.start <= segment.span.end);
    if (outer === undefined) return { span: moved, encode };
    return {
      span: moved,
      encode: text => {
        const written = encode(text);
        return written === undefined ? undefined : outer.encode(written);
      },
    };
  }

  #hostText(value: HostText): HostText {
    return {
      ...value,
      span: this.#span(value.span),
      text: this.#text(value.text),
      segments: value.segments.map(segment => this.#segment(segment)),
    };
  }

  #entry({ key, value, span }: HostEntry): HostEntry {
    return {
      ...(key && { key: this.#hostText(key) }),
      value: this.#value(value),
      span: this.#span(span),
    };
  }

  #value(value: HostValue): HostValue {
    const span = this.#span(value.span);
    switch (value.kind) {
      case 'text':
        return this.#hostText(value);
      case 'list':
        return { ...value, span, items: value.items.map(item => this.#value(item)) };
      case 'map':
        return { ...value, span, entries: value.entries.map(entry => this.#entry(entry)) };
      case 'word':
      case 'unknown':
        return { ...value, span };
    }
  }
}
