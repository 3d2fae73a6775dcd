/**
 * An open Markdown file. Its fences of queries are query files, its fences of SQL are statements about results, and all its
 * other queries are embedded as in a file of another language.
 */
import type {
  CancellationToken,
  CodeAction,
  CodeLens,
  CompletionList,
  Diagnostic,
  Hover,
  Position,
  SignatureHelp,
} from 'vscode-languageserver';
import type { EmbeddedQueryResult } from '#shared/protocol/documents/query-conversion.ts';
import type { QueryReference } from '#shared/protocol/run.ts';
import { plainSyntax, type QueryDocument } from '../../query-file/query-document.ts';
import { placesOfName } from '../../query-file/variable-references.ts';
import { fenceAt, queryAt } from '../../embedded/markdown/fence-at.ts';
import { type Fence, hasQueryFence } from '../../embedded/markdown/fences.ts';
import { isRunnable, queryLanguages, Runbook } from '../../embedded/markdown/runbook.ts';
import { MarkdownSource } from '../../embedded/markdown/markdown-source.ts';
import { lenses } from '../features/code-lenses.ts';
import { completeQuery } from '../features/completion.ts';
import { explainQuery, signatureOf } from '../features/hover.ts';
import { queryReferences } from '../features/query-references.ts';
import { type VariablePlace, variableRanges } from '../features/variable-places.ts';
import { type QueryFile, type QueryPlace, readable } from './query-views.ts';
import {
  completeStatement,
  explainStatement,
  statementLenses,
  statementProblems,
  statementReferences,
} from '../features/statement-features.ts';
import { runbookStatements, type Statement, statementAt, statementOfFence } from './statements.ts';
import { type DocumentHost, walk } from './document-host.ts';
import type { ActionRequest, CompletionRequest, DocumentKind, RunTarget } from './document-kind.ts';
import { HostDocument } from './host-document.ts';

/** One version of the file as it is read; without a runbook it has no fence of queries. */
interface Reading {
  readonly version: number;
  readonly source: MarkdownSource;
  readonly runbook: Runbook | undefined;
}

export class RunbookDocument implements DocumentKind {
  readonly #host: DocumentHost;
  readonly #document: QueryDocument;
  /** Its queries that are not in query files. */
  readonly #embedded: HostDocument;
  #latest: Reading | undefined;

  constructor(host: DocumentHost, document: QueryDocument) {
    this.#host = host;
    this.#document = document;
    this.#embedded = new HostDocument(host, document, () => this.#read().source);
  }

  /** Its fences; `undefined` = it has none, or the settings switch files of other languages off. */
  get runbook(): Runbook | undefined {
    return this.#host.settings.language.embeddedQueries === 'never' ? undefined : this.#read().runbook;
  }

