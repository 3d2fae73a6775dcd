/** The state that all open documents of one connection share: settings, catalogues of sites, and results. */
import type { Connection, Position, TextDocuments } from 'vscode-languageserver';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { QueryContext } from '../query-file/language/language-service.ts';
import type { RunnableLanguage } from '../runs/languages/served-language.ts';
import type { NotebookCells } from '#shared/protocol/documents/notebook-cells.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { QueryDocument } from '../query-file/query-document.ts';
import { defaultSitesOf } from '../sites/settings/site-lookup.ts';
import { siteNameOf } from '../query-file/options/site-option.ts';
import { type ServerSettings, sitesOf } from '../sites/settings/read-settings.ts';
import { Diagnostics } from './documents/query-file-diagnostics.ts';
import type { DocumentHost } from './documents/document-host.ts';
import type { DocumentKind } from './documents/document-kind.ts';
import { OpenDocuments } from './documents/open-documents.ts';
import type { FaultLog } from './guard.ts';
import { withPage } from './features/convert.ts';
import { KnownFilters } from './features/saved-filters.ts';
import { type PlacedView, type QueryPlace, Views } from './documents/query-views.ts';
import { RanResults } from './ran-results.ts';
import type { Runtime } from './platform.ts';
import { SessionTables } from './session-tables.ts';
import { SiteCatalogues } from './site-catalogues.ts';
import { Statements } from './documents/statements.ts';
import { TrackerProjects } from './tracker-projects.ts';
import type { FileReader } from './documents/workspace-files.ts';
import { WorkspaceWords } from './documents/workspace-words.ts';

export type { QueryPlace } from './documents/query-views.ts';

/** The state that all open documents of one connection share. */
export class Workspace implements DocumentHost {
  readonly runtime: Runtime;
  /** False: nothing is sent over the network. */
  readonly trusted: boolean;
  readonly fault: FaultLog;
  readonly open: OpenDocuments;
  readonly views = new Views();
  readonly diagnostics: Diagnostics;
  /** The columns of named queries, from their last runs. */
  readonly lastResults = new RanResults();
  /** The results that SQL can name. */
  readonly tables = new SessionTables();
  readonly statements: Statements;
  /** The trackers whose keys are known to be those of issues. */
  readonly projects: TrackerProjects;
  readonly filters = new KnownFilters();
  readonly #catalogues: SiteCatalogues;
  readonly #words = new WorkspaceWords();
  #settings: ServerSettings;
  /** Makes the client show the diagnostics again; set once it is known how it gets them. */
  showDiagnostics: () => Promise<void> = async () => {};
  /** Whether the code of a diagnostic is a link to the page about it. */
  linksPages = false;

