/** Queries in files of other languages, in the editor: diagnostics, fixes, hover, completion, lenses. */
import * as vscode from 'vscode';
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  CompletionResolveRequest,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  HoverRequest,
  type BaseLanguageClient,
  State,
} from 'vscode-languageclient';
import { hostLanguages, maxHostLengthOf } from '#shared/base/queries/embedded-hosts.ts';
import { section } from '../settings.ts';
import { grouped, text } from '../texts.ts';
import { EmbeddedDocuments, hostSchemesOf, isHostDocument } from './embedded-documents.ts';
import type { LastRunLens } from '../history/last-run-lens.ts';
import { type EmbeddedMode, EmbeddedSwitch, runbookLanguage } from './embedded-switch.ts';
import { showWarning } from '../user-messages.ts';

/** Milliseconds without a change after which a document is checked. */
const pause = 300;

const languagesOf = (mode: EmbeddedMode): readonly string[] =>
  mode === 'all' ? hostLanguages : [runbookLanguage];
const selectorOf = (languages: readonly string[]): vscode.DocumentFilter[] =>
  languages.flatMap(language => hostSchemesOf(language).map(scheme => ({ language, scheme })));
const triggers = ['|', '&', '=', ' ', '(', ',', '"', "'"];
/** Markdown files can contain SQL too. */
const runbookTriggers = [...triggers, '.'];

function tooLong(document: vscode.TextDocument): vscode.Diagnostic {
  const size = grouped(document.getText().length);
  const message = text('runbook.tooLong', { size, most: grouped(maxHostLengthOf(document.languageId)) });
  const { range } = document.lineAt(0);
  // Long code may have no query at all, though it contains a word of one.
  const { Warning, Information } = vscode.DiagnosticSeverity;
  const severity = document.languageId === runbookLanguage ? Warning : Information;
  const problem = new vscode.Diagnostic(range, message, severity);
  problem.source = text('client.name');
  return problem;
}

/**
 * Serves the documents of other languages while the switch is on; otherwise nothing is registered and nothing is
 * sent.
 */
export class EmbeddedFeatures implements vscode.Disposable {
  readonly #client: BaseLanguageClient;
  readonly #start: () => Promise<void>;
  readonly #switch = new EmbeddedSwitch();
  readonly #documents: EmbeddedDocuments;
  readonly #lastRuns: LastRunLens;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection(`${section}.embedded`);
  readonly #lenses = new vscode.EventEmitter<void>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable[];
  #providers: vscode.Disposable | undefined;

  /** @param start starts the server, unless it was started before */
  constructor(client: BaseLanguageClient, start: () => Promise<void>, lastRuns: LastRunLens) {
    this.#client = client;
    this.#start = start;
    this.#lastRuns = lastRuns;
    this.#documents = new EmbeddedDocuments(client, this.#switch);
    this.#subscriptions = [
      this.#switch,
      this.#diagnostics,
      this.#lenses,
      lastRuns.onDidChange(() => this.#lenses.fire()),
      this.#switch.onDidChange(mode => this.#turned(mode)),
      vscode.workspace.onDidOpenTextDocument(document => this.#checkSoon(document, 0)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#checkSoon(document, pause)),
      vscode.workspace.onDidCloseTextDocument(document => this.#closed(document)),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration(section)) this.#checkAll();
      }),
      client.onDidChangeState(({ newState }) => {
        if (newState !== State.Running) return;
        this.#documents.forget();
        this.#checkAll();
      }),
    ];
    void this.#switch.update();
  }

  /** Checks the documents again, because statements in them may read other results. */
  recheck(): void {
    for (const document of vscode.workspace.textDocuments)
      if (this.#documents.has(document.uri)) this.#checkSoon(document, 0);
  }

  /** Shows a message and returns true where a document has queries but is too long to be read. */
  refuses(uri: vscode.Uri): boolean {
    const document = vscode.workspace.textDocuments.find(
      textDocument => textDocument.uri.toString() === uri.toString(),
    );
    if (document === undefined || !this.#documents.isTooLong(document)) return false;
    void showWarning(tooLong(document).message);
    return true;
  }

  /** Brings the server's copy of a document up to date before a command asks about it. */
  async sync(uri: vscode.Uri): Promise<boolean> {
    const document = vscode.workspace.textDocuments.find(
      textDocument => textDocument.uri.toString() === uri.toString(),
    );
    return document !== undefined && isHostDocument(document) && this.#documents.sync(document);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#providers?.dispose();
  }

  #turned(mode: EmbeddedMode): void {
    void vscode.commands.executeCommand('setContext', 'wikijql.embedded', mode === 'all');
    this.#providers?.dispose();
    this.#providers = mode === 'none' ? undefined : this.#register(languagesOf(mode));
    this.#diagnostics.clear();
    if (mode === 'none') void this.#documents.closeAll();
    else this.#checkAll();
  }

  #checkAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#checkSoon(document, pause);
    this.#lenses.fire();
  }

