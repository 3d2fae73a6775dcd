import type { Edit } from '#shared/base/text/problem.ts';
import { type Span, trimmed } from '#shared/base/text/span.ts';
import type { QueryBlock } from './block.ts';

/** Body lines that a span touches, as indices into the block's lines; comments between them are left out. */
export const bodyLinesOf = ({ lines }: QueryBlock, { start, end }: Span): number[] =>
  lines.flatMap((line, index) =>
    line.kind === 'body' && line.start <= end && line.end >= start ? [index] : [],
  );

/** True where a span includes a line that is not part of the body and would be removed with it. */
export const holdsOtherLines = ({ lines }: QueryBlock, { start, end }: Span): boolean =>
  lines.some(line => line.kind !== 'body' && line.kind !== 'blank' && line.start < end && line.end > start);

/** Edits that take out whole lines with their line ends. */
export function withoutLines({ lines }: QueryBlock, indices: readonly number[]): Edit[] {
  const runs: { from: number; to: number }[] = [];
  for (const index of indices) {
    const run = runs.at(-1);
    if (run?.to === index - 1) run.to = index;
    else runs.push({ from: index, to: index });
  }
  return runs.map(({ from, to }) => {
    const next = lines[to + 1];
    const start = next || from === 0 ? lines[from]!.start : lines[from - 1]!.end;
    return { span: { start, end: next?.start ?? lines[to]!.end }, newText: '' };
  });
}

/** An edit that removes all text of the lines after the first one removes the lines, too. */
export function withoutEmptyLines(block: QueryBlock, edit: Edit, first: number): Edit {
  const { start, end } = edit.span;
  const indices = bodyLinesOf(block, edit.span);
  const [from, to] = [block.lines[indices[0]!], block.lines[indices.at(-1)!]];
  if (edit.newText !== '' || !from || !to || from.start <= first) return edit;
  const isWhole =
    trimmed(block.text, from.start, from.end).span.start === start &&
    trimmed(block.text, to.start, to.end).span.end === end;
  return isWhole ? (withoutLines(block, indices)[0] ?? edit) : edit;
}

/** The line end that this text uses; `\n` in a text of one line. */
export const lineEndOf = ({ text }: QueryBlock): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
