import type { CodeLens } from 'vscode-languageserver-types';
import { queryTitle } from '#shared/base/queries/query-title.ts';
import { watchOption } from '../../query-file/options/watch-option.ts';
import { Scope } from '../../query-file/scope.ts';
import { manyQueries } from '../../query-file/checking/uncached-view.ts';
import { readableBlocks, type OpenFile } from '../documents/query-views.ts';

/** The lenses of our client, which can also watch a query and offers all else in a list. */
const [run, watch, more] = ['wikijql.run', 'wikijql.watch', 'wikijql.more'] as const;

/**
 * The commands over each query: their names are those that the client registers. The one that watches also says which
 * query it is about: its title, and its place among the file's queries.
 *
 * @param panels the client is ours
 */
export function* lenses({ document, language }: OpenFile, panels: boolean): Generator<CodeLens[]> {
  if (document.blocks.length > manyQueries) return;
  let index = -1;
  for (const placed of readableBlocks(document)) {
    const { block } = placed;
    if (block.body === undefined) continue;
    index += 1;
    const at = block.separated ? 0 : block.body.start;
    const position = document.positionIn(placed, at);
    const isWatched = watchOption(new Scope(block, document.headerOf(block))) !== undefined;
    const commands = panels ? [run, ...(isWatched ? [watch] : []), more] : language.lenses;
    const query = { title: queryTitle(block)?.text ?? '', index };
    yield commands.map(command => ({
      range: { start: position, end: position },
      command: {
        title: language.wording(`lens.${command}`),
        command,
        arguments: [document.uri, position, ...(command === watch ? [query] : [])],
      },
    }));
  }
}
