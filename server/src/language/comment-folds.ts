import type { QueryBlock } from '../queryfile/block.ts';
import type { Span } from './span.ts';

/** The consecutive comments of a block, each run as one span. */
export function commentRuns({ lines }: QueryBlock): Span[] {
  const runs: Span[] = [];
  let run: Span | undefined;
  for (const { kind, start, end } of lines) {
    if (kind === 'comment') run = { start: run?.start ?? start, end };
    else if (run) {
      runs.push(run);
      run = undefined;
    }
  }
  return run ? [...runs, run] : runs;
}
