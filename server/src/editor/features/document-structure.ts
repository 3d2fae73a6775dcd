/** The outline, folds, selections, links, inlay hints and canonical form of a query file. */
import type {
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  InlayHint,
  Position,
  Range,
  SelectionRange,
  TextEdit,
} from 'vscode-languageserver-types';
import { Converter } from './convert.ts';
import { manyQueries, uncachedView } from '../../query-file/checking/uncached-view.ts';
import { readableBlocks, type Views, type OpenFile } from '../documents/query-views.ts';

/** Editors fold no more regions in one file (VS Code's own default). */
const maxFolds = 5000;

/** Lists the queries of a file with their parts, a query at a time. */
export function* outline({ document, language, context }: OpenFile): Generator<DocumentSymbol[]> {
  const brief = document.blocks.length > manyQueries;
  for (const placed of readableBlocks(document)) {
    const view = uncachedView(placed.block, document.headerOf(placed.block), language.syntax);
    const converter = new Converter(document, placed);
    yield language.service
      .outline(view, context)
      .map(node => converter.symbol(brief ? { ...node, children: [] } : node));
  }
}

/** Folds every query from its title to its last line, and the parts that its language folds. */
export function* folds({ document, language, context }: OpenFile): Generator<FoldingRange[]> {
  let count = 0;
  for (const placed of readableBlocks(document)) {
    const view = uncachedView(placed.block, document.headerOf(placed.block), language.syntax);
    const last = view.block.lines.findLastIndex(line => line.kind !== 'blank');
    const whole = { startLine: placed.line, endLine: placed.line + last };
    const inside = language.service.folds(view, context).map(span => {
      const { start, end } = document.rangeIn(placed, span);
      return { startLine: start.line, endLine: end.line };
    });
    const ranges = [...(placed.block.separated ? [whole] : []), ...inside].filter(
      ({ startLine, endLine }) => endLine > startLine,
    );
    yield ranges;
    count += ranges.length;
    if (count >= maxFolds) return;
  }
}

/** Returns for each position the spans around it, from the innermost to the whole query. */
export function selections(
  { document, language, context }: OpenFile,
  views: Views,
  positions: readonly Position[],
): SelectionRange[] {
  return positions.map(position => {
    const { placed, view, offset } = views.at(document, position);
    const whole = { start: 0, end: placed.block.text.length };
    const inside = placed.block.isReadable ? language.service.selection(view, offset, context) : [];
    return [...inside, whole].reduceRight<SelectionRange | undefined>((parent, span) => {
      const range = document.rangeIn(placed, span);
      return parent ? { range, parent } : { range };
    }, undefined)!;
  });
}

/** Lists the links of a file, a query at a time. */
export function* links({ document, language, context }: OpenFile): Generator<DocumentLink[]> {
  if (document.blocks.length > manyQueries) return;
  for (const placed of readableBlocks(document)) {
    const view = uncachedView(placed.block, document.headerOf(placed.block), language.syntax);
    yield language.service.links(view, context).map(link => ({
      range: document.rangeIn(placed, link.span),
      target: link.url,
      ...(link.tooltip !== undefined && { tooltip: link.tooltip }),
    }));
  }
}

/** Lists the inlay hints of a range, a query at a time. */
export function* inlays(
  { document, language, context }: OpenFile,
  views: Views,
  range: Range,
): Generator<InlayHint[]> {
  for (const placed of readableBlocks(document, range)) {
    const { view } = views.of(document, placed);
    yield language.service.inlays(view, context).map(inlay => ({
      position: document.positionIn(placed, inlay.at),
      label: inlay.label,
      ...(inlay.tooltip !== undefined && { tooltip: inlay.tooltip }),
      paddingLeft: inlay.side === 'after',
      paddingRight: inlay.side === 'before',
    }));
  }
}

/** Formats a file, or a range of it, a query at a time. */
export function* formatted(
  { document, language, context }: OpenFile,
  views: Views,
  range?: Range,
): Generator<TextEdit[]> {
  for (const placed of readableBlocks(document, range)) {
    const converter = new Converter(document, placed);
    const { view } = views.of(document, placed);
    yield language.service
      .format(view, context)
      .map(edit => converter.edit(edit))
      .filter(edit => range === undefined || touchesLines(edit.range, range));
  }
}

const touchesLines = (a: Range, b: Range): boolean =>
  a.start.line <= b.end.line && a.end.line >= b.start.line;
