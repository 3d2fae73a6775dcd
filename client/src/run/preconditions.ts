/** Preconditions of a run: the folder is trusted, and the server has no reason to refuse the query. */
import * as vscode from 'vscode';
import type { ContextResult, RunResult } from '#shared/protocol/run.ts';
import { siteKindOf } from '../languages.ts';
import { addFirstWiki, kindNow, sitesNow } from '../sites/add-site.ts';
import { text } from '../texts.ts';
import { showWarning } from '../user-messages.ts';

/** Shows a message and returns false in an untrusted folder. */
export function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void offer(text('trust.needed'), [
    { label: text('trust.manage'), accept: async () => execute('workbench.trust.manage') },
  ]);
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

/**
 * Shows why the server did not begin a run.
 *
 * @param languageId the language of its document @param runAgain starts it when the missing site has been chosen
 */
export function showRefusal(
  { notices, notBegun }: Pick<RunResult, 'notices' | 'notBegun'>,
  languageId: string,
  runAgain: () => Promise<unknown>,
): void {
  const missing = notBegun?.missingSite;
  const message = notices.map(notice => notice.message).join(' ');
  void offer(message, missing === undefined ? [] : siteOffers(missing, { languageId, runAgain }));
}

/** A button of a message. */
interface Offer {
  readonly label: string;
  readonly accept: () => Promise<unknown>;
}

const execute = async (command: string, ...values: readonly (string | undefined)[]): Promise<unknown> =>
  vscode.commands.executeCommand(command, ...values);

interface MissedRun {
  readonly languageId: string;
  readonly runAgain: () => Promise<unknown>;
}

/** The ways to a site that is missing. @param missed the run that needs it */
function siteOffers(siteName: string, missed?: MissedRun): readonly Offer[] {
  const then = (choose: () => Promise<unknown>) => async () => {
    const isChosen = (await choose()) !== undefined;
    return isChosen && missed?.runAgain();
  };
  const kind = missed && siteKindOf(missed.languageId);
  const sites = Object.values(sitesNow());
  const isFirstWiki = kind === 'wiki' && siteName === '' && sites.length === 0;
  const isChoice = sites.some(site => site.kind === (kind ?? kindNow()));
  return [
    ...(isFirstWiki ? [{ label: text('run.atFirstWiki'), accept: then(addFirstWiki) }] : []),
    { label: text('run.addSite'), accept: then(async () => execute('wikijql.addSite', siteName, kind)) },
    ...(isChoice
      ? [{ label: text('run.chooseSite'), accept: then(async () => execute('wikijql.switchSite')) }]
      : []),
  ];
}

async function offer(message: string, offers: readonly Offer[]): Promise<void> {
  const chosen = await showWarning(message, ...offers.map(({ label }) => label));
  await offers.find(({ label }) => label === chosen)?.accept();
}
