import { queryTitle } from '../common/queries/query-title.ts';
import type { OutlineNode } from '../language/service.ts';
import type { QueryBlock } from '../queryfile/block.ts';

/** What a query's node in the outline is called, and its place: its title, its name, or its first line. */
export function outlineTitleParts(
  block: QueryBlock,
): Pick<OutlineNode, 'name' | 'detail' | 'span' | 'nameSpan'> {
  const { text, body, lines } = block;
  const title = queryTitle(block);
  const first = lines[0]!;
  const nameSpan = title?.span ?? { start: first.start, end: first.end };
  const start = block.separated
    ? 0
    : Math.min(
        nameSpan.start,
        body?.start ?? nameSpan.start,
        block.variables[0]?.span.start ?? nameSpan.start,
      );
  return {
    name: title?.text || '###',
    detail: '',
    span: { start, end: Math.max(text.trimEnd().length, nameSpan.end) },
    nameSpan,
  };
}
