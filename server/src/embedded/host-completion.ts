import type { Completion } from '../query-file/language/language-service.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import type { EmbeddedQuery, PlacedOffset } from './embedded-query.ts';
import type { Segment } from './hosts/host-value.ts';

/** Returns the offset in a query's text of an offset of the host; for an empty text of the host, the end of its line. */
export function offsetInText(
  { text, entries = [] }: EmbeddedQuery,
  { span }: Segment,
  offset: number,
): number {
  if (span.start < span.end) return text.offsetOf(offset);
  const holder = entries.find(({ host }) => host.span.start <= span.start && span.end <= host.span.end);
  return holder?.line.end ?? text.offsetOf(offset);
}

/** Returns a completion as it is inserted in the host; `[]` = the host cannot hold it there. */
export function hostCompletion(
  { query, segment }: PlacedOffset,
  completion: Completion,
): readonly Completion[] {
  const { edit, snippet, ...rest } = completion;
  const isEmpty = segment.span.start === segment.span.end;
  const span = isEmpty ? segment.span : query.text.sourceOf(edit.span.start, edit.span.end);
  if (span.start < segment.span.start || segment.span.end < span.end) return [];
  const plain = snippet === true ? withoutPlaceholders(edit.newText) : edit.newText;
  // The host has the name of a parameter and its value in separate texts.
  const text = query.entries === undefined ? plain : plain.replace(/=$/, '');
  if (query.entries !== undefined && /[\r\n]/.test(text)) return [];
  const newText = segment.encode(text);
  return newText === undefined ? [] : [{ ...rest, edit: { span, newText } }];
}
