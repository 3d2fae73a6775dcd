import { blockStarts } from '../../query-file/checking/check-text.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { type LabelledQuery, labelledQueries } from '../../query-file/query-names.ts';
import type { Surroundings } from './read-options.ts';

/** A part of a text, and the offset at which it begins. */
export interface PlacedView {
  readonly view: QueryView;
  readonly start: number;
}

/** A query of a text. */
export interface PlacedQuery extends LabelledQuery, PlacedView {}

/** Returns the queries of a text, without those that are too long to be read. */
export function placedQueries(text: string, { language, languageId }: Surroundings): readonly PlacedQuery[] {
  const document = new QueryDocument('', languageId, 1, text, language.syntax);
  const starts = blockStarts(document);
  return labelledQueries(document)
    .filter(({ index }) => document.blocks[index]!.isReadable)
    .map(query => ({
      ...query,
      start: starts[query.index]!,
      view: uncachedView(document.blocks[query.index]!, document.header, language.syntax),
    }));
}

/** Returns the part of a text that an offset is in: a query, or what precedes them; `undefined` = it is too long to be read. */
export function viewAt(
  text: string,
  offset: number,
  { language, languageId }: Surroundings,
): PlacedView | undefined {
  const document = new QueryDocument('', languageId, 1, text, language.syntax);
  const starts = blockStarts(document);
  const index = starts.findLastIndex(start => start <= offset);
  const block = document.blocks[index]!;
  if (!block.isReadable) return undefined;
  return { view: uncachedView(block, document.header, language.syntax), start: starts[index]! };
}
