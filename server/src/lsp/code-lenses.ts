import type { CodeLens } from 'vscode-languageserver-types';
import { manyQueries, readableBlocks } from './documents.ts';
import type { OpenFile } from './language.ts';

/** The commands over each query: their names are those that the client registers. */
export function* lenses({ document, language }: OpenFile): Generator<CodeLens[]> {
  if (document.blocks.length > manyQueries) return;
  for (const placed of readableBlocks(document)) {
    const { block } = placed;
    if (block.body === undefined) continue;
    const at = block.separated ? 0 : block.body.start;
    const position = document.positionIn(placed, at);
    yield language.lenses.map(command => ({
      range: { start: position, end: position },
      command: {
        title: language.wording(`lens.${command}`),
        command,
        arguments: [document.uri, position],
      },
    }));
  }
}
