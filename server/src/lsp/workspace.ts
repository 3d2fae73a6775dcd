import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  type Position,
  ResponseError,
  TextDocuments,
} from 'vscode-languageserver';
import type { QueryView, QueryContext } from '../language/service.ts';
import type { QueryBlock } from '../queryfile/block.ts';
import { type ContentChange, type FileSyntax, QueryDocument } from '../queryfile/query-document.ts';
import { siteNameOf } from '../queryfile/site-option.ts';
import { isHost } from '../embedded/hosts.ts';
import { Diagnostics } from './diagnostics.ts';
import { EmbeddedFiles } from './embedded-files.ts';
import { RunbookFiles } from './runbook-files.ts';
import { SessionTables } from './session-tables.ts';
import { statementDiagnostics } from './statement-features.ts';
import { sqlId, Statements } from './statements.ts';
import { isReadable } from '../checking/readable.ts';
import { gathered } from '../checking/time-slices.ts';
import { type PlacedView, Views, type OpenFile } from './query-views.ts';
import type { FaultLog } from './guard.ts';
import type { NotebookCells } from '../protocol/notebooks.ts';
import type { Site } from '../protocol/sites.ts';
import { CellHeaders } from './cell-headers.ts';
import { KnownFilters } from './known-filters.ts';
import { SiteCatalogues } from './site-catalogues.ts';
import { TrackerProjects } from './tracker-projects.ts';
import { type ServerSettings, sitesOf } from '../settings/read-settings.ts';
import type { FileReader } from './workspace-files.ts';
import { RanResults } from './ran-results.ts';
import type { RunnableLanguage } from '../languages/served-language.ts';
import type { Runtime } from './runtime.ts';
import { WorkspaceWords } from './workspace-words.ts';

/** A place in an open file whose language is known. */
export interface QueryPlace extends PlacedView {
  readonly language: RunnableLanguage;
  readonly offset: number;
}

/** A file of another language has its lines as they are. */
const hostSyntax: FileSyntax = { separators: () => [] };

/** The open files of one connection and what holds for all of them. */
export class Workspace {
  readonly runtime: Runtime;
  readonly views = new Views();
  /** What queries with a name had when they last ran. */
  readonly ran = new RanResults();
  readonly diagnostics: Diagnostics;
  readonly embedded: EmbeddedFiles<RunnableLanguage>;
  readonly runbooks: RunbookFiles<RunnableLanguage>;
  /** The results that SQL can name. */
  readonly tables = new SessionTables();
  readonly statements: Statements;
  readonly documents: TextDocuments<QueryDocument>;
  readonly #cells = new CellHeaders({ get: uri => this.documents.get(uri) });
  #current: ServerSettings;
  readonly #catalogues: SiteCatalogues;
  /** Whose keys are known to be those of issues. */
  readonly projects: TrackerProjects;
  readonly filters = new KnownFilters();
  readonly #words = new WorkspaceWords();
  /** How the client is made to show the diagnostics anew; set once it is known how it gets them. */
  showDiagnostics: () => Promise<void> = async () => {};
  /** False: nothing goes over the network. */
  readonly trusted: boolean;
  readonly fault: FaultLog;

