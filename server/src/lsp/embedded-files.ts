import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type Diagnostic,
  type Hover,
  type Position,
  type Range,
  type TextEdit,
} from 'vscode-languageserver';
import { EmbeddedDocument, type EmbeddedProblem } from '../embedded/embedded-document.ts';
import { type EmbeddedQuery, hasPlaceholders } from '../embedded/embedded-query.ts';
import { asQueryFile } from '../embedded/as-query-file.ts';
import { isHost, loadHost } from '../embedded/hosts.ts';
import type { YieldTurn } from '../checking/time-slices.ts';
import type { Edit } from '../language/problem.ts';
import type { QueryContext } from '../language/service.ts';
import type { Span } from '../language/span.ts';
import { type PlacedBlock, QueryDocument } from '../queryfile/query-document.ts';
import { reportWordBy } from '../runbooks/report-words.ts';
import { type CompletionAbilities, Converter } from './convert.ts';
import type { PlacedView, Views } from './query-views.ts';
import type { Language } from '../languages/served-language.ts';
import type { ServerSettings } from '../settings/read-settings.ts';

/** What the files need of the workspace. */
export interface EmbeddedDependencies<Served extends Language> {
  readonly documents: { get(uri: string): QueryDocument | undefined };
  readonly languages: ReadonlyMap<string, Served>;
  readonly views: Views;
  readonly yieldTurn: YieldTurn;
  readonly settings: () => ServerSettings;
  readonly contextOf: (uri: string) => QueryContext;
}

/** Problems of one file that are shown. */
const mostShown = 1000;

/** Problems of a range whose fixes are offered. */
const mostFixed = 100;

/** An open file of another language with the queries in it. */
interface EmbeddedFile {
  readonly document: QueryDocument;
  readonly version: number;
  readonly placed: PlacedBlock;
  readonly embedded: EmbeddedDocument;
  readonly convert: Converter;
}

/** The open files of other languages. Which ones those are is up to the client; the setting can switch them off. */
export class EmbeddedFiles<Served extends Language> {
  readonly #workspace: EmbeddedDependencies<Served>;
  readonly #files = new WeakMap<QueryDocument, EmbeddedFile>();

  constructor(workspace: EmbeddedDependencies<Served>) {
    this.#workspace = workspace;
  }

