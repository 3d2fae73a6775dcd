import type { QueryView } from '../language/language-service.ts';
import { QueryBlock } from '../block.ts';
import type { FileSyntax } from '../query-document.ts';
import { Scope } from '../scope.ts';

/** A query longer than this, in UTF-16 code units, is not read: no server takes it. */
export const longestQuery = 1_000_000;

/**
 * A file with more queries has no lenses, no links and no details in its outline, and its names and uses of rows are not
 * checked: the work at every keystroke would make typing slow.
 */
export const manyQueries = 500;

/** Whether a query is short enough to be read. */
export const isReadable = (block: QueryBlock): boolean => block.text.length <= longestQuery;

/**
 * A view of a copy of a block. The block itself keeps nothing that the view computes, so that reading each query of a big file
 * once does not hold the contents of all in memory.
 */
export function uncachedView(
  block: QueryBlock,
  header: QueryBlock | undefined,
  syntax: FileSyntax,
): QueryView {
  const copy = new QueryBlock(block.text, syntax);
  return { block: copy, scope: new Scope(copy, header === block ? undefined : header) };
}
