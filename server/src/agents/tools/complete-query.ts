import * as v from 'valibot';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import { type AgentDocument, readDocument } from './agent-queries.ts';
import type { AgentDependencies } from '../dependencies.ts';
import { givenText, name, wholeNumber } from '../given-arguments.ts';
import { Refusal } from '../refusal.ts';
import { shownPart } from '../bounded.ts';
import { agentTool, type Outcome } from '../tool.ts';

const schema = v.strictObject({
  ...givenText,
  line: v.exactOptional(wholeNumber(1_000_000)),
  column: v.exactOptional(wholeNumber(1_000_000)),
  site: v.exactOptional(name),
  matching: v.exactOptional(name),
  limit: v.exactOptional(wholeNumber(500)),
});

const usualLimit = 50;

/** Lists completions at a position in a query. */
export const completeQuery = (dependencies: AgentDependencies) =>
  agentTool(schema, async (input): Promise<Outcome> => {
    const document = await readDocument(dependencies, input);
    const lowerText = input.matching?.toLowerCase() ?? '';
    const entries = completionsAt(document, input).filter(({ label }) =>
      label.toLowerCase().includes(lowerText),
    );
    const shown = entries.slice(0, input.limit ?? usualLimit);
    return {
      ...shownPart('complete', 'entry', shown.length, entries.length),
      data: { entries: shown },
    };
  });

function completionsAt(
  { document, language, context }: AgentDocument,
  { line = document.lineCount, column }: v.InferOutput<typeof schema>,
) {
  if (line > document.lineCount)
    throw new Refusal('line', { line, lines: document.lineCount }, {}, { line: document.lineCount });
  const placed = document.blockAt(line - 1);
  const character = column === undefined ? Number.MAX_SAFE_INTEGER : column - 1;
  const offset = document.offsetIn(placed, { line: line - 1, character });
  const view = uncachedView(placed.block, document.header, language.syntax);
  return language.service
    .complete(view, offset, context)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ label, kind, detail, deprecated, edit, snippet }) => ({
      label,
      kind,
      ...(detail !== undefined && { detail }),
      ...(deprecated === true && { deprecated }),
      ...(snippet !== true && edit.newText !== label && { inserts: edit.newText }),
    }));
}
