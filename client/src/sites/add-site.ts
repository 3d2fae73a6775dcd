/** Adds a site to the settings. */
import * as vscode from 'vscode';
import { siteAddressProblem, withoutUserInfo, isSiteName } from '#shared/base/site-address.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import { siteKindOf } from '../languages.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';

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

/** Adds a site. Its kind is `kind` if it is valid, else that of the active editor, else the one that the user picks. */
export async function addSiteOf(kind: unknown, proposed?: string): Promise<string | undefined> {
  const editor = siteKindOf(vscode.window.activeTextEditor?.document.languageId ?? '');
  const decided = kind === 'wiki' || kind === 'tracker' ? kind : editor;
  const siteKind = decided ?? (await pickKind());
  return siteKind && addSite(siteKind, proposed);
}

async function pickKind(): Promise<SiteKind | undefined> {
  const items = (['wiki', 'tracker'] as const).map(siteKind => ({
    label: text(`site.kindItem.${siteKind}`),
    siteKind,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: text('site.kindTitle'),
    placeHolder: text('site.kindPlaceholder'),
  });
  return chosen?.siteKind;
}

/** Asks for a name and an address, and stores them in the user settings. Returns the name; `undefined` = cancelled. */
export async function addSite(kind: SiteKind, proposed = ''): Promise<string | undefined> {
  const sites = sitesNow();
  const name = await vscode.window.showInputBox({
    title: text('site.nameTitle'),
    prompt: text('site.namePrompt'),
    placeHolder: text('site.namePlaceholder'),
    value: proposed,
    ignoreFocusOut: true,
    validateInput: typed => {
      if (!isSiteName(typed.trim())) return text('site.nameInvalid');
      return Object.hasOwn(sites, typed.trim()) ? text('site.nameTaken') : undefined;
    },
  });
  if (name === undefined) return undefined;
  const site = name.trim();
  const url = await vscode.window.showInputBox({
    title: text('site.urlTitle', { site }),
    prompt: text(`site.urlPrompt.${kind}`),
    placeHolder: text(`site.urlPlaceholder.${kind}`),
    ignoreFocusOut: true,
    validateInput: typed => {
      const problem = siteAddressProblem(kind, typed.trim());
      return problem && text(`site.url.${problem}`);
    },
  });
  if (url === undefined) return undefined;
  await keep(site, { kind, url: url.trim() });
  return site;
}

/** Stores a site; the first one becomes the default. */
async function keep(site: string, entry: Settings['sites'][string]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  const userSites = configuration.inspect<Settings['sites']>('sites')?.globalValue ?? {};
  await configuration.update('sites', { ...userSites, [site]: entry }, vscode.ConfigurationTarget.Global);
  if (configuration.get<string>('defaultSite', '') === '')
    await configuration.update('defaultSite', site, vscode.ConfigurationTarget.Global);
}
