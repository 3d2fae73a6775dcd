import { referencesIn } from '../../chains/references.ts';
import type { NotebookCells } from '../../protocol/documents/notebook-cells.ts';
import { QueryBlock } from '../../queryfile/block.ts';
import type { QueryDocument } from '../../queryfile/query-document.ts';
import { nameOf } from '../../queryfile/query-names.ts';
import { definedLines, mostHeaders } from '../../runbooks/definitions.ts';
import { sqlDirectives } from '../../runbooks/sql-directives.ts';
import { sqlId } from './statements.ts';

interface Documents {
  get(uri: string): QueryDocument | undefined;
}

/** What is defined above a cell. */
interface Above {
  readonly lines: readonly string[];
  /** The first cell that does not have all that is defined above it; absent = none of those up to this one. */
  readonly overfull?: string;
}

/** What the cells of notebooks define for those below them. */
export class CellHeaders {
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

  /** What the other cells of its notebook see of a cell, as one text; empty = nothing. */
  sharedBy(document: QueryDocument): string {
    const notebook = this.#notebookOf(document.uri);
    if (notebook === undefined) return '';
    const named = [...namesIn(document), ...this.#usedBlocks(document)];
    if (notebook.shares === 'all')
      return [...named, ...definitionsOf(document, document.languageId)].join('\n');
    const header = notebook.cells[0] === document.uri ? document.header : undefined;
    return [...named, ...(header ? linesOf(header, true) : [])].join('\n');
  }

  /** The cells of the notebook that a cell is in, in their order; `[]` = it is in none. */
  cellsBeside(uri: string): readonly string[] {
    return this.#notebookOf(uri)?.cells ?? [];
  }

  /** The documents whose queries a cell can use: the cells of its language; of no notebook, itself. */
  readableBy(document: QueryDocument): readonly QueryDocument[] {
    const cells = this.cellsBeside(document.uri).flatMap(uri => this.#documents.get(uri) ?? []);
    const own = cells.filter(({ languageId }) => languageId === document.languageId);
    return own.length > 0 ? own : [document];
  }

  /** The named queries of a cell whose rows other cells use: these depend on all of their text. */
  #usedBlocks(document: QueryDocument): readonly string[] {
    const named = document.blocks.filter(block => nameOf(block) !== undefined);
    if (named.length === 0) return [];
    const others = this.readableBy(document).flatMap(({ blocks }) => blocks);
    const used = new Set(others.flatMap(referencesIn).map(({ query }) => query));
    return named.filter(block => used.has(nameOf(block)?.value.text ?? '')).map(({ text }) => text);
  }

  /** What holds for a block of a cell from above it; `undefined` = nothing. */
  headerOf(document: QueryDocument, block: QueryBlock): QueryBlock | undefined {
    const own = document.header === block ? undefined : document.header;
    const notebook = this.#notebookOf(document.uri);
    if (notebook === undefined) return own;
    const { lines, overfull } = this.#above(notebook, document);
    if (lines.length === 0) return own;
    if (overfull !== undefined) return this.#header(notebook, `${document.languageId} ${overfull}`, lines);
    const all = own ? [...lines, ...linesOf(own, true)] : lines;
    return this.#header(notebook, document.uri + (own ? '#' : ''), all);
  }

  /** Whether a cell is the first of its notebook that does not have all that is defined above it. */
  isOverfull(document: QueryDocument): boolean {
    const notebook = this.#notebookOf(document.uri);
    return notebook !== undefined && this.#above(notebook, document).overfull === document.uri;
  }

  #above({ cells, shares }: NotebookCells, document: QueryDocument): Above {
    const lines: string[] = [];
    let length = 0;
    let room = mostHeaders;
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
    return [...this.#notebooks.values()].find(({ cells }) => cells.includes(uri));
  }

  #header({ notebook }: NotebookCells, key: string, lines: readonly string[]): QueryBlock {
    const headers = this.#headers.get(notebook) ?? new Map<string, QueryBlock>();
    this.#headers.set(notebook, headers);
    const text = lines.map(line => `${line}\n`).join('');
    const known = headers.get(key);
    if (known?.text === text) return known;
    const header = new QueryBlock(text);
    headers.set(key, header);
    return header;
  }
}

const linesOf = (block: QueryBlock, withDirectives: boolean): readonly string[] =>
  definedLines({ block, start: 0 }, withDirectives).map(({ text }) => text);

/** Of a query file, the header holds for all cells: it is in the first one. */
const headerLines = ({ header }: QueryDocument, index: number): readonly string[] =>
  index === 0 && header ? linesOf(header, true) : [];

/** Statements read queries by their names. */
function namesIn({ languageId, blocks }: QueryDocument): readonly string[] {
  const own = languageId === sqlId ? blocks.map(({ text }) => new QueryBlock(sqlDirectives(text))) : blocks;
  return own.flatMap(block => nameOf(block)?.value.text ?? []);
}

/** Variables hold in both languages, and the directives of a cell without a query in its own. */
function definitionsOf({ blocks, languageId }: QueryDocument, language: string): readonly string[] {
  if (languageId === sqlId) return [];
  const hasQuery = blocks.some(({ body }) => body !== undefined);
  return blocks.flatMap(block => linesOf(block, !hasQuery && languageId === language));
}