  /** `undefined` = not open, in no host language, or switched off. Each version is read once. */
  async file(uri: string): Promise<EmbeddedFile | undefined> {
    const document = this.#workspace.documents.get(uri);
    if (document === undefined || !isHost(document.languageId)) return undefined;
    if (this.#workspace.settings().embedded.check === 'never') return undefined;
    const known = this.#files.get(document);
    if (known?.version === document.version) return known;
    const host = await loadHost(document.languageId);
    if (host === undefined) return undefined;
    const placed = document.placed(0);
    const file = {
      document,
      version: document.version,
      placed,
      embedded: new EmbeddedDocument(document.getText(), host),
      convert: new Converter(document, placed),
    };
    this.#files.set(document, file);
    return file;
  }

  languageFor({ language }: EmbeddedQuery): Served {
    return this.#workspace.languages.get(language)!;
  }

  /** All diagnostics of a file; `undefined` = no longer wanted, or no file of another language. */
  async report(uri: string, wanted: () => boolean): Promise<Diagnostic[] | undefined> {
    const file = await this.file(uri);
    if (file === undefined) return undefined;
    const found = this.#fileDiagnostics(file);
    for (const [index, query] of file.embedded.queries.entries()) {
      if (!wanted() || file.document.version !== file.version) return undefined;
      found.push(...this.#problems(file, index).map(problem => this.#diagnostic(file, query, problem)));
      if (found.length >= mostShown) break;
      await this.#workspace.yieldTurn();
    }
    return found.slice(0, mostShown);
  }

  /** The fixes of the problems in a range, and what can be done with a query. */
  async actions(uri: string, range: Range, token: CancellationToken): Promise<CodeAction[]> {
    const file = await this.file(uri);
    if (file === undefined) return [];
    const span = this.#spanOf(file, range);
    const actions: CodeAction[] = [];
    let problems = 0;
    for (const [index, query] of file.embedded.queries.entries()) {
      if (token.isCancellationRequested) break;
      if (!overlap(query.text.span, span)) continue;
      const language = this.languageFor(query);
      const context = this.#workspace.contextOf(uri);
      for (const problem of this.#problems(file, index)) {
        if (!overlap(problem.span, span)) continue;
        if (++problems > mostFixed) return actions;
        // The file is read again for each fix.
        await this.#workspace.yieldTurn();
        if (token.isCancellationRequested || file.document.version !== file.version) return actions;
        const diagnostics = [this.#diagnostic(file, query, problem)];
        actions.push(
          ...file.embedded.fixes(problem, language, context).map(fix => ({
            title: language.wording(fix.title, fix.arguments),
            kind: CodeActionKind.QuickFix,
            diagnostics,
            edit: { changes: { [uri]: editsOf(file, fix.edits) } },
            ...(fix.preferred && { isPreferred: true }),
          })),
        );
      }
    }
    return actions;
  }

  /** The commands over each query: one whose parts the host computes cannot run as it is. */
  async lenses(uri: string): Promise<CodeLens[]> {
    const file = await this.file(uri);
    if (file === undefined) return [];
    return file.embedded.queries.flatMap(query => {
      // A fence that is a query file has those of query files.
      if (query.header !== undefined) return [];
      const range = file.convert.range({ start: query.text.span.start, end: query.text.span.start });
      const language = this.languageFor(query);
      const commands = hasPlaceholders(query) ? [openCommand] : ['wikijql.run', openCommand];
      return commands.map(command => ({
        range,
        command: { title: language.wording(`lens.${command}`), command, arguments: [uri, range.start] },
      }));
    });
  }

  async hover(uri: string, position: Position): Promise<Hover | null> {
    const file = await this.file(uri);
    const place = file?.embedded.at(file.document.offsetIn(file.placed, position));
    if (file === undefined || place === undefined) return null;
    const context = this.#workspace.contextOf(uri);
    const found = file.embedded.explain(place, this.languageFor(place.query), context);
    if (found === undefined) return null;
    return { contents: { kind: 'markdown', value: found.markdown }, range: file.convert.range(found.span) };
  }

  async complete(uri: string, position: Position, abilities: CompletionAbilities) {
    const file = await this.file(uri);
    const place = file?.embedded.at(file.document.offsetIn(file.placed, position));
    if (file === undefined || place === undefined) return null;
    const context = this.#workspace.contextOf(uri);
    const offered = file.embedded.complete(place, this.languageFor(place.query), context);
    return {
      isIncomplete: offered.some(({ changes }) => changes),
      items: offered.map(item => file.convert.completion(item, place.query.language, abilities)),
    };
  }

  /** The query around a position as a file of its own; `undefined` = no query is there. */
  async query(uri: string, position: Position): Promise<EmbeddedQuery | undefined> {
    const file = await this.file(uri);
    return file?.embedded.around(file.document.offsetIn(file.placed, position));
  }

  /** The query around a position, ready to run; `undefined` = none, or the host computes parts of it. */
  async runnable(
    uri: string,
    position: Position,
  ): Promise<(PlacedView & { readonly language: Served; readonly offset: number }) | undefined> {
    const query = await this.query(uri, position);
    if (query === undefined || hasPlaceholders(query)) return undefined;
    const language = this.languageFor(query);
    const document = new QueryDocument(uri, query.language, 1, asQueryFile(query), language.syntax);
    const index = document.blocks.findLastIndex(({ body }) => body !== undefined);
    const placed = document.placed(Math.max(0, index));
    return { ...this.#workspace.views.of(document, placed), language, offset: 0 };
  }

  #problems(file: EmbeddedFile, index: number): readonly EmbeddedProblem[] {
    const language = this.languageFor(file.embedded.queries[index]!);
    return file.embedded.problems(index, language, this.#workspace.contextOf(file.document.uri));
  }

  #fileDiagnostics({ convert, embedded }: EmbeddedFile): Diagnostic[] {
    if (embedded.isEmpty) return [];
    const { source } = this.#workspace.languages.get(embedded.queries[0]?.language ?? 'jql')!;
    return embedded.fileProblems.map(problem => convert.diagnostic(problem, reportWordBy, source));
  }

  #diagnostic({ convert }: EmbeddedFile, query: EmbeddedQuery, found: EmbeddedProblem): Diagnostic {
    const { wording, source } = this.languageFor(query);
    const { related, ...problem } = found.problem;
    const place = related && { ...related, span: query.text.sourceOf(related.span.start, related.span.end) };
    return convert.diagnostic(
      { ...problem, span: found.span, ...(place && { related: place }) },
      wording,
      source,
    );
  }

  #spanOf({ document, placed }: EmbeddedFile, { start, end }: Range): Span {
    return { start: document.offsetIn(placed, start), end: document.offsetIn(placed, end) };
  }
}

/** The command of the client that opens a query as a file. */
const openCommand = 'wikijql.openAsQueryFile';

const overlap = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;

const editsOf = ({ convert }: EmbeddedFile, edits: readonly Edit[]): TextEdit[] =>
  edits.map(edit => convert.edit(edit));
