import type { HostText } from '../embedded/host-value.ts';

/** A text, and its segments in the source. */
type Written = Pick<HostText, 'text' | 'segments'>;

/** The opening quotes of a literal without interpolation. */
const plainQuotes = /(?:^|[^\w`])[rbu]*(?:'''|"""|'|")$/i;
const longestQuotes = 8;
/** Calls that fill in a text, after it or before it. */
const filledAfter =
  /^['"]{1,3}\s*(?:%|\.(?:format|format_map|replace|replaceAll|substitute|safe_substitute)\b)/;
const filledBefore = /(?:sprintf|format|Template)\(\s*[rbu]*['"]{1,3}$/i;
const around = 40;

/**
 * The text as the code has it; `undefined` = the language or a call beside it fills in a placeholder. A placeholder that
 * nothing fills in, such as `{{x}}` or `%s`, is text too.
 */
export function plainLiteral({ text, segments }: Written, source: string): string | undefined {
  let plain = '';
  for (const [index, piece] of text.pieces.entries()) {
    const { start, end } = piece.source;
    const written = text.text.slice(piece.start, text.pieces[index + 1]?.start);
    if (piece.variable === undefined) {
      plain += written;
      continue;
    }
    const segment = segments.find(({ span }) => span.start <= start && end <= span.end)?.span;
    if (segment === undefined) return undefined;
    const before = source.slice(Math.max(0, segment.start - around), segment.start);
    const after = source.slice(segment.end, segment.end + around);
    if (
      !plainQuotes.test(before.slice(-longestQuotes)) ||
      filledBefore.test(before) ||
      filledAfter.test(after)
    )
      return undefined;
    plain += source.slice(start, end);
  }
  return plain;
}