  constructor(runtime: Runtime, settings: ServerSettings, trusted: boolean, fault: FaultLog) {
    this.runtime = runtime;
    this.#settings = settings;
    this.trusted = trusted;
    this.fault = fault;
    this.#catalogues = new SiteCatalogues(runtime.backend, fault, () => {
      this.#revalidateAll();
    });
    this.projects = new TrackerProjects(runtime.backend, runtime.now);
    this.diagnostics = new Diagnostics(runtime.yieldTurn);
    this.open = new OpenDocuments(this, {
      edited: (document, splices) => this.diagnostics.follow(document, splices),
      cellsAffected: cells => this.#revalidateCells(cells),
    });
    this.statements = new Statements({
      documents: { get: uri => this.documents.get(uri) },
      languages: runtime.languages,
      runbookOf: uri => this.open.runbookOf(uri),
      cellsBeside: uri => this.open.cellsBeside(uri),
      contextOf: uri => this.contextOf(uri),
    });
  }

  /** Follows the files that the client opens, changes and closes. */
  listen(connection: Connection): void {
    this.documents.onDidOpen(({ document }) => {
      const language = this.runtime.languages.get(document.languageId);
      if (language === undefined) return;
      this.diagnostics.open(document, language);
      this.#words.forget(document.uri);
      this.wantCatalogue(this.views.of(document, document.placed(0)), language);
    });
    this.documents.onDidClose(({ document }) => {
      this.diagnostics.close(document.uri);
      this.#words.close(document);
    });
    this.open.listen(connection);
  }

  /** The texts of the open documents. */
  get documents(): TextDocuments<QueryDocument> {
    return this.open.texts;
  }

  /** An open document as the kind that it is; `undefined` = not open, or of no kind that has queries. */
  document(uri: string): DocumentKind | undefined {
    return this.open.of(uri);
  }

  /** Returns the query at a position, like `DocumentKind.place`. */
  place(uri: string, position: Position): QueryPlace | undefined {
    return this.document(uri)?.place?.(position);
  }

  /** Returns the query that runs at a position, like `DocumentKind.query`. */
  query(uri: string, position: Position): QueryPlace | undefined {
    return this.document(uri)?.query?.(position);
  }

  /** The query that runs at a position; `undefined` = none, or a statement runs there. */
  async runnable(uri: string, position: Position): Promise<QueryPlace | undefined> {
    const target = await this.document(uri)?.target(position);
    return target?.kind === 'query' ? target.place : undefined;
  }

  /** Returns the problems of a document, like `DocumentKind.problems`. */
  async report(uri: string, isWanted: () => boolean): Promise<Diagnostic[] | undefined> {
    const diagnostics = await this.document(uri)?.problems(isWanted);
    return this.linksPages ? diagnostics?.map(withPage) : diagnostics;
  }

  isOpen(document: QueryDocument): boolean {
    return this.open.isOpen(document);
  }

  cellsBeside(uri: string): readonly string[] {
    return this.open.cellsBeside(uri);
  }

  /** Follows a change of a notebook's cells: other definitions may hold for each of them. */
  cellsChanged(cells: NotebookCells): void {
    this.open.followCells(cells);
    this.statements.forget();
    this.#revalidateCells(cells.cells);
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
    return this.#settings;
  }
  /** Applies new settings; the catalogues of sites are fetched again. */
  set settings(settings: ServerSettings) {
    this.#settings = settings;
    this.#catalogues.forget();
    this.projects.forget();
    this.filters.forget();
    for (const { runner } of this.runtime.languages.values()) runner.forget?.();
    this.statements.forget();
    this.diagnostics.forgetAll();
  }

  /** Returns what a language service has to know besides the text of a document. */
  contextOf(uri: string): QueryContext {
    const locks = this.runtime.locks.of(uri);
    const rules = this.runtime.locks.rulesOf(uri);
    return {
      now: this.runtime.now(),
      sites: sitesOf(this.settings),
      refusedSites: this.settings.refusedSites,
      rowLimit: this.settings.limit,
      ...(this.runtime.sendsContact && { contact: this.settings.contact }),
      defaultSite: this.settings.defaultSite,
      defaultSites: defaultSitesOf(this.settings),
      profile: this.settings.language.profile,
      keywordCase: this.settings.language.keywordCase,
      ...(rules && { rules }),
      ...(locks && { locks, software: this.#catalogues.software }),
    };
  }

  completionContext({ document, language, view }: QueryPlace): QueryContext {
    const context = this.contextOf(document.uri);
    const otherWords = () =>
      this.#words.ofOtherQueries(view, document, language, this.documents.all(), context);
    const filters = this.filters.of(siteNameOf(view, context, language.runner.kind));
    return { ...context, otherWords, ...(filters.length > 0 && { filters }) };
  }

  /** Asks a site for its catalogue again after the session there has changed. */
  refreshSite(site: Site): void {
    this.#catalogues.forgetSite(site);
    this.projects.forgetSite(site);
    this.filters.forgetSite(site.name);
    this.refreshDiagnostics();
  }

  /** The software of the sites that were asked, by their names. */
  get software(): ReadonlyMap<string, string> {
    return this.#catalogues.software;
  }

  wantCatalogue({ view, document }: PlacedView, { runner }: RunnableLanguage): void {
    if (this.trusted)
      void this.#catalogues.want(
        siteNameOf(view, this.contextOf(document.uri), runner.kind),
        runner,
        this.settings,
      );
  }

  /** Resolves when the catalogue of a site is there; `false` = the site was not asked, or did not answer. */
  async catalogueOf({ name }: Site, { runner }: RunnableLanguage): Promise<boolean> {
    return this.trusted && this.#catalogues.want(name, runner, this.settings);
  }

  /** Reads the locks and rules again after one was written, changed or removed. */
  locksChanged(): void {
    this.runtime.locks.forget();
    this.#revalidateAll();
  }

  /** Makes the client show the diagnostics again, sooner or later. */
  refreshDiagnostics(): void {
    this.showDiagnostics().catch((error: unknown) => this.fault('diagnostics', error));
  }

  #revalidateCells(cells: readonly string[]): void {
    for (const cell of cells) this.diagnostics.forget(cell);
    this.refreshDiagnostics();
  }

  #revalidateAll(): void {
    this.statements.forget();
    this.diagnostics.forgetAll();
    this.refreshDiagnostics();
  }
}
