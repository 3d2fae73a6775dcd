/** The routes of the language server: which requests of a client are answered, and by what. */
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import runTexts from '../../catalogue/messages/runs.json' with { type: 'json' };
import serverTexts from '../../catalogue/messages/server.json' with { type: 'json' };
import { userAgentOf } from '#shared/base/contact.ts';
import { cellsNotification } from '#shared/protocol/documents/notebook-cells.ts';
import { problemPageRequest } from '#shared/protocol/documents/problem-addresses.ts';
import { pingRequest } from '#shared/protocol/settings.ts';
import { onNotification, onRequest } from './requests/custom-requests.ts';
import { registerAgentRequests } from './requests/agent-requests.ts';
import { copyCommand, pasteCommand, registerCommands } from './requests/commands.ts';
import { registerResultRequests } from './requests/result-requests.ts';
import { registerSnapshotRequests } from './requests/snapshot-requests.ts';
import { registerSqlRequests } from './requests/sql-requests.ts';
import { registerCodeRequests } from './requests/code-requests.ts';
import { registerPromptRequests } from './prompt-requests.ts';
import { registerRunRequests } from './run-requests.ts';
import { Publisher } from './requests/diagnostics-publisher.ts';
import { registerPositionRequests } from './requests/position-requests.ts';
import { registerDocumentRequests } from './requests/document-requests.ts';
import { createLanguages } from '../runs/languages/languages.ts';
import { lensCommands } from '../runs/languages/served-language.ts';
import { clientVault } from './client-vault.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { registerExpectationRequests } from './expectation-requests.ts';
import { registerIssueRequests } from './requests/issue-requests.ts';
import { registerReportRequests } from './requests/report-requests.ts';
import { registerVariableRequests } from './requests/variable-requests.ts';
import { Runs } from './runs.ts';
import { registerFilterRequests } from './requests/filter-requests.ts';

import { notifySessionChange, registerLoginRequests } from './requests/login-requests.ts';
import { type FileReader, followFiles } from './documents/workspace-files.ts';
import { registerSiteRequests } from './requests/site-requests.ts';
import { type FaultLog, faultLine, type Guard, guardWith } from './guard.ts';
import type { Platform, Runtime } from './platform.ts';
import { Workspace } from './workspace.ts';
import { readOptions, readSettings, sectionOf } from '../sites/settings/read-settings.ts';
import type { BackendSettings } from '../network/backend.ts';
import { legend } from './features/semantic-tokens.ts';

/** Serves one client over a connection, until it ends. The caller then lets the connection listen. */
export function startServer(connection: Connection, platform: Platform): void {
  const runtime: Runtime = {
    ...platform,
    languages: createLanguages(),
    backend: platform.startBackend({
      vault: clientVault(connection, platform.secrets),
      sessionChanged: (site, state) => notifySessionChange(connection, site, state),
    }),
    wording: wordingOf({ ...serverTexts, ...runTexts }),
  };
  const fault: FaultLog = (feature, error) => connection.console.error(faultLine(feature, error));
  const guard = guardWith(fault);

  connection.onInitialize((params): InitializeResult => {
    const options = readOptions(params.initializationOptions);
    const { textDocument, window } = params.capabilities;
    const workspace = new Workspace(runtime, readSettings(options.settings), options.trusted, fault);
    const runs = new Runs(connection, workspace);
    const { panels } = options;
    workspace.linksPages = options.problemPages;
    workspace.listen(connection);
    registerPositionRequests(connection, workspace, guard, {
      snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
      triggers: panels,
      resolves: options.resolves,
    });
    registerDocumentRequests(connection, workspace, guard, panels);
    registerVariableRequests(connection, workspace, guard);
    registerRunRequests(connection, workspace, runs, guard);
    registerPromptRequests(connection, workspace, guard);
    registerCodeRequests(connection, workspace, guard);
    const endsSession = registerResultRequests(connection, workspace, guard);
    connection.onShutdown(() => runtime.backend.dispose(panels && !endsSession()));
    registerSnapshotRequests(connection, workspace);
    registerSqlRequests(connection, workspace, guard);
    const readers = [workspace.fileReader];
    if (panels) readers.push(registerExpectationRequests(connection, workspace, runs));
    registerIssueRequests(connection, workspace);
    registerAgentRequests(
      connection,
      workspace,
      (params.workspaceFolders ?? []).map(({ uri }) => uri),
      options.uriScheme,
    );
    registerReportRequests(connection, workspace);
    registerLoginRequests(connection, workspace);
    const folders = (params.workspaceFolders ?? []).map(({ uri }) => uri);
    registerSiteRequests(connection, workspace, folders);
    registerFilterRequests(connection, workspace, folders);
    if (!panels) registerCommands(connection, workspace, runs, guard, window?.showDocument?.support === true);
    onRequest(connection, pingRequest, () => null);
    onRequest(
      connection,
      problemPageRequest,
      async ({ code }) => (await problemPages()).problemText(code, '# ') ?? null,
    );
    onNotification(connection, cellsNotification, cells => workspace.cellsChanged(cells));
    const pulls = registerDiagnostics(connection, workspace, guard, params);
    const place: StoragePlace = {
      storage: options.storage === '' ? runtime.storage : options.storage,
      ...(params.processId !== null &&
        !workspace.settings.advanced.resultsInMemory && {
          session: {
            process: params.processId,
            session: options.session === '' ? String(runtime.now()) : options.session,
          },
        }),
    };
    const begins = [
      registerSettings(connection, workspace, params, place),
      registerFiles(connection, workspace, params, readers),
    ];
    connection.onInitialized(async () => {
      await Promise.all(begins.map(begin => begin()));
    });
    configureBackend(workspace, place);
    return capabilitiesOf(runtime, panels, pulls);
  });
}

