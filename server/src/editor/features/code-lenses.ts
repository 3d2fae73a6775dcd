import type { CodeLens } from 'vscode-languageserver-types';
import { watchOption } from '../../query-file/options/watch-option.ts';
import { Scope } from '../../query-file/scope.ts';
import { manyQueries } from '../../query-file/checking/uncached-view.ts';
import { readableBlocks, type OpenFile } from '../documents/query-views.ts';

/** The lens of a query that can be watched: only our client can do that. */
const watchCommand = 'wikijql.watch';

/**
 * The commands over each query: their names are those that the client registers.
 *
 * @param panels the client can also watch queries
 */
export function* lenses({ document, language }: OpenFile, panels: boolean): Generator<CodeLens[]> {
  if (document.blocks.length > manyQueries) return;
  for (const placed of readableBlocks(document)) {
    const { block } = placed;
    if (block.body === undefined) continue;
    const at = block.separated ? 0 : block.body.start;
    const position = document.positionIn(placed, at);
    const isWatched = panels && watchOption(new Scope(block, document.headerOf(block))) !== undefined;
    const commands = isWatched ? [...language.lenses, watchCommand] : language.lenses;
    yield commands.map(command => ({
      range: { start: position, end: position },
      command: {
        title: language.wording(`lens.${command}`),
        command,
        arguments: [document.uri, position],
      },
    }));
  }
}
