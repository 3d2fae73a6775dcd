/** Edits that write results below their fences, between markers. */
import type { Edit } from '#shared/base/text/problem.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import { endMarker, type Fence, findFences, startMarker } from './fences.ts';

/** Returns the edit that writes a result below its fence, in place of the previous one. */
export function resultEdit(text: string, fence: Fence, markdown: string): Edit {
  const lines = [startMarker, '', ...markdown.split('\n'), '', endMarker];
  const end = lineEndOf(text, fence);
  const quoted = fence.prefix.trimEnd();
  const newLines = lines.map((line, index) => {
    if (index === 0) return line;
    return `${end}${line === '' ? quoted : fence.prefix + line}`;
  });
  if (fence.result) return { span: fence.result.span, newText: newLines.join('') };
  const at = fence.span.end;
  const newText = `${end}${quoted}${end}${fence.prefix}${newLines.join('')}`;
  return { span: { start: at, end: at }, newText };
}

/** A result and its fence. */
export interface FenceResult {
  readonly fence: Fence;
  readonly markdown: string;
}

/**
 * Returns the first fence that the written text does not have unchanged with its result below it, so that the next run would
 * write another result; `undefined` = no such fence.
 *
 * @param fences all of the text
 */
export function lostFence(
  text: string,
  fences: readonly Fence[],
  results: readonly FenceResult[],
): Fence | undefined {
  const newText = applyEdits(
    text,
    results.map(({ fence, markdown }) => resultEdit(text, fence, markdown)),
  );
  const fencesAfter = findFences(newText);
  const isKept = (fence: Fence, index: number): boolean => {
    const after = fencesAfter[index];
    if (after?.language !== fence.language || contentOf(newText, after) !== contentOf(text, fence))
      return false;
    const result = results.find(candidate => candidate.fence === fence);
    if (result === undefined) return (after.result === undefined) === (fence.result === undefined);
    return (
      after.result?.isClosed === true &&
      staleEdits(newText, [resultEdit(newText, after, result.markdown)]).length === 0
    );
  };
  const lost = fences.find((fence, index) => !isKept(fence, index));
  return lost ?? (fencesAfter.length > fences.length ? fences.at(-1) : undefined);
}

const contentOf = (text: string, { content }: Fence): string =>
  content.map(({ start, end }) => text.slice(start, end)).join('');

/** The line end of the line that opens the fence. */
function lineEndOf(text: string, { opening: { end } }: Fence): string {
  if (text[end] === '\n') return '\n';
  return text[end + 1] === '\n' ? '\r\n' : '\r';
}

/** Returns the edits that change something. */
export const staleEdits = (text: string, edits: readonly Edit[]): readonly Edit[] =>
  edits.filter(({ span, newText }) => text.slice(span.start, span.end) !== newText);
