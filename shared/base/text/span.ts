/** A range of a text in UTF-16 code units, as in LSP; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a text and its place. */
export interface Token {
  readonly text: string;
  readonly span: Span;
}

/** True where the offset lies in the span or touches either end, as a cursor does. */
export const touches = (span: Span, offset: number): boolean => span.start <= offset && offset <= span.end;

/**
 * The index of the first item for which a test holds; the number of items where it holds for none.
 *
 * @param items a list in which the test holds for every item after one for which it holds
 */
export function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The part of a text between two offsets, without blanks at both ends. Nothing but blanks = an empty token at `start`. */
export function trimmed(text: string, start: number, end: number): Token {
  let from = start;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return from === to
    ? { text: '', span: { start, end: start } }
    : { text: text.slice(from, to), span: { start: from, end: to } };
}

/** A blank inside a line: space, tab, line ends, no-break space and the byte-order mark. */
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

/** Removes the spans that do not contain the span before them or are not larger than it. */
export const nestedSpans = (spans: readonly Span[]): Span[] =>
  spans.filter((span, index) => index === 0 || holdsMore(span, spans[index - 1]!));

const holdsMore = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
