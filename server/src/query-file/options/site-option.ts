/** `@site` and `@sites`: where a query runs. */
import { siteRoot } from '#shared/base/site-address.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext, QueryView, SiteName } from '../language/language-service.ts';
import type { Directive } from '../block.ts';
import { directiveProblem, listedTokens } from './directive-values.ts';
import type { Scope } from '../scope.ts';
import type { DefinedIn } from '../variables.ts';

/** The site of a query, and where it is named. */
export interface SiteOption {
  /** Empty = none. */
  readonly name: string;
  readonly from: DefinedIn | 'address' | 'default' | 'none';
}

/** The sites that a query of a kind can mean without naming one. */
export interface UsualSites {
  /** The configured sites of the kind. */
  readonly sites: readonly SiteName[];
  readonly defaultSite: string;
}

/** The site of a query: its own `@site`, the file's, that of its address, or the default; of several the first. */
export function siteOption(scope: Scope, { sites, defaultSite }: UsualSites): SiteOption {
  const several = sitesDirective(scope);
  const first = several && namesIn(several.directive)[0];
  if (several !== undefined && first !== undefined) return { name: first, from: several.place };
  const siteDirective = scope.directive('site');
  if (siteDirective) return { name: siteDirective.directive.value.text, from: siteDirective.place };
  const address = addressOf(scope);
  if (address !== undefined) return { name: siteNameAt(address, sites), from: 'address' };
  return { name: defaultSite, from: defaultSite === '' ? 'none' : 'default' };
}

const maxAddressLength = 2000;

/** The absolute address that a query is written as; `undefined` = it has none. */
function addressOf({ block: { body, text } }: Scope): string | undefined {
  const begin = body === undefined ? '' : text.slice(body.start, body.end).slice(0, maxAddressLength);
  const [address] = /^https?:\/\/[^\s?#{}]+/i.exec(begin.trimStart()) ?? [];
  return address !== undefined && URL.canParse(address) ? address : undefined;
}

const rootsOf = ({ url, pages = url }: SiteName): readonly string[] => [url, pages];

/**
 * The name of the configured site that an address belongs to, whatever its scheme; else a name made of the address: a run asks
 * to add that site, and the query runs nowhere else. A host can have several wikis, as `/api.php` and `/de/api.php`; the
 * address of another page than the API does not tell which of them is meant, so the first one is.
 */
export function siteNameAt(address: string, sites: readonly SiteName[]): string {
  const { host, pathname } = new URL(address);
  const sitesAtHost = sites.filter(site => rootsOf(site).some(root => new URL(root).host === host));
  const site =
    sitesAtHost.find(candidate => rootsOf(candidate).some(root => pathOf(root) === pathOf(address))) ??
    (pathname.endsWith('/api.php') ? undefined : sitesAtHost[0]);
  if (site) return site.name;
  const name = sitesAtHost.length === 0 ? host : host + pathname.replace(/\/api\.php$/, '');
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}

const pathOf = (address: string): string => new URL(siteRoot(address)).pathname;

/** The sites that a query runs at, each once; `undefined` = it does not name several. */
export function sitesOption(scope: Scope): readonly string[] | undefined {
  const severalSites = sitesDirective(scope);
  const names = severalSites && [...new Set(namesIn(severalSites.directive))];
  return names !== undefined && names.length > 1 ? names : undefined;
}

/** The `@sites` of a query; a `@site` of its own wins over one of the file. */
function sitesDirective(scope: Scope): ReturnType<Scope['directive']> {
  const several = scope.directive('sites');
  const isOverruled = several?.place === 'file' && scope.directive('site')?.place === 'query';
  return isOverruled ? undefined : several;
}

const namesIn = ({ value }: Directive): readonly string[] => listedTokens(value).map(({ text }) => text);

/** The site of queries without a site that need one of this kind; empty = none. */
export const defaultSiteOf = (
  { defaultSite, defaultSites }: Pick<QueryContext, 'defaultSite' | 'defaultSites'>,
  kind: SiteName['kind'],
): string => defaultSites?.[kind] ?? defaultSite;

/** The name of the site of a query that needs one of this kind; empty = none. */
export const siteNameOf = ({ scope }: QueryView, context: QueryContext, kind: SiteName['kind']): string =>
  siteOption(scope, {
    sites: context.sites.filter(site => site.kind === kind),
    defaultSite: defaultSiteOf(context, kind),
  }).name;

/** Checks the names of `@sites`. */
export function checkSites(directive: Directive, context: QueryContext, kind: SiteName['kind']): Problem[] {
  return listedTokens(directive.value).flatMap(value =>
    checkSiteName({ ...directive, value }, context, kind),
  );
}

/** Checks the name of `@site`. */
export function checkSiteName(
  directive: Directive,
  { sites, refusedSites = {} }: QueryContext,
  kind: SiteName['kind'],
): Problem[] {
  const { text } = directive.value;
  if (Object.hasOwn(refusedSites, text)) {
    const message = `refused-site.${refusedSites[text]}`;
    return [{ ...directiveProblem('refused-site', directive, { name: text }), message }];
  }
  const site = sites.find(({ name }) => name === text);
  if (site?.kind === kind) return [];
  if (site) return [directiveProblem('other-kind-of-site', directive, { kind: site.kind })];
  const similar = nearest(
    text,
    sites.filter(candidate => candidate.kind === kind).map(({ name }) => name),
  );
  const args = { name: text, ...(similar !== undefined && { nearest: similar }) };
  return [
    {
      ...directiveProblem('unknown-site', directive, args),
      ...(similar !== undefined && { message: 'unknown-site.nearest' }),
    },
  ];
}

/** The profile that a query is checked by; `undefined` = the query does not say. */
export const profileOption = (scope: Scope): string | undefined =>
  scope.directive('profile')?.directive.value.text;
