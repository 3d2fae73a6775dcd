/** Preconditions of a run: the folder is trusted, and the server has no reason to refuse the query. */
import * as vscode from 'vscode';
import type { ContextResult, RunResult } from '#shared/protocol/run.ts';
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
  void offer(refusal, isSiteMissing ? siteOffers(context.siteName) : []);
  return false;
}

/** Shows why the server did not begin a run. */
export function showRefusal({ notices, notBegun }: Pick<RunResult, 'notices' | 'notBegun'>): void {
  const missing = notBegun?.missingSite;
  const message = notices.map(notice => notice.message).join(' ');
  void offer(message, missing === undefined ? [] : siteOffers(missing));
}

const siteOffers = (siteName: string): readonly Offer[] => [
  { label: text('run.addSite'), command: 'wikijql.addSite', argument: siteName },
  { label: text('run.chooseSite'), command: 'wikijql.switchSite' },
];

interface Offer {
  readonly label: string;
  readonly command: string;
  readonly argument?: string;
}

async function offer(message: string, offers: readonly Offer[]): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(message, ...offers.map(({ label }) => label));
  const chosenOffer = offers.find(({ label }) => label === chosen);
  if (chosenOffer) await vscode.commands.executeCommand(chosenOffer.command, chosenOffer.argument);
}
