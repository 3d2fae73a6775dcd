import type { QueryView } from '../language/language-service.ts';
import { QueryBlock } from '../block.ts';
import type { FileSyntax } from '../query-document.ts';
import { Scope } from '../scope.ts';

/** A query longer than this, in UTF-16 code units, is not read: no server takes it. */
export const longestQuery = 1_000_000;

/**
 * Above so many queries a file gets no lenses, links and details of its outline, and its names and uses of rows are not
 * compared: nobody reads or names them all, and walking through them at every keystroke would be felt.
 */
export const manyQueries = 500;

export const isReadable = (block: QueryBlock): boolean => block.text.length <= longestQuery;

/** A view that keeps nothing alive but itself: reading a big file once must not cost the memory of all its contents. */
export function uncachedView(
  block: QueryBlock,
  header: QueryBlock | undefined,
  syntax: FileSyntax,
): QueryView {
  const copy = new QueryBlock(block.text, syntax);
  return { block: copy, scope: new Scope(copy, header === block ? undefined : header) };
}
