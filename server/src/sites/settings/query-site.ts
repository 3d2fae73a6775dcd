import type { QueryView } from '../../query-file/language/language-service.ts';
import type { ContextResult } from '#shared/protocol/run.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { siteOption } from '../../query-file/options/site-option.ts';

/** Which site a query runs on, and where that is set: in its own `@site`, in the file's, or as the default. */
export function siteOf(
  view: QueryView,
  settings: Settings,
  kind: SiteKind,
): Pick<ContextResult, 'siteName' | 'siteFrom' | 'site'> {
  const { name, from } = siteOption(view.scope, settings.defaultSite);
  const site = siteNamed(settings, name);
  return { siteName: name, siteFrom: from, ...(site?.kind === kind && { site }) };
}

/** `undefined` = no site of this name is configured. */
export function siteNamed(settings: Settings, name: string): Site | undefined {
  const site = Object.hasOwn(settings.sites, name) ? settings.sites[name] : undefined;
  return site && { name, ...site };
}
