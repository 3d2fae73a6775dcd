import type { QueryBlock } from '../block.ts';
import type { OutlineNode } from './language-service.ts';
import type { Span } from '#shared/base/text/span.ts';

/** A node of the outline that holds no others. */
export const leaf = (
  name: string,
  detail: string,
  kind: OutlineNode['kind'],
  span: Span,
  nameSpan: Span,
): OutlineNode => ({ name, detail, kind, span, nameSpan, children: [] });

/** A leaf for each variable that a block defines. */
export const variableLeaves = ({ variables }: QueryBlock): OutlineNode[] =>
  variables.map(({ span, name, value }) => leaf(`@${name.text}`, value.text, 'variable', span, name.span));

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
