/** The kinds of files that open as notebooks. */
import { jqlSyntax } from '../../../server/src/jql/syntax/file-syntax.ts';
import type { NotebookCells } from '#shared/protocol/documents/notebook-cells.ts';
import { runbookType, sqlLanguage } from '../languages.ts';
import { plainSyntax } from '../../../server/src/query-file/query-document.ts';
import {
  type Cells,
  markdownCells,
  markdownText,
  queryFileCells,
  queryFileText,
} from '../../../server/src/embedded/markdown/notebook-cells.ts';

export interface NotebookKind {
  /** Its type in `package.json`. */
  readonly type: string;
  /** The languages of its queries. */
  readonly languages: readonly string[];
  /** The definitions that apply to the cells below: all of a cell, or only those of the header of the file. */
  readonly shares: NotebookCells['shares'];
  readonly read: (text: string) => Cells;
  readonly write: (cells: Cells) => string;
}

export const notebookKinds: readonly NotebookKind[] = [
  {
    type: runbookType,
    languages: ['wikiquery', 'jql', sqlLanguage],
    shares: 'all',
    read: markdownCells,
    write: markdownText,
  },
  {
    type: 'wikijql.wikiqueryNotebook',
    languages: ['wikiquery'],
    shares: 'header',
    read: text => queryFileCells(text, 'wikiquery', all => plainSyntax.separators(all)),
    write: queryFileText,
  },
  {
    type: 'wikijql.jqlNotebook',
    languages: ['jql'],
    shares: 'header',
    read: text => queryFileCells(text, 'jql', all => jqlSyntax.separators(all)),
    write: queryFileText,
  },
];

/** The kind of a notebook; `undefined` = a notebook of another extension. */
export const kindOf = (type: string): NotebookKind | undefined =>
  notebookKinds.find(kind => kind.type === type);
