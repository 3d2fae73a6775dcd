/** Where results are written: below their fences, between markers. */
import type { Edit } from '../language/problem.ts';
import type { Fence } from './fences.ts';
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

/** How the line that opens the fence ends; it is followed by another line. */
function lineEndOf(text: string, { opening: { end } }: Fence): string {
  if (text[end] === '\n') return '\n';
  return text[end + 1] === '\n' ? '\r\n' : '\r';
}

/** The edits that change something. */
export const staleEdits = (text: string, edits: readonly Edit[]): readonly Edit[] =>
  edits.filter(({ span, newText }) => text.slice(span.start, span.end) !== newText);
