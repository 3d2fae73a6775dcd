import type { Span } from '../../language/span.ts';
import type { ValueNode } from '../nodes.ts';

/** The parts of a mapped text to cut so that some of several values go with a `|` each; values side by side go together. */
export function rangesOf(values: readonly ValueNode[], gone: ReadonlySet<number>): Span[] {
  const ranges: Span[] = [];
  for (let first = 0; first < values.length; first++) {
    if (!gone.has(values[first]!.start)) continue;
    let last = first;
    while (last + 1 < values.length && gone.has(values[last + 1]!.start)) last++;
    const next = values[last + 1];
    ranges.push(
      first === 0 && next
        ? { start: values[0]!.start, end: next.start }
        : { start: values[first]!.start - 1, end: values[last]!.end },
    );
    first = last;
  }
  return ranges;
}
