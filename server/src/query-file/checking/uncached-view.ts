import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryView } from '../language/language-service.ts';
import { maxQueryLength, QueryBlock } from '../block.ts';
import { type FileSyntax, maxQueries } from '../query-document.ts';
import { Scope } from '../scope.ts';

/**
 * A file with more queries has no lenses, no links and no details in its outline, and its names and uses of rows are not
 * checked: the work at every keystroke would make typing slow.
 */
export const manyQueries = 500;

/** Why a block is not read; `undefined` = it is. */
export function unreadReason({
  isReadable,
  role,
  text,
}: QueryBlock): Pick<Problem, 'code' | 'message' | 'arguments'> | undefined {
  if (isReadable) return undefined;
  return role === 'rest'
    ? { code: 'too-many-queries', message: 'too-many-queries.file', arguments: { most: maxQueries } }
    : { code: 'query-too-long', arguments: { length: text.length, longest: maxQueryLength } };
}

/**
 * A view of a copy of a block. The block itself keeps nothing that the view computes, so that reading each query of a big file
 * once does not hold the contents of all in memory.
 */
export function uncachedView(
  block: QueryBlock,
  header: QueryBlock | undefined,
  syntax: FileSyntax,
): QueryView {
  const copy = new QueryBlock(block.text, syntax, block.role);
  return { block: copy, scope: new Scope(copy, header === block ? undefined : header) };
}
