import { chainOf } from './references.ts';
import { columnProblems } from './source-columns.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { LanguageService, QueryContext } from '../language/language-service.ts';
import type { FileSyntax, PlacedBlock, QueryDocument } from '../query-document.ts';
import { manyQueries, uncachedView } from './uncached-view.ts';

/** The parts of a language that read the queries whose rows are used. */
export interface ReferenceChecker {
  readonly service: Pick<LanguageService, 'resultColumns' | 'bracesAccepted'>;
  readonly syntax: FileSyntax;
}

/** Whether the queries of a document are few enough, with those beside it, to check how they use each other's rows. */
export const canCheckReferences = ({ beside }: QueryDocument): boolean =>
  beside.reduce((sum, { blocks }) => sum + blocks.length, 0) <= manyQueries;

/**
 * Checks a query's use of another query's rows, as far as it is known before one of them runs; `[]` also where the
 * document has more than `manyQueries`.
 */
export function referenceProblems(
  document: QueryDocument,
  placed: PlacedBlock,
  { service, syntax }: ReferenceChecker,
  context: QueryContext,
): readonly Problem[] {
  if (!placed.block.text.includes('{{')) return [];
  if (!canCheckReferences(document)) return [];
  const isTracker = document.languageId === 'jql';
  const view = uncachedView(placed.block, document.headerOf(placed.block), syntax);
  const chain = chainOf(document, placed, service.bracesAccepted(view, context));
  if (chain === undefined) return [];
  if ('code' in chain) return [chain];
  const { block, document: its } = chain.source;
  if (!block.isReadable) return [];
  const predicted = service.resultColumns(uncachedView(block, its.headerOf(block), syntax), context);
  return columnProblems(chain.reference, { predicted: predicted }, isTracker);
}
