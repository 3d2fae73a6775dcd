/** An open query file: a `.wikiquery` or `.jql` file, or a notebook's cell in one of these languages. */
import type {
  CancellationToken,
  CodeAction,
  CodeLens,
  CompletionList,
  Diagnostic,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Position,
  Range,
  SelectionRange,
  SignatureHelp,
  TextEdit,
} from 'vscode-languageserver';
import type { RunnableLanguage } from '../../runs/languages/served-language.ts';
import type { QueryReference } from '#shared/protocol/run.ts';
import type { QueryBlock } from '../../query-file/block.ts';
import type { QueryDocument } from '../../query-file/query-document.ts';
import { placesOf } from '../../query-file/variable-references.ts';
import { codeActions } from '../features/code-actions.ts';
import { lenses } from '../features/code-lenses.ts';
import { folds, formatted, inlays, links, outline, selections } from '../features/document-structure.ts';
import { completeQuery } from '../features/completion.ts';
import { explainQuery, signatureOf } from '../features/hover.ts';
import { queryReferences } from '../features/query-references.ts';
import { type VariablePlace, variableRanges } from '../features/variable-places.ts';
import { type QueryFile, type QueryPlace, readable } from './query-views.ts';
import { type EncodedToken, maxColouredLines, tokens } from '../features/semantic-tokens.ts';
import { type DocumentHost, walk } from './document-host.ts';
import type { ActionRequest, CompletionRequest, DocumentKind, RunTarget } from './document-kind.ts';

export class QueryFileDocument implements DocumentKind {
  readonly #host: DocumentHost;
  readonly #document: QueryDocument;
  readonly #language: RunnableLanguage;

  constructor(host: DocumentHost, document: QueryDocument, language: RunnableLanguage) {
    this.#host = host;
    this.#document = document;
    this.#language = language;
  }

  get queryFile(): QueryFile {
    const [document, language] = [this.#document, this.#language];
    return { document, language, context: this.#host.contextOf(document.uri) };
  }

  problems(isWanted: () => boolean): Promise<Diagnostic[] | undefined> {
    return this.#host.diagnostics.report(this.queryFile, isWanted);
  }

  async complete(position: Position, request: CompletionRequest): Promise<CompletionList | null> {
    const place = readable(this.place(position));
    return place === undefined ? null : completeQuery(this.#host, place, request);
  }

  async hover(position: Position): Promise<Hover | null> {
    const place = readable(this.place(position));
    return place === undefined ? null : explainQuery(this.#host, place);
  }

  signature(position: Position): SignatureHelp | null {
    const place = readable(this.place(position));
    return place === undefined ? null : signatureOf(this.#host, place);
  }

  actions(request: ActionRequest): Promise<readonly CodeAction[]> {
    return codeActions(this.#host, this.queryFile, request);
  }

  lenses(panels: boolean, token: CancellationToken): Promise<readonly CodeLens[]> {
    return this.#walk(token, lenses(this.queryFile, panels));
  }

  queries(token: CancellationToken): Promise<readonly QueryReference[]> {
    return this.#walk(token, queryReferences(this.queryFile));
  }

  place(position: Position): QueryPlace {
    const place = { language: this.#language, ...this.#host.views.at(this.#document, position) };
    this.#host.wantCatalogue(place, this.#language);
    return place;
  }

  /**
   * Above the first query, in a header without one, a command means the first query. In a language that allows empty
   * queries, a title without a body is one, and so is a file that has nothing but a header.
   */
  query(position: Position): QueryPlace | undefined {
    const place = this.place(position);
    const { blocks } = this.#document;
    if (this.#isQuery(place.placed.block)) return place;
    const first = blocks[1];
    if (place.placed.block.separated || first === undefined || !this.#isQuery(first)) return undefined;
    return this.place({ line: this.#document.placed(1).line, character: 0 });
  }

  async target(position: Position): Promise<RunTarget | undefined> {
    const place = this.query(position);
    return place && { kind: 'query', place };
  }

  variables(
    { placed }: QueryPlace,
    name: string,
    token: CancellationToken,
  ): Promise<readonly VariablePlace[]> {
    return this.#walk(token, variableRanges(this.#document, placesOf(this.#document, placed, name)));
  }

  selections(positions: readonly Position[]): readonly SelectionRange[] {
    return selections(this.queryFile, this.#host.views, positions);
  }

  symbols(token: CancellationToken): Promise<readonly DocumentSymbol[]> {
    return this.#walk(token, outline(this.queryFile));
  }

  folds(token: CancellationToken): Promise<readonly FoldingRange[]> {
    return this.#walk(token, folds(this.queryFile));
  }

  links(token: CancellationToken): Promise<readonly DocumentLink[]> {
    return this.#walk(token, links(this.queryFile));
  }

  inlays(range: Range, token: CancellationToken): Promise<readonly InlayHint[]> {
    return this.#walk(token, inlays(this.queryFile, this.#host.views, range));
  }

  format(token: CancellationToken, range?: Range): Promise<readonly TextEdit[]> {
    return this.#walk(token, formatted(this.queryFile, this.#host.views, range));
  }

  async tokens(token: CancellationToken, range?: Range): Promise<readonly EncodedToken[]> {
    const lines = this.#document.lineCount;
    if (range === undefined && lines > maxColouredLines) return [];
    const whole = { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } };
    return this.#walk(token, tokens(this.queryFile, range ?? whole));
  }

  #isQuery({ body, separated }: QueryBlock): boolean {
    if (body !== undefined) return true;
    return this.#language.runner.allowsEmptyQuery && (separated || this.#document.blocks.length === 1);
  }

  #walk<T>(token: CancellationToken, parts: Iterable<readonly T[]>): Promise<readonly T[]> {
    return walk(this.#host, this.#document, token, parts);
  }
}
