import type { Edit } from '#shared/base/text/problem.ts';
import { firstIndex, type Span, trimmed } from '#shared/base/text/span.ts';
import type { Line, QueryBlock } from './block.ts';

/** The lines that a span touches, with their indices. */
function* linesAt(
  { lines }: QueryBlock,
  { start, end }: Span,
): Generator<readonly [index: number, line: Line]> {
  for (let index = firstIndex(lines, line => line.end >= start); index < lines.length; index++) {
    if (lines[index]!.start > end) return;
    yield [index, lines[index]!];
  }
}

/** Body lines that a span touches, as indices into the block's lines; comments between them are left out. */
export const bodyLinesOf = (block: QueryBlock, span: Span): number[] =>
  Array.from(linesAt(block, span)).flatMap(([index, { kind }]) => (kind === 'body' ? [index] : []));

/** True where a span includes a line that is not part of the body and would be removed with it. */
export const holdsOtherLines = (block: QueryBlock, span: Span): boolean =>
  Array.from(linesAt(block, span)).some(
    ([, { kind, start, end }]) => kind !== 'body' && kind !== 'blank' && start < span.end && end > span.start,
  );

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

/**
 * Where an edit empties whole lines, it removes them.
 *
 * @param kept an offset: its line and those before it stay
 */
export function withoutEmptyLines(block: QueryBlock, edit: Edit, kept: number): Edit {
  const { start, end } = edit.span;
  const indices = bodyLinesOf(block, edit.span);
  const [from, to] = [block.lines[indices[0]!], block.lines[indices.at(-1)!]];
  if (edit.newText !== '' || !from || !to || from.start <= kept) return edit;
  const isWhole =
    trimmed(block.text, from.start, from.end).span.start === start &&
    trimmed(block.text, to.start, to.end).span.end === end;
  return isWhole ? (withoutLines(block, indices)[0] ?? edit) : edit;
}

/** The line end that this text uses; `\n` in a text of one line. */
export const lineEndOf = ({ text }: QueryBlock): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