/** The pages are read when one is opened. */
const problemPages = () => import('../query-file/checking/problem-pages.ts');

/** Returns true where the client requests diagnostics; otherwise the server sends them when a document changes. */
function registerDiagnostics(
  connection: Connection,
  workspace: Workspace,
  guard: Guard,
  { capabilities }: InitializeParams,
): boolean {
  if (capabilities.textDocument?.diagnostic !== undefined) {
    connection.languages.diagnostics.on(
      guard('diagnostics', { kind: 'full', items: [] }, async ({ textDocument: { uri } }, token) => {
        const items = await workspace.report(uri, () => !token.isCancellationRequested);
        return { kind: 'full', items: items ?? [] };
      }),
    );
    if (capabilities.workspace?.diagnostics?.refreshSupport)
      workspace.showDiagnostics = () => connection.languages.diagnostics.refresh();
    return true;
  }
  const publisher = new Publisher(connection, workspace);
  workspace.documents.onDidChangeContent(({ document }) => publisher.publish(document));
  workspace.documents.onDidClose(({ document }) => publisher.clear(document.uri));
  workspace.showDiagnostics = async () => {
    for (const document of workspace.documents.all()) publisher.publish(document);
  };
  return false;
}

/** Follows changed settings. Returns the work to do once the client is initialized. */
function registerSettings(
  connection: Connection,
  workspace: Workspace,
  { capabilities }: InitializeParams,
  place: StoragePlace,
): () => Promise<void> {
  const { workspace: abilities } = capabilities;
  const read = async (pushed: unknown) => {
    const settings: unknown = abilities?.configuration
      ? await connection.workspace.getConfiguration('wikijql')
      : sectionOf(pushed);
    if (settings === undefined || settings === null) return;
    workspace.settings = readSettings(settings);
    configureBackend(workspace, place);
    workspace.refreshDiagnostics();
  };
  connection.onDidChangeConfiguration(({ settings }) => read(settings));
  return async () => {
    if (abilities?.didChangeConfiguration?.dynamicRegistration) {
      await connection.client.register(DidChangeConfigurationNotification.type, { section: 'wikijql' });
    }
    if (abilities?.configuration) await read(undefined);
  };
}

/**
 * Has the query files of the workspace's folders read: completion offers their words in other files, and the client shows
 * their expectations. Returns the work to do once the client is initialized.
 */
function registerFiles(
  connection: Connection,
  workspace: Workspace,
  params: InitializeParams,
  readers: readonly FileReader[],
): () => Promise<void> {
  const { runtime, fault } = workspace;
  const reader: FileReader = {
    store: async file => {
      for (const fileReader of readers) await fileReader.store(file);
    },
    remove: uri => {
      for (const fileReader of readers) fileReader.remove(uri);
    },
  };
  const folders = (params.workspaceFolders ?? []).map(({ uri }) => uri);
  const watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  const locksChanged = (): void => workspace.locksChanged();
  // A client that cannot report changes gets them with the next file that is opened.
  if (!watches) workspace.documents.onDidOpen(() => runtime.locks.forget());
  return () =>
    followFiles(connection, runtime.files, reader, { folders, watches, locksChanged }).catch(
      (error: unknown) => fault('files', error),
    );
}

/** The folder of login records and results, and the session that they belong to. */
type StoragePlace = Pick<BackendSettings, 'storage' | 'session'>;

function configureBackend({ runtime, settings }: Workspace, place: StoragePlace): void {
  const userAgent = userAgentOf(runtime.version, settings.contact);
  runtime.backend.configure({
    userAgent,
    ...settings.http,
    ...place,
    maximumResults: settings.advanced.resultsMegabytes,
    snapshots: {
      maximumAge: settings.advanced.snapshotsDays,
      maximumSize: settings.advanced.snapshotsMegabytes,
    },
  });
}

function capabilitiesOf(runtime: Runtime, panels: boolean, pulls: boolean): InitializeResult {
  return {
    serverInfo: { name: 'wikijql', version: runtime.version },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      completionProvider: {
        resolveProvider: true,
        triggerCharacters: ['=', '|', '{', '@', '#', '&', '!', ' ', '(', '[', ',', '.'],
      },
      signatureHelpProvider: { triggerCharacters: ['(', ','] },
      hoverProvider: true,
      codeActionProvider: { codeActionKinds: ['quickfix', 'refactor.rewrite', 'source.fixAll'] },
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      documentLinkProvider: {},
      codeLensProvider: {},
      inlayHintProvider: true,
      semanticTokensProvider: { legend, full: true, range: true },
      definitionProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      renameProvider: { prepareProvider: true },
      ...(pulls && { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }),
      ...(!panels && { executeCommandProvider: { commands: [...lensCommands, copyCommand, pasteCommand] } }),
    },
  };
}
