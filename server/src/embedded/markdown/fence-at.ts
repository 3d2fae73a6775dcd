import type { Fence } from './fences.ts';
import type { FencedQuery, Runbook } from './runbook.ts';

/** A fence and whether an offset is in one of the lines between those that open and close it. */
export interface FenceAt {
  readonly fence: Fence;
  readonly isContent: boolean;
}

/** Returns the fence with an offset of the file in its lines; an unclosed fence extends to the end of the file. */
export function fenceAt(
  { fences, text }: Pick<Runbook, 'fences' | 'text'>,
  offset: number,
): FenceAt | undefined {
  const fence = fences.findLast(({ span }) => span.start <= offset);
  if (fence === undefined) return undefined;
  const { isClosed, span, opening } = fence;
  const end = isClosed || fence !== fences.at(-1) ? span.end : text.length;
  if (offset > end) return undefined;
  const isAbove = offset <= opening.end;
  const isBelow = isClosed && offset >= lineStart(text, span.end);
  return { fence, isContent: !isAbove && !isBelow };
}

/** Returns the query that a command at an offset means: the one at the offset, else the first of the fence. */
export function queryAt(runbook: Runbook, offset: number): FencedQuery | undefined {
  const place = fenceAt(runbook, offset);
  const queries = runbook.queries.filter(
    (query): query is FencedQuery => query.language !== 'sql' && query.fence === place?.fence,
  );
  return queries.findLast(({ start }) => start <= offset) ?? queries[0];
}

const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
