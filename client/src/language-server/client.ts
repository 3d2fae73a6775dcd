/** Starts the language server's client, and keeps its settings and trust up to date. */
import * as vscode from 'vscode';
import { CodeLensRequest } from 'vscode-languageclient';
import { platform } from '#platform';
import { secretRequest } from '#shared/protocol/sites/login.ts';
import type { InitializationOptions, Settings } from '#shared/protocol/settings.ts';
import { hasQueryFiles, runbookLanguage } from '../embedded/embedded-switch.ts';
import type { LastRunLens } from '../history/last-run-lens.ts';
import { documentSelector, sqlCellFilter, sqlCells } from '../languages.ts';
import { traceChannel } from './redact-trace.ts';
import { vaultOf } from '../session/secret-requests.ts';
import type { ServerClient } from '../platform/platform.ts';
import { ServerWatch } from './server-watch.ts';
import { type Unreadable, readSettings, section } from '../settings.ts';
import { reasonOf, text } from '../texts.ts';
import { showWarning } from '../user-messages.ts';

export interface StartedClient {
  readonly client: ServerClient;
  readonly serverWatch: ServerWatch;
  /** Starts the server, unless it was started before. */
  readonly start: () => Promise<void>;
}

/** Watches the server, and starts it if the workspace has queries. It stops with the context's subscriptions. */
export async function startClient(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
  lens: LastRunLens,
): Promise<StartedClient> {
  const serverWatch = new ServerWatch(output);
  const session = crypto.randomUUID();
  let settings = await currentSettings(output);
  const client = platform.createClient({ section, name: text('client.name') }, context.extensionUri, {
    documentSelector: [...documentSelector, sqlCellFilter],
    outputChannel: output,
    traceOutputChannel: traceChannel(output),
    middleware: {
      ...serverWatch.middleware,
      // The server asks for its settings: it gets them as the extension reads them, such as files of certificates by content.
      workspace: {
        configuration: async ({ items }) => {
          const read = await readSettings(platform);
          return items.map(() => read.settings);
        },
      },
      provideCodeLenses: async (document, token, next) =>
        lens.withLastRuns(document, (await next(document, token)) ?? []),
    },
    errorHandler: serverWatch.errorHandler,
    // The watch reports the failure; the library would show a message of its own.
    initializationFailedHandler: () => false,
    initializationOptions: (): InitializationOptions => ({
      panels: true,
      problemPages: true,
      uriScheme: vscode.env.uriScheme,
      trusted: vscode.workspace.isTrusted,
      settings,
      storage: platform.storageOf(context),
      session,
    }),
  });
  const settingsChanged = async (event: vscode.ConfigurationChangeEvent): Promise<void> => {
    if (!event.affectsConfiguration(section) && !event.affectsConfiguration('http.proxy')) return;
    settings = await currentSettings(output);
    if (!client.isRunning()) return;
    await client.sendNotification('workspace/didChangeConfiguration', { settings: { [section]: settings } });
  };
  const logFailure = (work: Promise<void>): void => {
    work.catch((error: unknown) => output.error(reasonOf(error)));
  };
  context.subscriptions.push(
    client,
    lens.onDidChange(() => showLenses(client)),
    serverWatch.watch(client, context.extensionMode !== vscode.ExtensionMode.Development),
    client.onRequest(secretRequest.method, vaultOf(context.secrets, output)),
    vscode.workspace.onDidChangeConfiguration(event => logFailure(settingsChanged(event))),
    vscode.workspace.onDidGrantWorkspaceTrust(() =>
      logFailure(
        currentSettings(output).then(trusted => {
          settings = trusted;
          return serverWatch.restart();
        }),
      ),
    ),
  );
  let started: Promise<unknown> | undefined;
  const start = async (): Promise<void> => {
    await (started ??= serverWatch.start());
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(document => {
      if (isQueryDocument(document)) void start();
    }),
  );
  if (await mayNeedServer()) await start();
  return { client, serverWatch, start };
}

const isQueryDocument = (document: vscode.TextDocument): boolean =>
  vscode.languages.match([...documentSelector, sqlCells], document) > 0;

/**
 * Whether an open document may need the server. Markdown files activate the extension too, but mostly have no
 * queries.
 */
async function mayNeedServer(): Promise<boolean> {
  const { textDocuments } = vscode.workspace;
  const isForMarkdown = textDocuments.some(({ languageId }) => languageId === runbookLanguage);
  return !isForMarkdown || textDocuments.some(isQueryDocument) || hasQueryFiles();
}

/** Makes the editor request the lenses again. */
function showLenses(client: ServerClient): void {
  const feature = client.getFeature(CodeLensRequest.method);
  for (const document of vscode.workspace.textDocuments)
    feature.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
}

async function currentSettings(output: vscode.LogOutputChannel): Promise<Settings> {
  const { settings, unreadable } = await readSettings(platform);
  for (const problem of unreadable) warnOf(problem, output);
  return settings;
}

function warnOf({ file, error }: Unreadable, output: vscode.LogOutputChannel): void {
  const message = text('settings.unreadableAuthority', { file, reason: reasonOf(error) });
  output.warn(message);
  const open = text('settings.open');
  void showWarning(message, open).then(chosen => {
    if (chosen === open)
      return vscode.commands.executeCommand(
        'workbench.action.openSettings',
        `${section}.http.certificateAuthorities`,
      );
    return undefined;
  });
}
