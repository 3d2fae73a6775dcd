/** Headers of notebook cells: the definitions of the cells above. */
import { referencesIn } from '../../query-file/checking/references.ts';
import type { NotebookCells } from '#shared/protocol/documents/notebook-cells.ts';
import { QueryBlock } from '../../query-file/block.ts';
import type { QueryDocument } from '../../query-file/query-document.ts';
import { nameOf } from '../../query-file/query-names.ts';
import { definedLines, maxHeaders } from '../../embedded/markdown/definitions.ts';
import { sqlDirectives } from '../../embedded/markdown/query-file-text.ts';
import { sqlId } from './statements.ts';

interface Documents {
  get(uri: string): QueryDocument | undefined;
}

/** The definitions above a cell. */
interface Above {
  readonly lines: readonly string[];
  /** The first cell for which there are too many definitions above it; absent = no cell up to this one. */
  readonly overfull?: string;
}

/** The headers of the cells of open notebooks: variables and directives that cells above define. */
export class CellDefinitions {
  readonly #documents: Documents;
  /** By notebook. */
  readonly #notebooks = new Map<string, NotebookCells>();
  /** By notebook, the latest header of each text, so that it stays the same object. */
  readonly #headers = new Map<string, Map<string, QueryBlock>>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  follow(cells: NotebookCells): void {
    this.#headers.delete(cells.notebook);
    if (cells.cells.length === 0) this.#notebooks.delete(cells.notebook);
    else this.#notebooks.set(cells.notebook, cells);
  }

  /** Returns all that other cells of the notebook take from a cell, as one text to compare; empty = nothing. */
  sharedBy(document: QueryDocument): string {
    const notebook = this.#notebookOf(document.uri);
    if (notebook === undefined) return '';
    const sharedNames = [...namesIn(document), ...this.#usedBlocks(document)];
    if (notebook.shares === 'all')
      return [...sharedNames, ...definitionsOf(document, document.languageId)].join('\n');
    const header = notebook.cells[0] === document.uri ? document.header : undefined;
    return [...sharedNames, ...(header ? linesOf(header, true) : [])].join('\n');
  }

  /** The cells of the notebook that a cell is in, in their order; `[]` = the document is not a cell. */
  cellsBeside(uri: string): readonly string[] {
    return this.#notebookOf(uri)?.cells ?? [];
  }

  /** The documents whose queries a document can use: of a cell, the cells of its language; else itself. */
  readableBy(document: QueryDocument): readonly QueryDocument[] {
    const cells = this.cellsBeside(document.uri).flatMap(uri => this.#documents.get(uri) ?? []);
    const sameLanguage = cells.filter(({ languageId }) => languageId === document.languageId);
    return sameLanguage.length > 0 ? sameLanguage : [document];
  }

  /** The texts of a cell's named queries whose rows are used: the cells that use them depend on all of their text. */
  #usedBlocks(document: QueryDocument): readonly string[] {
    const namedBlocks = document.blocks.filter(block => nameOf(block) !== undefined);
    if (namedBlocks.length === 0) return [];
    const others = this.readableBy(document).flatMap(({ blocks }) => blocks);
    const usedNames = new Set(others.flatMap(referencesIn).map(({ query }) => query));
    return namedBlocks
      .filter(block => usedNames.has(nameOf(block)?.value.text ?? ''))
      .map(({ text }) => text);
  }

  /** Returns the header of a block of a cell, with the definitions above the cell; `undefined` = no header. */
  headerOf(document: QueryDocument, block: QueryBlock): QueryBlock | undefined {
    const { header } = document;
    const fileHeader = header === block ? undefined : header;
    const notebook = this.#notebookOf(document.uri);
    if (notebook === undefined) return fileHeader;
    const { lines, overfull } = this.#above(notebook, document);
    if (lines.length === 0) return fileHeader;
    if (overfull !== undefined) return this.#header(notebook, `${document.languageId} ${overfull}`, lines);
    const headerLines = fileHeader ? [...lines, ...linesOf(fileHeader, true)] : lines;
    return this.#header(notebook, document.uri + (fileHeader ? '#' : ''), headerLines);
  }

  /** Whether a cell is the first of its notebook with too many definitions above it. */
  isOverfull(document: QueryDocument): boolean {
    const notebook = this.#notebookOf(document.uri);
    return notebook !== undefined && this.#above(notebook, document).overfull === document.uri;
  }

  #above({ cells, shares }: NotebookCells, document: QueryDocument): Above {
    const lines: string[] = [];
    let length = 0;
    let room = maxHeaders;
    for (const [index, uri] of cells.entries()) {
      room -= length;
      if (room < 0) return { lines, overfull: uri };
      if (uri === document.uri) break;
      const cell = this.#documents.get(uri);
      if (cell === undefined) continue;
      const added = shares === 'all' ? definitionsOf(cell, document.languageId) : headerLines(cell, index);
      for (const line of added) {
        lines.push(line);
        length += line.length + 1;
      }
    }
    return { lines };
  }

  #notebookOf(uri: string): NotebookCells | undefined {
    for (const notebook of this.#notebooks.values()) if (notebook.cells.includes(uri)) return notebook;
    return undefined;
  }

  #header({ notebook }: NotebookCells, key: string, lines: readonly string[]): QueryBlock {
    const headers = this.#headers.get(notebook) ?? new Map<string, QueryBlock>();
    this.#headers.set(notebook, headers);
    const text = lines.map(line => `${line}\n`).join('');
    const cached = headers.get(key);
    if (cached?.text === text) return cached;
    const header = new QueryBlock(text, {}, 'header');
    headers.set(key, header);
    return header;
  }
}

const linesOf = (block: QueryBlock, withDirectives: boolean): readonly string[] =>
  definedLines({ block, start: 0 }, withDirectives).map(({ text }) => text);

/** The header of a query file, which is in the first cell, holds for all cells. */
const headerLines = ({ header }: QueryDocument, index: number): readonly string[] =>
  index === 0 && header ? linesOf(header, true) : [];

/** The names of a cell's queries, by which statements read them. */
function namesIn({ languageId, blocks }: QueryDocument): readonly string[] {
  const cellBlocks =
    languageId === sqlId ? blocks.map(({ text }) => new QueryBlock(sqlDirectives(text))) : blocks;
  return cellBlocks.flatMap(block => nameOf(block)?.value.text ?? []);
}

/** The definitions that a cell shares: its variables, and for its own language its directives if it has no query. */
function definitionsOf({ blocks, languageId }: QueryDocument, language: string): readonly string[] {
  if (languageId === sqlId) return [];
  const hasQuery = blocks.some(({ body }) => body !== undefined);
  return blocks.flatMap(block => linesOf(block, !hasQuery && languageId === language));
}
