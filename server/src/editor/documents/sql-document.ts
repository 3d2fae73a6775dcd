/** An open cell of a notebook with an SQL statement about the results of the cells beside it. */
import type { CodeLens, CompletionList, Diagnostic, Hover, Position } from 'vscode-languageserver';
import type { QueryReference } from '#shared/protocol/run.ts';
import type { QueryDocument } from '../../query-file/query-document.ts';
import {
  completeStatement,
  explainStatement,
  statementLenses,
  statementProblems,
  statementReferences,
} from '../features/statement-features.ts';
import { cellStatement, type Statement } from './statements.ts';
import type { DocumentHost } from './document-host.ts';
import type { CompletionRequest, DocumentKind, RunTarget } from './document-kind.ts';

export class SqlDocument implements DocumentKind {
  readonly #host: DocumentHost;
  readonly #document: QueryDocument;

  constructor(host: DocumentHost, document: QueryDocument) {
    this.#host = host;
    this.#document = document;
  }

  async problems(isWanted: () => boolean): Promise<Diagnostic[] | undefined> {
    const diagnostics = await statementProblems(this.#host, this.#statements, isWanted);
    return isWanted() ? diagnostics : undefined;
  }

  async complete(position: Position, { abilities }: CompletionRequest): Promise<CompletionList | null> {
    const [statement] = this.#statements;
    if (statement === undefined) return null;
    return completeStatement(this.#host, { ...statement, offset: this.#offset(position) }, abilities);
  }

  async hover(position: Position): Promise<Hover | null> {
    const [statement] = this.#statements;
    if (statement === undefined) return null;
    return explainStatement(this.#host, { ...statement, offset: this.#offset(position) });
  }

  async lenses(): Promise<readonly CodeLens[]> {
    return statementLenses(this.#host, this.#statements);
  }

  async queries(): Promise<readonly QueryReference[]> {
    return statementReferences(this.#statements);
  }

  async target(): Promise<RunTarget | undefined> {
    const [statement] = this.#statements;
    return statement && statement.sql.trim() !== '' ? { kind: 'statement', statement } : undefined;
  }

  /** The statement of the cell; `[]` = the document is no cell, so SQL in it is not about results. */
  get #statements(): readonly Statement[] {
    const isCell = this.#host.cellsBeside(this.#document.uri).length > 0;
    return isCell ? [cellStatement(this.#document)] : [];
  }

  #offset(position: Position): number {
    return this.#document.offsetIn(this.#document.placed(0), position);
  }
}
