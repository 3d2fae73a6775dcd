/** The documents that the client has open, each as the kind that it is. */
import { type Connection, TextDocuments } from 'vscode-languageserver';
import { isHost } from '../../embedded/hosts/hosts.ts';
import type { NotebookCells } from '#shared/protocol/documents/notebook-cells.ts';
import {
  type ContentChange,
  type FileSyntax,
  QueryDocument,
  type Splice,
} from '../../query-file/query-document.ts';
import type { Runbook } from '../../embedded/markdown/runbook.ts';
import { CellDefinitions } from './cell-definitions.ts';
import { sqlId } from './statements.ts';
import type { DocumentHost } from './document-host.ts';
import type { DocumentKind } from './document-kind.ts';
import { HostDocument } from './host-document.ts';
import { QueryFileDocument } from './query-file-document.ts';
import { RunbookDocument } from './runbook-document.ts';
import { SqlDocument } from './sql-document.ts';

/** Listeners for changes of the documents. */
interface DocumentEvents {
  /** A document was edited: its blocks are replaced as the splices say. */
  readonly edited: (document: QueryDocument, splices: readonly Splice[]) => void;
  /** The definitions that apply to these cells of a notebook have changed. */
  readonly cellsAffected: (cells: readonly string[]) => void;
}

/** A file of another language is one block. */
const hostSyntax: FileSyntax = { separators: () => [] };

/** Follows the client's documents, and answers each as its kind. */
export class OpenDocuments {
  readonly texts: TextDocuments<QueryDocument>;
  readonly #host: DocumentHost;
  readonly #kinds = new WeakMap<QueryDocument, DocumentKind>();
  readonly #cells = new CellDefinitions({ get: uri => this.texts.get(uri) });

  constructor(host: DocumentHost, events: DocumentEvents) {
    this.#host = host;
    this.texts = new TextDocuments({
      create: (uri, languageId, version, text) => this.#create(uri, languageId, version, text),
      update: (document, changes: ContentChange[], version) => {
        const before = this.#cells.sharedBy(document);
        events.edited(document, document.update(changes, version));
        if (this.#cells.sharedBy(document) !== before)
          events.cellsAffected(this.#cells.cellsBeside(document.uri));
        return document;
      },
    });
  }

  listen(connection: Connection): void {
    this.texts.listen(connection);
  }

  /** An open document as the kind that it is; `undefined` = not open, or of no kind that has queries. */
  of(uri: string): DocumentKind | undefined {
    const document = this.texts.get(uri);
    if (document === undefined) return undefined;
    const cached = this.#kinds.get(document);
    if (cached) return cached;
    const kind = this.#kindOf(document);
    if (kind) this.#kinds.set(document, kind);
    return kind;
  }

  /** The fences of an open Markdown file; `undefined` = it is not open, or has no fence of queries. */
  runbookOf(uri: string): Runbook | undefined {
    const document = this.of(uri);
    return document instanceof RunbookDocument ? document.runbook : undefined;
  }

  isOpen(document: QueryDocument): boolean {
    return this.texts.get(document.uri) === document;
  }

  /** Notes which cells a notebook has. */
  followCells(cells: NotebookCells): void {
    this.#cells.follow(cells);
  }

  /** The cells of the notebook that a cell is in, in their order; `[]` = the document is no cell. */
  cellsBeside(uri: string): readonly string[] {
    return this.#cells.cellsBeside(uri);
  }

  #create(uri: string, languageId: string, version: number, text: string): QueryDocument {
    const isWhole = isHost(languageId) || languageId === sqlId;
    const syntax = isWhole ? hostSyntax : this.#host.runtime.languages.get(languageId)?.syntax;
    const document: QueryDocument = new QueryDocument(uri, languageId, version, text, syntax, {
      headerOf: block => this.#cells.headerOf(document, block),
      beside: () => this.#cells.readableBy(document),
      isOverfull: () => this.#cells.isOverfull(document),
    });
    return document;
  }

  #kindOf(document: QueryDocument): DocumentKind | undefined {
    const { languageId } = document;
    const language = this.#host.runtime.languages.get(languageId);
    if (language) return new QueryFileDocument(this.#host, document, language);
    if (languageId === sqlId) return new SqlDocument(this.#host, document);
    if (languageId === 'markdown') return new RunbookDocument(this.#host, document);
    return isHost(languageId) ? new HostDocument(this.#host, document) : undefined;
  }
}