  constructor(runtime: Runtime, settings: ServerSettings, trusted: boolean, fault: FaultLog) {
    this.trusted = trusted;
    this.fault = fault;
    this.runtime = runtime;
    this.#current = settings;
    this.#catalogues = new SiteCatalogues(runtime.remote, fault, () => {
      this.#judgeAnew();
    });
    this.projects = new TrackerProjects(runtime.remote, runtime.now);
    this.diagnostics = new Diagnostics(runtime.yieldTurn);
    this.embedded = new EmbeddedFiles({
      documents: { get: uri => this.documents.get(uri) },
      languages: runtime.languages,
      views: this.views,
      yieldTurn: runtime.yieldTurn,
      settings: () => this.settings,
      contextOf: uri => this.contextOf(uri),
    });
    this.runbooks = new RunbookFiles({
      documents: { get: uri => this.documents.get(uri) },
      languages: runtime.languages,
      isOn: () => this.settings.embedded.check !== 'never',
    });
    this.statements = new Statements({
      documents: { get: uri => this.documents.get(uri) },
      languages: runtime.languages,
      runbookOf: uri => this.runbooks.of(uri),
      cellsBeside: uri => this.#cells.cellsBeside(uri),
      contextOf: uri => this.contextOf(uri),
    });
    this.documents = new TextDocuments({
      create: (uri, languageId, version, text) => {
        const isWhole = isHost(languageId) || languageId === sqlId;
        const syntax = isWhole ? hostSyntax : runtime.languages.get(languageId)?.syntax;
        const document: QueryDocument = new QueryDocument(uri, languageId, version, text, syntax, {
          headerOf: block => this.#cells.headerOf(document, block),
          beside: () => this.#cells.readableBy(document),
          isOverfull: () => this.#cells.isOverfull(document),
        });
        return document;
      },
      update: (document, changes: ContentChange[], version) => {
        const before = this.#cells.sharedBy(document);
        this.diagnostics.follow(document, document.update(changes, version));
        if (this.#cells.sharedBy(document) !== before)
          this.#judgeCells(this.#cells.cellsBeside(document.uri));
        return document;
      },
    });
  }

  /** Follows the files that the client opens, changes and closes. */
  listen(connection: Connection): void {
    this.documents.onDidOpen(({ document }) => {
      const language = this.languageOf(document);
      if (language === undefined) return;
      this.diagnostics.open(document, language);
      this.#words.forget(document.uri);
      this.#wantCatalogue(this.views.of(document, document.placed(0)).view, document, language);
    });
    this.documents.onDidClose(({ document }) => {
      this.diagnostics.close(document.uri);
      this.#words.close(document);
    });
    this.documents.listen(connection);
  }

  /** The cells of a notebook have changed, and with them what holds for those below. */
  cellsChanged(cells: NotebookCells): void {
    this.#cells.follow(cells);
    this.statements.forget();
    this.#judgeCells(cells.cells);
  }

  /** Counts the words of query files that are not open. */
  get fileReader(): FileReader {
    const isOpen = (uri: string): boolean => this.documents.get(uri) !== undefined;
    return {
      store: async file => {
        const language = this.runtime.languages.get(file.languageId);
        if (language && !isOpen(file.uri)) this.#words.store(file, language);
        await this.runtime.yieldTurn();
      },
      remove: uri => {
        if (!isOpen(uri)) this.#words.forget(uri);
      },
    };
  }

  get settings(): ServerSettings {
    return this.#current;
  }
  /** Takes over new settings; the catalogues of sites are fetched again. */
  set settings(settings: ServerSettings) {
    this.#current = settings;
    this.#catalogues.forget();
    this.projects.forget();
    this.filters.forget();
    for (const { runner } of this.runtime.languages.values()) runner.forget?.();
    this.statements.forget();
    this.diagnostics.forgetAll();
  }

  /** What is known of the world outside the text of a document. */
  contextOf(uri: string): QueryContext {
    const locks = this.runtime.locks.of(uri);
    return {
      now: this.runtime.now(),
      sites: sitesOf(this.settings),
      refusedSites: this.settings.refusedSites,
      rowLimit: this.settings.limit,
      defaultSite: this.settings.defaultSite,
      profile: this.settings.profile,
      keywordCase: this.settings.keywordCase,
      ...(locks && { locks, software: this.#catalogues.software }),
    };
  }

  /** What completion at a place knows besides: the words of the other queries. */
  completionContext({ document, language, view }: QueryPlace): QueryContext {
    const context = this.contextOf(document.uri);
    const otherWords = () => this.#words.beside(view, document, language, this.documents.all(), context);
    const filters = this.filters.of(siteNameOf(view, context));
    return { ...context, otherWords, ...(filters.length > 0 && { filters }) };
  }

  languageOf(document: QueryDocument): RunnableLanguage | undefined {
    return this.runtime.languages.get(document.languageId);
  }

  /** `undefined` = not open, or in a language that is not ours. */
  file(uri: string): (OpenFile & { readonly language: RunnableLanguage }) | undefined {
    const document = this.documents.get(uri);
    const language = document && this.languageOf(document);
    return document && language && { document, language, context: this.contextOf(uri) };
  }

  /** All that a walk through a file finds, with turns for other requests in between; an edit ends it with LSP's own error. */
  async walk<T>(
    uri: string,
    token: CancellationToken,
    parts: (file: OpenFile) => Iterable<readonly T[]>,
  ): Promise<T[]> {
    const file = this.file(uri);
    return file ? this.#gather(file, token, parts) : [];
  }

  /** As `walk`; in a Markdown file through the fences of each language, which are no place for changes of whole files. */
  async walkFences<T>(
    uri: string,
    token: CancellationToken,
    parts: (file: OpenFile) => Iterable<readonly T[]>,
  ): Promise<T[]> {
    if (this.file(uri)) return this.walk(uri, token, parts);
    const found: T[] = [];
    for (const fenced of this.runbooks.files(uri)) {
      const file = { ...fenced, context: this.contextOf(uri) };
      found.push(...(await this.#gather(file, token, parts)));
    }
    return found;
  }

  async #gather<T>(
    file: OpenFile,
    token: CancellationToken,
    parts: (file: OpenFile) => Iterable<readonly T[]>,
  ): Promise<T[]> {
    const document = this.documents.get(file.document.uri);
    const version = document?.version;
    const wanted = () =>
      !token.isCancellationRequested &&
      this.documents.get(file.document.uri) === document &&
      document?.version === version;
    const found = await gathered(parts(file), wanted, this.runtime.yieldTurn);
    if (found === undefined) throw new ResponseError(LSPErrorCodes.ContentModified, 'Content modified');
    return found;
  }

  /** In a Markdown file a place between the lines of a fence. */
  place(uri: string, position: Position): QueryPlace | undefined {
    const file = this.file(uri) ?? this.runbooks.at(uri, position);
    if (file === undefined) return undefined;
    const { language } = file;
    const place = { language, ...this.views.at(file.document, position) };
    this.#wantCatalogue(place.view, file.document, language);
    return place;
  }

  /**
   * The query that a command at a position means: the one that holds it; above the first query, in a header without one,
   * the first; `undefined` = no query. In a language that takes empty queries, a title without a body is one, and
   * so is a file that has nothing but a header.
   */
  query(uri: string, position: Position): QueryPlace | undefined {
    if (!this.file(uri)) return this.#fenced(uri, position);
    const place = this.place(uri, position);
    if (place === undefined) return undefined;
    const { document, placed, language } = place;
    const isQuery = ({ body, separated }: QueryBlock): boolean =>
      body !== undefined || (language.runner.allowsEmptyQuery && (separated || document.blocks.length === 1));
    if (isQuery(placed.block)) return place;
    const first = document.blocks[1];
    if (placed.block.separated || first === undefined || !isQuery(first)) return undefined;
    return this.place(uri, { line: document.placed(1).line, character: 0 });
  }

  /** The query of a fence. */
  #fenced(uri: string, position: Position): QueryPlace | undefined {
    const query = this.runbooks.query(uri, position);
    const language = query && this.runtime.languages.get(query.language);
    if (query === undefined || language === undefined) return undefined;
    const { document, placed } = query;
    const place = {
      language,
      ...this.views.of(document, placed),
      offset: document.offsetIn(placed, position),
    };
    this.#wantCatalogue(place.view, document, language);
    return place;
  }

  /** As `query`; in a file of another language the query around the position, if the program computes no part of it. */
  async runnable(uri: string, position: Position): Promise<QueryPlace | undefined> {
    return this.query(uri, position) ?? this.embedded.runnable(uri, position);
  }

  /** `undefined` also where the query is too long to be read. */
  readablePlace(uri: string, position: Position): QueryPlace | undefined {
    const place = this.place(uri, position);
    return place && isReadable(place.placed.block) ? place : undefined;
  }

  /** The session with a site has changed: ask again what the site reports to it. */
  describeAnew(site: Site): void {
    this.#catalogues.forgetSite(site);
    this.projects.forgetSite(site);
    this.filters.forgetSite(site.name);
    this.refreshDiagnostics();
  }

  /** What the sites run on that were asked, by their names. */
  get software(): ReadonlyMap<string, string> {
    return this.#catalogues.software;
  }

  #wantCatalogue(view: QueryView, { uri }: QueryDocument, { runner }: RunnableLanguage): void {
    if (this.trusted)
      void this.#catalogues.want(siteNameOf(view, this.contextOf(uri)), runner, this.settings);
  }

  /** Resolves when a site has said what it has; `false` = it was not asked, or did not say. */
  async catalogueOf({ name }: Site, { runner }: RunnableLanguage): Promise<boolean> {
    return this.trusted && this.#catalogues.want(name, runner, this.settings);
  }

  /** Locks were written, changed or removed: their files are read again. */
  locksChanged(): void {
    this.runtime.locks.forget();
    this.#judgeAnew();
  }

  /** Other definitions hold for the cells of a notebook. */
  #judgeCells(cells: readonly string[]): void {
    for (const cell of cells) this.diagnostics.forget(cell);
    this.refreshDiagnostics();
  }

  #judgeAnew(): void {
    this.statements.forget();
    this.diagnostics.forgetAll();
    this.refreshDiagnostics();
  }

  /** Makes the client show the diagnostics anew, sooner or later. */
  refreshDiagnostics(): void {
    this.showDiagnostics().catch((error: unknown) => this.fault('diagnostics', error));
  }

  /** All diagnostics of a file; `undefined` = no longer wanted, or the file is not open. */
  async report(uri: string, wanted: () => boolean) {
    const file = this.file(uri);
    if (file) return this.diagnostics.report(file, wanted);
    const embedded = await this.embedded.report(uri, wanted);
    const document = this.documents.get(uri);
    if (embedded === undefined && document?.languageId !== sqlId) return undefined;
    const found = await statementDiagnostics(this, uri, wanted);
    return wanted() ? [...(embedded ?? []), ...found] : undefined;
  }
}

/** An `AbortSignal` that follows LSP's token. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
