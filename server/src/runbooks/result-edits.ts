/** Where results are written: below their fences, between markers. */
import type { Edit } from '../language/problem.ts';
import { applyEdits } from '../language/edits.ts';
import { type Fence, findFences } from './fences.ts';
import { endMarker, startMarker } from './result-markers.ts';

/** The edit that writes a result below its fence, in the place of the one before. Other text stays as it is. */
export function resultEdit(text: string, fence: Fence, markdown: string): Edit {
  const lines = [startMarker, '', ...markdown.split('\n'), '', endMarker];
  const end = lineEndOf(text, fence);
  const quoted = fence.prefix.trimEnd();
  const written = lines.map((line, index) => {
    if (index === 0) return line;
    return `${end}${line === '' ? quoted : fence.prefix + line}`;
  });
  if (fence.result) return { span: fence.result.span, newText: written.join('') };
  const at = fence.span.end;
  const newText = `${end}${quoted}${end}${fence.prefix}${written.join('')}`;
  return { span: { start: at, end: at }, newText };
}

/** A result and where it belongs. */
export interface FenceResult {
  readonly fence: Fence;
  readonly markdown: string;
}

/**
 * The first fence that the written text does not have again as it was, with the result below it as it was written: the next
 * run would write another one. `undefined` = all are found again.
 *
 * @param fences all of the text
 */
export function lostFence(
  text: string,
  fences: readonly Fence[],
  results: readonly FenceResult[],
): Fence | undefined {
  const written = applyEdits(
    text,
    results.map(({ fence, markdown }) => resultEdit(text, fence, markdown)),
  );
  const found = findFences(written);
  const isKept = (fence: Fence, index: number): boolean => {
    const again = found[index];
    if (again?.language !== fence.language || contentOf(written, again) !== contentOf(text, fence))
      return false;
    const own = results.find(each => each.fence === fence);
    if (own === undefined) return (again.result === undefined) === (fence.result === undefined);
    return (
      again.result?.isClosed === true &&
      staleEdits(written, [resultEdit(written, again, own.markdown)]).length === 0
    );
  };
  const lost = fences.find((fence, index) => !isKept(fence, index));
  return lost ?? (found.length > fences.length ? fences.at(-1) : undefined);
}

const contentOf = (text: string, { content }: Fence): string =>
  content.map(({ start, end }) => text.slice(start, end)).join('');

/** How the line that opens the fence ends; it is followed by another line. */
function lineEndOf(text: string, { opening: { end } }: Fence): string {
  if (text[end] === '\n') return '\n';
  return text[end + 1] === '\n' ? '\r\n' : '\r';
}

/** The edits that change something. */
export const staleEdits = (text: string, edits: readonly Edit[]): readonly Edit[] =>
  edits.filter(({ span, newText }) => text.slice(span.start, span.end) !== newText);
