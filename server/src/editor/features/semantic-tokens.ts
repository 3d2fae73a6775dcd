/** Semantic tokens of query files. */
import {
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensLegend,
} from 'vscode-languageserver';
import type { TokenKind } from '../../query-file/language/language-service.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import { readableBlocks, type OpenFile } from '../documents/query-views.ts';

/** The standard types, which themes colour, of our kinds of tokens. */
const types: Record<TokenKind, string> = {
  module: 'class',
  parameter: 'property',
  value: 'enumMember',
  number: 'number',
  date: 'number',
  string: 'string',
  variable: 'variable',
  directive: 'macro',
  operator: 'operator',
  title: 'namespace',
  keyword: 'keyword',
  field: 'property',
  function: 'function',
};
const tokenTypes = [...new Set(Object.values(types))];
const tokenModifiers = ['deprecated', 'declaration'];

export const legend: SemanticTokensLegend = { tokenTypes, tokenModifiers };

/** A file longer than this, in lines, is coloured by range only: an editor asks for the whole at every pause. */
export const maxColouredLines = 20_000;

/** Line, character, length, index of the type, bits of the modifiers. */
export type EncodedToken = readonly [
  line: number,
  character: number,
  length: number,
  type: number,
  modifiers: number,
];

/** The tokens of the blocks that a range touches. */
export function* tokens({ document, language, context }: OpenFile, range: Range): Generator<EncodedToken[]> {
  for (const placed of readableBlocks(document, range)) {
    const view = uncachedView(placed.block, document.headerOf(placed.block), language.syntax);
    yield language.service
      .tokens(view, context)
      .flatMap(({ span, kind, deprecated, declaration }): EncodedToken[] => {
        const { start, end } = document.rangeIn(placed, span);
        if (start.line !== end.line) return [];
        const modifiers = (deprecated ? 1 : 0) | (declaration ? 2 : 0);
        const length = end.character - start.character;
        return [[start.line, start.character, length, tokenTypes.indexOf(types[kind]), modifiers]];
      });
  }
}

/** Encodes tokens by LSP's relative positions. */
export function encoded(encodedTokens: readonly EncodedToken[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const token of encodedTokens) builder.push(...token);
  return { data: builder.build().data };
}
