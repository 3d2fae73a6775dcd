import { MappedText } from '../language/mapped-text.ts';
import type { HostText } from './host-value.ts';

/** A part of a text of a host, with what can be written of it. @param start in the text, as `end` */
export function sliceText({ text, segments }: HostText, start: number, end: number): HostText {
  const part = text.slice(start, end);
  const span =
    start === end
      ? { start: text.sourceOf(start, start).start, end: text.sourceOf(start, start).start }
      : part.span;
  return {
    kind: 'text',
    span,
    text: new MappedText(part.text, span, part.pieces),
    segments: segments.flatMap(segment => {
      const from = Math.max(segment.span.start, span.start);
      const to = Math.min(segment.span.end, span.end);
      return from > to
        ? []
        : [{ span: { start: from, end: to }, encode: (written: string) => segment.encode(written) }];
    }),
  };
}
