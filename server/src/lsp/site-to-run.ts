import { isReadable, longestQuery } from '../checking/uncached-view.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Site, SiteKind } from '../protocol/sites.ts';
import { sitesOption } from '../queryfile/options/site-option.ts';
import { siteMissing, siteOf, siteOfKind } from '../settings/query-site.ts';
import type { QueryPlace, Workspace } from './workspace.ts';

/** The site, with all of them where the query names several; or why it cannot run. */
type SiteToRun =
  | { readonly site: Site; readonly sites?: readonly Site[] }
  | { readonly site?: Site; readonly refusal: Notice };

/**
 * The site that a query runs at, or why it cannot run, as far as that is known before its request is made.
 *
 * @param other the name of a site instead of the query's own
 */
export function siteToRun(
  { placed, view, language }: QueryPlace,
  { settings, runtime }: Workspace,
  other?: string,
): SiteToRun {
  const noSite = (name: string, kind: SiteKind): Notice => {
    const { code, values } = siteMissing(settings, name, kind);
    return { severity: 'error', code, message: runtime.wording(code, values), action: 'configureSite' };
  };
  const { kind } = language.runner;
  const names = other === undefined ? sitesOption(view.scope) : undefined;
  const { siteName, site } =
    other === undefined ? siteOf(view, settings, kind) : siteOfKind(settings, other, kind);
  if (site === undefined) return { refusal: noSite(siteName, kind) };
  if (!isReadable(placed.block)) {
    const code = 'query-too-long';
    const message = runtime.wording(code, { length: placed.block.text.length, longest: longestQuery });
    return { site, refusal: { severity: 'error', code, message } };
  }
  if (names === undefined) return { site };
  const sites = names.map(name => siteOfKind(settings, name, kind));
  const missing = sites.find(each => each.site === undefined);
  if (missing) return { refusal: noSite(missing.siteName, kind), site };
  return { site, sites: sites.flatMap(each => each.site ?? []) };
}
