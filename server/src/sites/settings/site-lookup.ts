/** Which of the configured sites a query or an issue belongs to. */
import { isWithinSite } from '#shared/base/site-address.ts';
import type { IssueParams } from '#shared/protocol/issue.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import type { ContextResult } from '#shared/protocol/run.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { siteOption, type UsualSites } from '../../query-file/options/site-option.ts';
import { sitesOf } from './read-settings.ts';

/** Which site a query runs on, and where that is set: in its own `@site`, in the file's, in its address, or as the default. */
export function siteOf(
  view: QueryView,
  settings: Settings,
  kind: SiteKind,
): Pick<ContextResult, 'siteName' | 'siteFrom' | 'site'> {
  const { name, from } = siteOption(view.scope, usualSitesOf(settings, kind));
  const site = siteNamed(settings, name);
  return { siteName: name, siteFrom: from, ...(site?.kind === kind && { site }) };
}

/** The sites that a query of a kind can mean without naming one. */
export const usualSitesOf = (settings: Settings, kind: SiteKind): UsualSites => ({
  sites: sitesOf(settings).filter(site => site.kind === kind),
  defaultSite: defaultSitesOf(settings)[kind],
});

/**
 * The sites of queries without a site, by the kind of site that they need: the default site, or the only one of the kind
 * where the default site is of the other.
 */
export function defaultSitesOf(settings: Settings): Readonly<Record<SiteKind, string>> {
  const { defaultSite, sites } = settings;
  const standard = Object.hasOwn(sites, defaultSite) ? sites[defaultSite] : undefined;
  const siteFor = (kind: SiteKind): string => {
    if (standard?.kind === kind || (standard === undefined && defaultSite !== '')) return defaultSite;
    const ofKind = Object.entries(sites).filter(([, site]) => site.kind === kind);
    const [only] = ofKind;
    return only !== undefined && ofKind.length === 1 ? only[0] : defaultSite;
  };
  return { wiki: siteFor('wiki'), tracker: siteFor('tracker') };
}

/** `undefined` = no site of this name is configured. */
export function siteNamed(settings: Settings, name: string): Site | undefined {
  const site = Object.hasOwn(settings.sites, name) ? settings.sites[name] : undefined;
  return site && { name, ...site };
}

/**
 * Returns the tracker of an issue. For the address of a page it is the configured tracker with the longest address that
 * the page's address begins with; for a key the tracker that is named, else the default one, else the only one. `undefined` = none of them.
 */
export function trackerOf(settings: Settings, { site, reference }: IssueParams): Site | undefined {
  const trackers = sitesOf(settings).filter(({ kind }) => kind === 'tracker');
  if (isAddress(reference)) {
    const text = reference.trim();
    return trackers
      .filter(({ url, pages }) => isWithinSite(text, pages ?? url))
      .toSorted((one, other) => other.url.length - one.url.length)[0];
  }
  if (site !== undefined && site !== '') return trackers.find(({ name }) => name === site);
  return (
    trackers.find(({ name }) => name === settings.defaultSite) ??
    (trackers.length === 1 ? trackers[0] : undefined)
  );
}

/** Whether an issue is named by the address of its page, not by its key. */
export const isAddress = (reference: string): boolean => /^\s*https?:/i.test(reference);
