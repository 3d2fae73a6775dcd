import type { Edit } from '../../language/problem.ts';
import type { QueryView } from '../../language/service.ts';
import { trimmed } from '../../language/span.ts';
import { bodyLinesOf, holdsOtherLines, lineEndOf } from '../../queryfile/line-edits.ts';
import type { ParameterNode } from '../nodes.ts';
import { multipleValues } from '../values/list.ts';

/** Puts each value of a list on its own line; empty if they are, or if they have another separator. */
export function valuesToLines({ block }: QueryView, { value }: ParameterNode): readonly Edit[] {
  if (value === undefined) return [];
  const before = `${lineEndOf(block)}  `;
  return multipleValues(value)
    .slice(1)
    .flatMap(({ start }) => {
      const { start: at, end } = value.sourceOf(start - 1, start);
      const onItsOwn = /[\r\n][^\S\r\n]*$/.test(block.text.slice(0, at));
      return block.text.slice(at, end) !== '|' || onItsOwn
        ? []
        : [{ span: { start: at, end: at }, newText: before }];
    });
}

/** Puts all values of a parameter on the line of its name; empty if they are, or if there are comments between them. */
export function valuesToLine({ block }: QueryView, { span }: ParameterNode): readonly Edit[] {
  if (holdsOtherLines(block, span)) return [];
  const parts = bodyLinesOf(block, span).map(
    index => trimmed(block.text, block.lines[index]!.start, block.lines[index]!.end).span,
  );
  return parts
    .slice(1)
    .map(({ start }, index) => ({ span: { start: parts[index]!.end, end: start }, newText: '' }));
}
