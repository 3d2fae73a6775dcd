/** What must hold before a query runs: the folder is trusted, and the server knows nothing against the query. */
import * as vscode from 'vscode';
import type { ContextResult } from '../../../server/src/protocol/run.ts';
import { text } from '../texts.ts';

/** Shows a message and returns false in an untrusted folder. */
export function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void offer(text('trust.needed'), [{ label: text('trust.manage'), command: 'workbench.trust.manage' }]);
  return false;
}

/** Shows why a query cannot run, and returns false. */
export function canRun(context: ContextResult | null): context is ContextResult {
  const refusal = context ? context.refusal : text('run.noQuery');
  if (refusal === undefined) return true;
  const isSiteMissing = context && context.query >= 0 && !context.site;
  void offer(
    refusal,
    isSiteMissing
      ? [
          { label: text('run.addSite'), command: 'wikijql.addSite', argument: context.siteName },
          { label: text('run.chooseSite'), command: 'wikijql.switchSite' },
        ]
      : [],
  );
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
