/** The sites that a query runs at. */
import { unreadReason } from '../query-file/checking/uncached-view.ts';
import { nameList } from '#shared/base/text/name-list.ts';
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { isSiteName } from '#shared/base/site-address.ts';
import { siteNameOf, sitesOption } from '../query-file/options/site-option.ts';
import { siteNamed } from '../sites/settings/site-lookup.ts';
import { type ServerSettings, sitesOf } from '../sites/settings/read-settings.ts';
import { type RunMessage, type RunProblem, runText } from './run-problems.ts';
import type { RunConditions, RunPurpose, RunQuery } from './run-query.ts';

/** The conditions that decide where a query runs. */
export type SiteConditions = Pick<RunConditions, 'purpose' | 'settings' | 'context' | 'site'>;

/** The sites that a query runs at, at least one; or why it cannot run there. */
export function planSites(query: RunQuery, conditions: SiteConditions): readonly Site[] | RunProblem {
  const { settings, context, site: otherSite, purpose } = conditions;
  const { view, placed, language } = query;
  const unread = unreadReason(placed.block);
  if (unread) return { kind: 'length', ...unread, query };
  const names =
    otherSite === undefined
      ? (sitesOption(view.scope) ?? [siteNameOf(view, context, language.runner.kind)])
      : [otherSite];
  const sites: Site[] = [];
  for (const name of names) {
    const site = siteFor(settings, name, purpose, language.runner.kind);
    if ('code' in site) return { ...site, query, ...(sites[0] && { site: sites[0] }) };
    sites.push(site);
  }
  return sites;
}

/** Why a site cannot be queried. */
export type SiteProblem = Omit<RunProblem, 'query'>;

/**
 * The site of a name, or why it cannot be queried.
 *
 * @param kind the required kind of site; absent = any
 */
export function siteFor(
  settings: ServerSettings,
  name: string,
  purpose: RunPurpose,
  kind?: SiteKind,
): Site | SiteProblem {
  const site = siteNamed(settings, name);
  if (site === undefined) return missingSite(settings, name, kind);
  if (kind !== undefined && site.kind !== kind)
    return siteProblem(settings, 'other-kind-of-site', name, `other-kind-of-site.${kind}`);
  if (purpose !== 'agent' || settings.agents.sites.includes(name)) return site;
  const hasNone = settings.agents.sites.length === 0;
  return siteProblem(
    settings,
    'site-not-allowed',
    name,
    hasNone ? 'site-not-allowed.none' : 'site-not-allowed',
  );
}

function missingSite(settings: ServerSettings, name: string, kind?: SiteKind): SiteProblem {
  if (name === '') {
    const meant = sitesOf(settings).some(site => site.kind === kind) ? undefined : siteOfNoKind(settings);
    return meant === undefined
      ? siteProblem(settings, 'no-site', name, 'no-site')
      : siteProblem(settings, 'refused-site', meant, 'refused-site.kind');
  }
  const problem = Object.hasOwn(settings.refusedSites, name) ? settings.refusedSites[name] : undefined;
  if (problem !== undefined) return siteProblem(settings, 'refused-site', name, `refused-site.${problem}`);
  const hasSites = sitesOf(settings).length > 0;
  return siteProblem(settings, 'unknown-site', name, hasSites ? 'unknown-site' : 'unknown-site.none');
}

/** A site that a query without a site may mean, as nobody knows its kind. */
const siteOfNoKind = ({ refusedSites }: ServerSettings): string | undefined =>
  Object.keys(refusedSites).find(name => refusedSites[name] === 'kind');

const siteProblem = (
  settings: ServerSettings,
  code: string,
  name: string,
  message: RunMessage | 'unknown-site.none',
): SiteProblem => ({
  kind: 'site',
  code,
  message,
  arguments: {
    name,
    names: nameList(sitesOf(settings).map(site => site.name)),
    allowed: allowedSites(settings),
  },
});

/**
 * The names of the sites that agents may query, as a sentence lists them, or what to do where they may query none: not those that could be a sentence themselves, as
 * an agent takes ours for true.
 */
export function allowedSites(settings: ServerSettings): string {
  const names = settings.agents.sites.filter(name => isSiteName(name) && name.length <= maxNameLength);
  if (names.length > 0) return names.join(', ');
  return runText(sitesOf(settings).length > 0 ? 'no-allowed-sites' : 'no-allowed-sites.no-sites');
}

const maxNameLength = 40;
