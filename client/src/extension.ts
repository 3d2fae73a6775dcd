/** The extension's entry: starts the language server's client and wires commands, panels and status items. */
import * as vscode from 'vscode';
import { sessionEndNotification } from '../../server/src/protocol/results.ts';
import { startClient } from './client.ts';
import { ComparisonDocuments } from './history/comparison-documents.ts';
import { History } from './history/history.ts';
import { HistoryLog } from './history/history-log.ts';
import { LastRunLens } from './history/last-run-lens.ts';
import { Issues } from './issue/open-issues.ts';
import { requestsTo } from './requests.ts';
import { Panels } from './results/open-panels.ts';
import { RawDocuments } from './results/raw-documents.ts';
import { registerCommands } from './commands.ts';
import { SignIn } from './session/sign-in.ts';
import { showSessionStatus } from './session/session-status.ts';
import { CurrentSite } from './sites/current-site.ts';
import { showSiteStatus } from './sites/site-status.ts';
import { ExpectationTests } from './testing/expectation-tests.ts';
import { text } from './texts.ts';
import { Watches } from './watch/watches.ts';

/** Ends the session of this window at the server; `undefined` = it never began. */
let endSession: (() => Promise<void>) | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel(text('client.name'), { log: true });
  context.subscriptions.push(output);
  const log = new HistoryLog(context.workspaceState);
  const lens = new LastRunLens(log);
  const { client, watch } = await startClient(context, output, lens);
  const requests = requestsTo(client);
  endSession = () => client.sendNotification(sessionEndNotification.method, {});
  const current = new CurrentSite(requests);
  const history = new History(requests, log);
  const panels = new Panels(context, client, requests, history);
  const documents = new ComparisonDocuments(requests);
  history.show(panels);
  const issues = new Issues(context, requests);
  const rawDocuments = new RawDocuments(requests);
  const watches = new Watches(context.workspaceState, client, requests, panels);
  const signIn = new SignIn(context.secrets, requests, () => current.site);
  context.subscriptions.push(
    log,
    lens,
    history,
    documents,
    rawDocuments,
    current,
    watches,
    new ExpectationTests(client, requests),
    showSiteStatus(current),
    showSessionStatus(client, requests, current),
    registerCommands({
      requests,
      panels,
      history,
      documents,
      issues,
      signIn,
      rawDocuments,
      output,
      watch,
      watches,
    }),
  );
}

/** The results of this window are gone with it. A server that does not run any more removed them, or its next start does. */
export async function deactivate(): Promise<void> {
  await endSession?.().catch(() => undefined);
}