  #closed(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
    this.#diagnostics.delete(document.uri);
    void this.#documents.close(document.uri);
  }

  #checkSoon(document: vscode.TextDocument, after: number): void {
    if (!this.#switch.covers(document) || !isHostDocument(document)) return;
    const uri = document.uri.toString();
    clearTimeout(this.#waiting.get(uri));
    const check = (): void => {
      this.#waiting.delete(uri);
      this.#check(document).catch(() => undefined);
    };
    this.#waiting.set(uri, setTimeout(check, after));
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    if (this.#documents.isTooLong(document)) {
      await this.#documents.close(document.uri);
      this.#diagnostics.set(document.uri, [tooLong(document)]);
      return;
    }
    if (!this.#client.isRunning()) {
      // The first document with queries starts the server, after which all documents are checked.
      if (this.#documents.isWanted(document)) await this.#start();
      return;
    }
    if (!(await this.#documents.sync(document))) {
      this.#diagnostics.delete(document.uri);
      return;
    }
    const { version } = document;
    const report = await this.#client.sendRequest(DocumentDiagnosticRequest.type, this.#about(document));
    if (report.kind !== DocumentDiagnosticReportKind.Full || document.version !== version) return;
    if (document.isClosed || !this.#switch.covers(document)) return;
    const diagnostics = await this.#client.protocol2CodeConverter.asDiagnostics(report.items);
    this.#diagnostics.set(document.uri, diagnostics);
  }

  #about(document: vscode.TextDocument): { readonly textDocument: { readonly uri: string } } {
    return { textDocument: this.#client.code2ProtocolConverter.asTextDocumentIdentifier(document) };
  }

  #register(languages: readonly string[]): vscode.Disposable {
    const selector = selectorOf(languages);
    const client = this.#client;
    const { code2ProtocolConverter: toServer, protocol2CodeConverter: fromServer } = client;
    const isServed = async (document: vscode.TextDocument): Promise<boolean> =>
      client.isRunning() && this.#documents.sync(document);
    const at = (document: vscode.TextDocument, position: vscode.Position) => ({
      ...this.#about(document),
      position: toServer.asPosition(position),
    });
    const completion: vscode.CompletionItemProvider = {
      provideCompletionItems: async (document, position, token, context) => {
        if (!(await isServed(document))) return undefined;
        const params = toServer.asCompletionParams(document, position, context);
        const completions = await client.sendRequest(CompletionRequest.type, params, token);
        return fromServer.asCompletionResult(completions, undefined, token);
      },
      resolveCompletionItem: async (item, token) => {
        const params = toServer.asCompletionItem(item);
        return fromServer.asCompletionItem(
          await client.sendRequest(CompletionResolveRequest.type, params, token),
        );
      },
    };
    return vscode.Disposable.from(
      vscode.languages.registerHoverProvider(selector, {
        provideHover: async (document, position, token) => {
          if (!(await isServed(document))) return undefined;
          return fromServer.asHover(
            await client.sendRequest(HoverRequest.type, at(document, position), token),
          );
        },
      }),
      vscode.languages.registerCompletionItemProvider(
        selectorOf(languages.filter(language => language !== runbookLanguage)),
        completion,
        ...triggers,
      ),
      vscode.languages.registerCompletionItemProvider(
        selectorOf([runbookLanguage]),
        completion,
        ...runbookTriggers,
      ),
      vscode.languages.registerCodeActionsProvider(
        selector,
        {
          provideCodeActions: async (document, range, _context, token) => {
            if (!(await isServed(document))) return undefined;
            const params = {
              ...this.#about(document),
              range: toServer.asRange(range),
              context: { diagnostics: [] },
            };
            const actions = await client.sendRequest(CodeActionRequest.type, params, token);
            return actions === null ? undefined : fromServer.asCodeActionResult(actions, token);
          },
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
      vscode.languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.#lenses.event,
        provideCodeLenses: async (document, token) => {
          if (!(await isServed(document))) return undefined;
          const lenses = await client.sendRequest(CodeLensRequest.type, this.#about(document), token);
          return this.#lastRuns.withLastRuns(document, await fromServer.asCodeLenses(lenses ?? [], token));
        },
      }),
    );
  }
}
