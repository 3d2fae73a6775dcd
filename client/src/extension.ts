/** The extension's entry: starts the language server's client and wires commands, panels and status items. */
import * as vscode from 'vscode';
import { startClient } from './client.ts';
import { Issues } from './issue/open-issues.ts';
import { requestsTo } from './requests.ts';
import { Panels } from './results/open-panels.ts';
import { RawDocuments } from './results/raw-documents.ts';
import { registerCommands } from './commands.ts';
import { SignIn } from './session/sign-in.ts';
import { showSessionStatus } from './session/session-status.ts';
import { CurrentSite } from './sites/current-site.ts';
import { showSiteStatus } from './sites/site-status.ts';
import { text } from './texts.ts';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel(text('client.name'), { log: true });
  context.subscriptions.push(output);
  const { client, watch } = await startClient(context, output);
  const requests = requestsTo(client);
  const current = new CurrentSite(requests);
  const panels = new Panels(context, client, requests);
  const issues = new Issues(context, requests);
  const rawDocuments = new RawDocuments(requests);
  const signIn = new SignIn(context.secrets, requests, () => current.site);
  context.subscriptions.push(
    rawDocuments,
    current,
    showSiteStatus(current),
    showSessionStatus(client, requests, current),
    registerCommands({ requests, panels, issues, signIn, rawDocuments, output, watch }),
  );
}
