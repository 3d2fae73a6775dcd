/** Adds a site to the settings. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { type AddressProblem, withoutUserInfo, isSiteName } from '#shared/base/site-address.ts';
import { type Settings, sitesSchema } from '#shared/protocol/settings.ts';
import type { SiteFinding } from '#shared/protocol/sites/find-site.ts';
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { siteKindOf } from '../languages.ts';
import type { Requests } from '../requests.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { addressAbove } from './site-directive.ts';
import {
  findTyped,
  firstWiki,
  isBareName,
  readTypedSite,
  type TypedSite,
} from '../../../server/src/sites/settings/typed-site.ts';

/** The setting of sites as it is written. */
const writtenSites = (): unknown => vscode.workspace.getConfiguration(section).get<unknown>('sites');

/** The configured sites by their names; entries that are no sites are left out. */
export const sitesNow = (): Settings['sites'] =>
  Object.fromEntries(
    Object.entries(v.parse(sitesSchema, writtenSites())).map(([name, site]) => [
      name,
      { ...site, url: withoutUserInfo(site.url) },
    ]),
  );

/** The names in the setting of sites, also those of entries that are no sites. */
export const siteNamesNow = (): readonly string[] => Object.keys(writtenSites() ?? {});

/** The kind of site that the queries of the active editor need; without queries, a wiki. */
export const kindNow = (): SiteKind =>
  siteKindOf(vscode.window.activeTextEditor?.document.languageId ?? '') ?? 'wiki';

/**
 * The kind of site that the queries of the active editor need or, while something else is active, such as results, those
 * of all editors in sight; `undefined` = they need none, or both kinds.
 */
function kindInSight(): SiteKind | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor ? [activeTextEditor] : visibleTextEditors;
  const kinds = new Set(editors.flatMap(({ document }) => siteKindOf(document.languageId) ?? []));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** The request that looks for the site of a page. */
type FindSite = Pick<Requests, 'findSite'>;

/**
 * Adds a site. Without arguments, the first site opens a first query, unless a query is open.
 *
 * @param kind the kind that is meant, if valid @param proposed a name for it @returns its name; `undefined` = cancelled
 */
export async function addSiteOf(
  requests: FindSite,
  kind?: unknown,
  proposed?: string,
): Promise<string | undefined> {
  const isFirst = siteNamesNow().length === 0;
  const inSight = kindInSight();
  const name = await addSite(requests, kind === 'wiki' || kind === 'tracker' ? kind : inSight, proposed);
  const added = name === undefined ? undefined : sitesNow()[name];
  if (added && isFirst && inSight === undefined && kind === undefined)
    await vscode.commands.executeCommand(added.kind === 'wiki' ? 'wikijql.newQuery' : 'wikijql.newJqlQuery');
  return name;
}

/** Adds a site of a kind, for whoever needs one. Returns its name; `undefined` = cancelled. */
export const requestSite = async (kind: SiteKind): Promise<string | undefined> =>
  vscode.commands.executeCommand<string | undefined>('wikijql.addSite', undefined, kind);

/** A site to add, and a sentence about what was found there. */
interface SiteToAdd extends TypedSite {
  readonly facts: string;
}

/** Asks for an address and a name, and stores them in the user settings. */
async function addSite(
  requests: FindSite,
  kind: SiteKind | undefined,
  proposed = '',
): Promise<string | undefined> {
  const names = siteNamesNow();
  const site = await askForSite(requests, kind, proposedAddress(proposed));
  if (site === undefined) return undefined;
  const name = await vscode.window.showInputBox({
    title: text('site.nameTitle', { url: site.url }),
    prompt: `${site.facts} ${text('site.namePrompt')}`,
    value: proposed === '' ? freeName(site.name, names) : proposed,
    ignoreFocusOut: true,
    validateInput: typedName => {
      if (!isSiteName(typedName.trim())) return text('site.nameInvalid');
      return names.includes(typedName.trim()) ? text('site.nameTaken') : undefined;
    },
  });
  if (name === undefined) return undefined;
  await storeSite({ name: name.trim(), kind: site.kind, url: site.url });
  vscode.window.setStatusBarMessage(text('site.added', { site: name.trim() }), 4000);
  return name.trim();
}

/** The address that goes with the name of a site in an open query file; empty = none is known. */
function proposedAddress(name: string): string {
  const files = vscode.workspace.textDocuments.filter(
    ({ languageId }) => siteKindOf(languageId) !== undefined,
  );
  const above = name === '' ? undefined : files.map(file => addressAbove(linesOf(file), name));
  const address = above?.find(found => found !== undefined);
  return address ?? (name.includes('.') ? `https://${name}` : '');
}

const linesOf = (file: vscode.TextDocument): readonly string[] => file.getText().split(/\r?\n/);

/**
 * Asks for an address until a site is there, or the user insists on one. Returns `undefined` if cancelled.
 *
 * @param proposed the address to begin with
 */
