/** What must hold before a query runs: the folder is trusted, there is a query, and its site is configured. */
import * as vscode from 'vscode';
import type { ContextResult } from '../../../server/src/protocol/run.ts';
import { text } from '../texts.ts';

/** Shows a message and answers false in an untrusted folder. */
export function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void offer(text('trust.needed'), [{ label: text('trust.manage'), command: 'workbench.trust.manage' }]);
  return false;
}

/** Shows what is missing and answers false where a query cannot run. */
export function canRun(context: ContextResult | null): context is ContextResult {
  if (!context || context.query < 0) {
    void vscode.window.showInformationMessage(text('run.noQuery'));
    return false;
  }
  if (context.site) return true;
  const message =
    context.siteName === ''
      ? text('run.siteNone', { title: context.title === '' ? text('run.thisQuery') : context.title })
      : text('run.siteUnknown', { site: context.siteName });
  void offer(message, [
    { label: text('run.addSite'), command: 'wikijql.addSite', argument: context.siteName },
    { label: text('run.chooseSite'), command: 'wikijql.switchSite' },
  ]);
  return false;
}

interface Offer {
  readonly label: string;
  readonly command: string;
  readonly argument?: string;
}

async function offer(message: string, offers: readonly Offer[]): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(message, ...offers.map(({ label }) => label));
  const found = offers.find(({ label }) => label === chosen);
  if (found) await vscode.commands.executeCommand(found.command, found.argument);
}
