import type { OutlineNode } from '../language/service.ts';
import type { QueryBlock } from '../queryfile/block.ts';

/** What a query's node in the outline is called, and where it stands: its title, its name, or its first line. */
export function outlineTitleParts(
  block: QueryBlock,
): Pick<OutlineNode, 'name' | 'detail' | 'span' | 'nameSpan'> {
  const { text, body, lines } = block;
  const given = block.title ?? block.directives.find(({ key }) => key.text === 'name')?.value;
  const first = lines.find(({ kind }) => kind === 'body') ?? lines[0]!;
  const nameSpan = given && given.text !== '' ? given.span : { start: first.start, end: first.end };
  const name = text.slice(nameSpan.start, nameSpan.end).trim();
  const start = block.separated
    ? 0
    : Math.min(
        nameSpan.start,
        body?.start ?? nameSpan.start,
        block.variables[0]?.span.start ?? nameSpan.start,
      );
  return {
    name: name || '###',
    detail: '',
    span: { start, end: Math.max(text.trimEnd().length, nameSpan.end) },
    nameSpan,
  };
}
