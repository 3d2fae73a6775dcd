/** Moves queries that were found in a part of a source. */
import { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { EmbeddedQuery } from './embedded-query.ts';
import type { HostEntry, HostText, HostValue, Segment } from './hosts/host-value.ts';

/**
 * Moves a query of a part of a source to its places in the whole source.
 *
 * @param by the offset of the part
 */
export function shiftedQuery(query: EmbeddedQuery, by: number): EmbeddedQuery {
  const { text, segments, entries } = query;
  return {
    ...query,
    text: shiftedText(text, by),
    segments: segments.map(segment => shiftedSegment(segment, by)),
    ...(entries && {
      entries: entries.map(({ host, line }) => ({ host: shiftedEntry(host, by), line })),
    }),
  };
}

export const shifted = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

const shiftedText = ({ text, span, pieces }: MappedText, by: number): MappedText =>
  new MappedText(
    text,
    shifted(span, by),
    pieces.map(piece => ({ ...piece, source: shifted(piece.source, by) })),
  );

const shiftedSegment = ({ span, encode }: Segment, by: number): Segment => ({
  span: shifted(span, by),
  encode,
});

const shiftedHostText = (value: HostText, by: number): HostText => ({
  ...value,
  span: shifted(value.span, by),
  text: shiftedText(value.text, by),
  segments: value.segments.map(segment => shiftedSegment(segment, by)),
});

const shiftedEntry = ({ key, value, span }: HostEntry, by: number): HostEntry => ({
  ...(key && { key: shiftedHostText(key, by) }),
  value: shiftedValue(value, by),
  span: shifted(span, by),
});

function shiftedValue(value: HostValue, by: number): HostValue {
  switch (value.kind) {
    case 'text':
      return shiftedHostText(value, by);
    case 'list':
      return {
        ...value,
        span: shifted(value.span, by),
        items: value.items.map(item => shiftedValue(item, by)),
      };
    case 'map':
      return {
        ...value,
        span: shifted(value.span, by),
        entries: value.entries.map(entry => shiftedEntry(entry, by)),
      };
    case 'word':
    case 'unknown':
      return { ...value, span: shifted(value.span, by) };
  }
}
