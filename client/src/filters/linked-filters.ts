/**
 * Compares the copies of saved filters in query files with the tracker's filters. A tracker is asked only when the
 * user runs the check; filters that were already fetched are compared in open files without a request.
 */
import * as vscode from 'vscode';
import type { LinkedFilter } from '#shared/protocol/sites/saved-filters.ts';
import { filterScheme } from '../languages.ts';
import { text } from '../texts.ts';
import type { FilterDocuments } from './filter-documents.ts';
import type { FilterStore } from './filter-store.ts';
import { showInformation } from '../user-messages.ts';

const source = 'wikijql';
/** The codes of the diagnostics. */
const changed = 'filter-changed';
const unavailable = 'filter-unavailable';
/** Milliseconds after the last change before a file is compared. */
const pause = 500;

export class LinkedFilters implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #store: FilterStore;
  readonly #documents: FilterDocuments;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('wikijql filters');
  /** The links of each file, until it is edited. */
  readonly #links = new Map<string, readonly LinkedFilter[]>();
  /** The timers of files that will be compared, by their addresses. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable;

  constructor(store: FilterStore, documents: FilterDocuments) {
    this.#store = store;
    this.#documents = documents;
    const forget = (document: vscode.TextDocument): void => this.#forget(document.uri);
    const compareAll = (): void => {
      for (const document of vscode.workspace.textDocuments) this.#compareSoon(document, 0);
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#diagnostics,
      vscode.languages.registerCodeActionsProvider('jql', this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        forget(document);
        this.#compareSoon(document, pause);
      }),
      vscode.workspace.onDidOpenTextDocument(document => this.#compareSoon(document, 0)),
      store.onDidList(compareAll),
      store.onDidChange(() => {
        for (const uri of this.#links.keys()) this.#forget(vscode.Uri.parse(uri, true));
      }),
      vscode.workspace.onDidCloseTextDocument(forget),
    );
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
  }

  /** Compares each query of a file that names a filter with the tracker's filter, and shows those that differ. */
  async check({ uri }: vscode.TextDocument): Promise<void> {
    const links = await this.#ask(uri);
    if (links === undefined) return;
    this.#show(uri, links);
    const differing = links.filter(({ isSame, filter }) => filter !== undefined && !isSame).length;
    const missing = links.filter(({ filter }) => filter === undefined).length;
    void showInformation(summaryOf(links.length, differing, missing));
  }

  /** Shows the filter beside the file that has a copy of it. */
  async compare(uri: vscode.Uri, id: string): Promise<void> {
    const { filter, site = '' } = this.#linkOf(uri, id) ?? {};
    if (!filter) return;
    const title = text('filters.compareTitle', { name: filter.name });
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#documents.refreshedUri(filter, site),
      uri,
      title,
    );
  }

  /** Replaces the query of a file by the filter that it copies; `false` = the file has no copy of it. */
  async pull(uri: vscode.Uri, id: string): Promise<boolean> {
    const links = await this.#ask(uri);
    const link = links?.find(candidate => candidate.id === id && candidate.text !== undefined);
    if (link?.text === undefined) return false;
    const edit = new vscode.WorkspaceEdit();
    const { body, text: jql, range } = link;
    const { end } = range;
    if (body) edit.replace(uri, rangeOf(body), jql);
    else edit.insert(uri, new vscode.Position(end.line, end.character), `\n${jql}`);
    await vscode.workspace.applyEdit(edit);
    return true;
  }

  provideCodeActions(
    { uri }: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return diagnostics
      .filter(diagnostic => diagnostic.source === source && diagnostic.code === changed)
      .flatMap(diagnostic => {
        const link = this.#links
          .get(uri.toString())
          ?.find(({ range }) => rangeOf(range).isEqual(diagnostic.range));
        if (link === undefined) return [];
        const action = (title: string, command: string): vscode.CodeAction => {
          const quickFix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
          quickFix.diagnostics = [diagnostic];
          quickFix.command = { title, command, arguments: [uri.toString(), link.id] };
          return quickFix;
        };
        return [
          action(text('filters.compareAction'), 'wikijql.filters.compareCopy'),
          action(text('filters.pullAction'), 'wikijql.filters.pullCopy'),
        ];
      });
  }

  async #ask(uri: vscode.Uri): Promise<readonly LinkedFilter[] | undefined> {
    await vscode.workspace.openTextDocument(uri);
    return vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: text('filters.comparing'), cancellable: true },
      async (_, token) => {
        const links = await this.#store.fetchLinkedFilters(uri, token);
        return token.isCancellationRequested ? undefined : links;
      },
    );
  }

  #show(uri: vscode.Uri, links: readonly LinkedFilter[]): void {
    this.#links.set(uri.toString(), links);
    this.#diagnostics.set(uri, links.filter(({ isSame }) => !isSame).map(diagnosticOf));
  }

  /** Compares an open file with the filters already fetched, unless the user has checked its current text. */
  #compareSoon({ uri, languageId }: vscode.TextDocument, after: number): void {
    const key = uri.toString();
    clearTimeout(this.#waiting.get(key));
    if (languageId !== 'jql' || uri.scheme === filterScheme || !this.#store.hasRequestedFilters) return;
    const compare = async (): Promise<void> => {
      this.#waiting.delete(key);
      const links = await this.#store.cachedLinkedFilters(uri);
      if (links.length > 0 && !this.#links.has(key)) this.#show(uri, links);
    };
    this.#waiting.set(
      key,
      setTimeout(() => void compare().catch(() => undefined), after),
    );
  }

  #linkOf(uri: vscode.Uri, id: string): LinkedFilter | undefined {
    return this.#links.get(uri.toString())?.find(candidate => candidate.id === id);
  }

  #forget(uri: vscode.Uri): void {
    if (!this.#links.delete(uri.toString())) return;
    this.#diagnostics.delete(uri);
  }
}

function diagnosticOf({ range, filter, problem = '' }: LinkedFilter): vscode.Diagnostic {
  const message = filter ? text('filters.changed', { name: filter.name }) : problem;
  const diagnostic = new vscode.Diagnostic(rangeOf(range), message, vscode.DiagnosticSeverity.Information);
  diagnostic.source = source;
  diagnostic.code = filter ? changed : unavailable;
  return diagnostic;
}

const rangeOf = ({ start, end }: LinkedFilter['range']): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

function summaryOf(count: number, differing: number, missing: number): string {
  if (count === 0) return text('filters.noCopies');
  const parts = [
    ...(differing > 0 ? [text('filters.differing', { differing, count })] : []),
    ...(missing > 0 ? [text('filters.missing', { missing, count })] : []),
  ];
  return parts.length === 0 ? text('filters.allSame', { count }) : parts.join(' ');
}
