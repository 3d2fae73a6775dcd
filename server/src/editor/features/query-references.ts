import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import { queryTitle } from '#shared/base/queries/query-title.ts';
import type { QueryReference } from '#shared/protocol/run.ts';
import { expectOptions } from '../../query-file/options/expect-option.ts';
import { nameOf } from '../../query-file/query-names.ts';
import { watchOption } from '../../query-file/options/watch-option.ts';
import { type OpenFile, readableBlocks } from '../documents/query-views.ts';

/** The queries of a file that can be listed and run, in its order. */
export function* queryReferences({ document, language }: OpenFile): Generator<QueryReference[]> {
  for (const placed of readableBlocks(document)) {
    const view = uncachedView(placed.block, document.headerOf(placed.block), language.syntax);
    const range = document.rangeIn(placed, { start: 0, end: placed.block.text.length });
    const title = queryTitle(view.block)?.text ?? '';
    const watch = watchOption(view.scope);
    const name = nameOf(view.block)?.value.text;
    const query: QueryReference = {
      title,
      range,
      ...(name !== undefined && { name }),
      ...(expectOptions(view.scope).length > 0 && { isExpected: true }),
      ...(watch !== undefined && { watch }),
    };
    yield view.block.body === undefined ? [] : [query];
  }
}
