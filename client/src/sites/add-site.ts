/** Adds a site to the settings. */
import * as vscode from 'vscode';
import { withoutUserInfo, isSiteName } from '#shared/base/site-address.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import { siteKindOf } from '../languages.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { firstWiki, readTypedSite } from './typed-site.ts';

/** The configured sites by their names. */
export const sitesNow = (): Settings['sites'] =>
  Object.fromEntries(
    Object.entries(vscode.workspace.getConfiguration(section).get<Settings['sites']>('sites', {})).map(
      ([name, { kind, url }]) => [name, { kind, url: withoutUserInfo(url) }],
    ),
  );

/** The kind of site that the queries of the active editor need; without queries, a wiki. */
export const kindNow = (): SiteKind =>
  siteKindOf(vscode.window.activeTextEditor?.document.languageId ?? '') ?? 'wiki';

/** Adds a site; the first one opens a first query, unless a query is open. @param kind the kind that is meant, if valid */
export async function addSiteOf(kind: unknown, proposed?: string): Promise<string | undefined> {
  const isFirst = Object.keys(sitesNow()).length === 0;
  const ofEditor = siteKindOf(vscode.window.activeTextEditor?.document.languageId ?? '');
  const name = await addSite(kind === 'wiki' || kind === 'tracker' ? kind : ofEditor, proposed);
  const added = name === undefined ? undefined : sitesNow()[name];
  if (added && isFirst && ofEditor === undefined)
    await vscode.commands.executeCommand(added.kind === 'wiki' ? 'wikijql.newQuery' : 'wikijql.newJqlQuery');
  return name;
}

/**
 * Asks for an address and a name, and stores them in the user settings.
 *
 * @param kind the likely kind, where the address says nothing of it @returns the name; `undefined` = cancelled
 */
export async function addSite(kind: SiteKind | undefined, proposed = ''): Promise<string | undefined> {
  const sites = sitesNow();
  const typed = await vscode.window.showInputBox({
    title: text('site.addressTitle'),
    prompt: text('site.addressPrompt'),
    placeHolder: text(`site.addressPlaceholder.${kind ?? 'any'}`),
    ignoreFocusOut: true,
    validateInput: typedAddress => {
      const read = typedAddress.trim() === '' ? undefined : readTypedSite(typedAddress, kind);
      if (read === undefined) return undefined;
      if (typeof read === 'string') return text(`site.address.${read}`);
      const message = text(`site.address.${read.kind}`, { url: read.url });
      return { message, severity: vscode.InputBoxValidationSeverity.Info };
    },
  });
  const site = typed === undefined ? undefined : readTypedSite(typed, kind);
  if (site === undefined || typeof site === 'string') return undefined;
  const name = await vscode.window.showInputBox({
    title: text('site.nameTitle', { url: site.url }),
    prompt: text('site.namePrompt'),
    value: proposed === '' ? freeName(site.name, sites) : proposed,
    ignoreFocusOut: true,
    validateInput: typedName => {
      if (!isSiteName(typedName.trim())) return text('site.nameInvalid');
      return Object.hasOwn(sites, typedName.trim()) ? text('site.nameTaken') : undefined;
    },
  });
  if (name === undefined) return undefined;
  await keep(name.trim(), { kind: site.kind, url: site.url });
  return name.trim();
}

/** Adds Wikipedia, for a first query without any site. Returns its name. */
export async function addFirstWiki(): Promise<string> {
  const { name, kind, url } = firstWiki;
  await keep(name, { kind, url });
  return name;
}

/** A name that no site has: `enwiki`, else `enwiki2`. */
function freeName(name: string, sites: Settings['sites']): string {
  const names = [name, ...Object.keys(sites).map((_, index) => `${name}${index + 2}`)];
  return names.find(candidate => !Object.hasOwn(sites, candidate)) ?? name;
}

/** Stores a site; the first one becomes the default. */
async function keep(site: string, entry: Settings['sites'][string]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  const userSites = configuration.inspect<Settings['sites']>('sites')?.globalValue ?? {};
  await configuration.update('sites', { ...userSites, [site]: entry }, vscode.ConfigurationTarget.Global);
  if (configuration.get<string>('defaultSite', '') === '')
    await configuration.update('defaultSite', site, vscode.ConfigurationTarget.Global);
}
