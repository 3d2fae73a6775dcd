import type { Fence } from './fences.ts';
import type { FencedQuery, Runbook } from './runbook.ts';

/** A fence and whether an offset is in one of the lines between those that open and close it. */
export interface FenceAt {
  readonly fence: Fence;
  readonly isContent: boolean;
}

/** The fence that has an offset of the file in one of its lines; one that nothing closes goes on to the end of the file. */
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

/** The query that an offset of the file means: in a fence the one that has it, or else the first. */
export function queryAt(runbook: Runbook, offset: number): FencedQuery | undefined {
  const found = fenceAt(runbook, offset);
  const own = runbook.queries.filter(
    (query): query is FencedQuery => query.language !== 'sql' && query.fence === found?.fence,
  );
  return own.findLast(({ start }) => start <= offset) ?? own[0];
}

const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
