import type { QueryDocument } from '../../queryfile/query-document.ts';
import type { NamePlace } from '../../queryfile/variable-references.ts';
import type { VariablePlace } from '../documents/document-kind.ts';

/** The places of a variable as ranges of its document, query by query. */
export function* variableRanges(
  document: QueryDocument,
  placesByQuery: Iterable<readonly NamePlace[]>,
): Generator<VariablePlace[]> {
  for (const places of placesByQuery)
    yield places.map(({ placed, span, definition }) => ({
      range: document.rangeIn(placed, span),
      isDefinition: definition,
    }));
}
