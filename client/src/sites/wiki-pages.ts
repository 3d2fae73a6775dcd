/** Opens pages of the configured wikis that texts mention. No other site is opened for such a text. */
import * as vscode from 'vscode';
import { originOf, siteAddressProblem, wikiPageUrl } from '#shared/base/site-address.ts';
import { webAddress } from '../../webview/web-address.ts';
import { openOutside } from '../results/host-actions.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { sitesNow } from './add-site.ts';
import { pickSite } from './pick-site.ts';
import { showWarning } from '../user-messages.ts';

const wikisNow = (): readonly (readonly [name: string, url: string])[] =>
  Object.entries(sitesNow()).flatMap(([name, { kind, url }]) =>
    kind === 'wiki' && siteAddressProblem(kind, url) === undefined ? [[name, url] as const] : [],
  );

/** The origins of the configured wikis. */
export const wikiOrigins = (): readonly string[] => [
  ...new Set(wikisNow().flatMap(([, url]) => originOf(url) ?? [])),
];

/** Opens an address in the browser if it belongs to a configured wiki. */
export async function openWikiAddress(value: string): Promise<void> {
  const address = webAddress(value);
  const origin = address === undefined ? undefined : originOf(address);
  if (address !== undefined && origin !== undefined && wikiOrigins().includes(origin))
    await openOutside('link', address, undefined);
  else await showWarning(text('link.otherSite'));
}

/**
 * Opens a page at the default wiki, else at the only one, else at the one that the user picks.
 *
 * @param isOpen whether the text is from several wikis, so that the default wiki may be the wrong one
 */
export async function openWikiPage(title: string, isOpen = false): Promise<void> {
  const wikis = wikisNow();
  const defaultSite = vscode.workspace.getConfiguration(section).get<string>('defaultSite', '');
  const defaultWiki = isOpen ? undefined : wikis.find(([name]) => name === defaultSite);
  const only = wikis.length === 1 ? wikis[0] : undefined;
  const name =
    (defaultWiki ?? only)?.[0] ??
    (await pickSite(text('link.wikiTitle', { title }), kind => kind === 'wiki'));
  const url = wikisNow().find(([each]) => each === name)?.[1];
  if (url !== undefined) await openOutside('page', title, wikiPageUrl(url));
}