async function askForSite(
  requests: FindSite,
  kind: SiteKind | undefined,
  proposed: string,
): Promise<SiteToAdd | undefined> {
  const box = vscode.window.createInputBox();
  const closing = new vscode.CancellationTokenSource();
  box.title = text('site.addressTitle');
  box.prompt = text('site.addressPrompt');
  box.placeholder = text('site.addressPlaceholder');
  box.ignoreFocusOut = true;
  box.value = proposed;
  box.validationMessage = aboutAddress(proposed, kind);
  let insistedOn: string | undefined;
  const accept = async (): Promise<SiteToAdd | undefined> => {
    const site = readTypedSite(box.value, kind);
    if (typeof site === 'string') {
      box.validationMessage = problemOf(site);
      return undefined;
    }
    if (insistedOn === box.value) return { ...site, facts: text('site.notFound') };
    box.busy = true;
    box.enabled = false;
    box.validationMessage = information(text('site.searching', { url: site.page ?? site.url }));
    const { site: match, finding } = await findTyped(
      async page => requests.findSite(page, closing.token),
      site,
    );
    box.busy = false;
    box.enabled = true;
    if ('site' in finding) return { ...match, ...finding.site, facts: factsOf(finding) };
    if ('leadsTo' in finding) box.value = finding.leadsTo;
    else insistedOn = box.value;
    box.validationMessage = {
      message: 'problem' in finding ? text('site.insist', finding) : text('site.leadsTo'),
      severity: vscode.InputBoxValidationSeverity.Warning,
    };
    return undefined;
  };
  return new Promise<SiteToAdd | undefined>((resolve, reject) => {
    box.onDidChangeValue(typed => {
      box.validationMessage = aboutAddress(typed, kind);
    });
    box.onDidAccept(() => {
      accept().then(site => site && resolve(site), reject);
    });
    box.onDidHide(() => resolve(undefined));
    box.show();
  }).finally(() => {
    closing.cancel();
    box.dispose();
  });
}

/** The message that says what an address means so far, or why it is invalid. */
function aboutAddress(
  typed: string,
  kind: SiteKind | undefined,
): vscode.InputBoxValidationMessage | undefined {
  const site = typed.trim() === '' ? undefined : readTypedSite(typed, kind);
  if (site === undefined) return undefined;
  if (typeof site === 'string') return problemOf(site);
  return information(meaningOf(site, typed.trim(), kind));
}

const information = (message: string): vscode.InputBoxValidationMessage => ({
  message,
  severity: vscode.InputBoxValidationSeverity.Info,
});

const problemOf = (problem: AddressProblem): vscode.InputBoxValidationMessage => ({
  message: text(`site.address.${problem}`),
  severity: vscode.InputBoxValidationSeverity.Error,
});

/** Says which site a text means. */
function meaningOf({ kind, url, page }: TypedSite, typed: string, likely: SiteKind | undefined): string {
  if (page !== undefined) return text('site.address.page', { url: page });
  const isOtherKind = likely === 'wiki' && kind === 'tracker' && isBareName(typed);
  return text(isOtherKind ? 'site.address.company' : `site.address.${kind}`, { url });
}

const factsOf = ({
  site,
  software,
  needsAccount,
}: Extract<SiteFinding, { readonly site: unknown }>): string => {
  const fallback = text(`site.kind.${site.kind}`);
  return text(needsAccount ? 'site.foundClosed' : 'site.found', { software: software || fallback });
};

/** Adds Wikipedia, unless it is there, for a first query. Returns its name. */
export async function addFirstWiki(): Promise<string> {
  const { kind, url } = firstWiki;
  const sites = sitesNow();
  const existing = Object.keys(sites).find(name => sites[name]?.url === url);
  if (existing !== undefined) return existing;
  const name = freeName(firstWiki.name, siteNamesNow());
  await storeSite({ name, kind, url });
  return name;
}

/** A name that no site has: `enwiki`, else `enwiki2`. */
function freeName(name: string, taken: readonly string[]): string {
  const names = [name, ...taken.map((_, index) => `${name}${index + 2}`)];
  return names.find(candidate => !taken.includes(candidate)) ?? name;
}

/** Whether a site is in the user's own settings alone, where its address can be changed for nobody else. */
export function isOwnSite(name: string): boolean {
  const values = vscode.workspace.getConfiguration(section).inspect<Settings['sites']>('sites');
  return values?.globalValue?.[name] !== undefined && values.workspaceValue?.[name] === undefined;
}

/** Stores a site in the user's settings; the first one becomes the default. */
export async function storeSite({ name, ...entry }: Site): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  const userSites = configuration.inspect<Settings['sites']>('sites')?.globalValue ?? {};
  await configuration.update('sites', { ...userSites, [name]: entry }, vscode.ConfigurationTarget.Global);
  if (configuration.get<string>('defaultSite', '') === '')
    await configuration.update('defaultSite', name, vscode.ConfigurationTarget.Global);
}
