import type { Range, TextEdit } from 'vscode-languageserver-types';
import { Converter } from './convert.ts';
import { readableBlocks, type Views, type OpenFile } from '../documents/query-views.ts';

/** The edits that bring a file into its canonical form, or only those that touch the lines of a range. */
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