  async problems(isWanted: () => boolean): Promise<Diagnostic[] | undefined> {
    const embedded = await this.#embedded.problems(isWanted);
    if (embedded === undefined) return undefined;
    const ofStatements = await statementProblems(this.#host, this.#statements, isWanted);
    return isWanted() ? [...embedded, ...ofStatements] : undefined;
  }

  async complete(position: Position, request: CompletionRequest): Promise<CompletionList | null> {
    const place = readable(this.place(position));
    if (place) return completeQuery(this.#host, place, request);
    const statement = this.#statementAt(position);
    if (statement) return completeStatement(this.#host, statement, request.abilities);
    return this.#embedded.complete(position, request);
  }

  async hover(position: Position): Promise<Hover | null> {
    const place = readable(this.place(position));
    if (place) return explainQuery(this.#host, place);
    const statement = this.#statementAt(position);
    if (statement) return explainStatement(this.#host, statement);
    return this.#embedded.hover(position);
  }

  signature(position: Position): SignatureHelp | null {
    const place = readable(this.place(position));
    return place === undefined ? null : signatureOf(this.#host, place);
  }

  actions(request: ActionRequest): Promise<readonly CodeAction[]> {
    return this.#embedded.actions(request);
  }

  async lenses(panels: boolean, token: CancellationToken): Promise<readonly CodeLens[]> {
    const ofFences = await this.#walkFences(token, file => lenses(file, panels));
    const ofStatements = statementLenses(this.#host, this.#statements);
    return [...ofFences, ...ofStatements, ...(await this.#embedded.lenses())];
  }

  async queries(token: CancellationToken): Promise<readonly QueryReference[]> {
    const ofFences = await this.#walkFences(token, queryReferences);
    return [...ofFences, ...statementReferences(this.#statements)].toSorted(
      (one, other) => one.range.start.line - other.range.start.line,
    );
  }

  /** A place between the lines of a fence. */
  place(position: Position): QueryPlace | undefined {
    const { runbook } = this;
    const fence = runbook && fenceAt(runbook, this.#offset(position));
    if (runbook === undefined || !fence?.isContent || fence.fence.language === 'sql') return undefined;
    // Where queries are only explained, each line may be one: they are embedded.
    if (!isRunnable(runbook) && hasSeveralLines(runbook.text, fence.fence)) return undefined;
    const document = runbook.document(fence.fence.language);
    const language = this.#host.runtime.languages.get(document.languageId);
    if (language === undefined) return undefined;
    const place = { language, ...this.#host.views.at(document, position) };
    this.#host.wantCatalogue(place, language);
    return place;
  }

  /** The query of the fence at a position; `undefined` = none, or the file only explains queries. */
  query(position: Position): QueryPlace | undefined {
    const { runbook } = this;
    const query = runbook && isRunnable(runbook) ? queryAt(runbook, this.#offset(position)) : undefined;
    const language = query && this.#host.runtime.languages.get(query.language);
    if (query === undefined || language === undefined) return undefined;
    const { document, placed } = query;
    const offset = document.offsetIn(placed, position);
    const place = { language, ...this.#host.views.of(document, placed), offset };
    this.#host.wantCatalogue(place, language);
    return place;
  }

  async target(position: Position): Promise<RunTarget | undefined> {
    const { runbook } = this;
    const statement = runbook && statementOfFence(runbook, this.#document, this.#offset(position));
    if (statement) return { kind: 'statement', statement };
    const place = this.query(position);
    return place ? { kind: 'query', place } : this.#embedded.target(position);
  }

  asQueryFile(position: Position): Promise<EmbeddedQueryResult | undefined> {
    return this.#embedded.asQueryFile(position);
  }

  variables(_place: QueryPlace, name: string, token: CancellationToken): Promise<readonly VariablePlace[]> {
    return this.#walkFences(token, ({ document }) => variableRanges(document, placesOfName(document, name)));
  }

  #read(): Reading {
    const { version } = this.#document;
    if (this.#latest?.version === version) return this.#latest;
    const source = new MarkdownSource(this.#document.getText());
    const { languages } = this.#host.runtime;
    const runbook = hasQueryFence(source.text)
      ? new Runbook(this.#document.uri, source, language => languages.get(language)?.syntax ?? plainSyntax)
      : undefined;
    this.#latest = { version, source, runbook };
    return this.#latest;
  }

  /** The fences of each language as a query file; `[]` also where the file only explains queries. */
  get #fenceFiles(): readonly QueryFile[] {
    const { runbook } = this;
    if (runbook === undefined || !isRunnable(runbook)) return [];
    return queryLanguages.flatMap(id => {
      const language = this.#host.runtime.languages.get(id);
      const isUsed = runbook.fences.some(fence => fence.language === id);
      const context = this.#host.contextOf(this.#document.uri);
      return language && isUsed ? [{ document: runbook.document(id), language, context }] : [];
    });
  }

  async #walkFences<T>(
    token: CancellationToken,
    parts: (file: QueryFile) => Iterable<readonly T[]>,
  ): Promise<readonly T[]> {
    const items: T[] = [];
    for (const file of this.#fenceFiles)
      items.push(...(await walk(this.#host, this.#document, token, parts(file))));
    return items;
  }

  get #statements(): readonly Statement[] {
    const { runbook } = this;
    return runbook ? runbookStatements(runbook, this.#document) : [];
  }

  #statementAt(position: Position): ReturnType<typeof statementAt> {
    const { runbook } = this;
    return runbook && statementAt(runbook, this.#document, this.#offset(position));
  }

  #offset(position: Position): number {
    return this.#document.offsetIn(this.#document.placed(0), position);
  }
}

const hasSeveralLines = (text: string, { content }: Fence): boolean =>
  content.some(({ start, end }) => {
    const lines = text.slice(start, end).split(/[\r\n]+/);
    return lines.filter(line => line.trim() !== '').length > 1;
  });
