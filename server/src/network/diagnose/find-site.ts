/** Finds the site that has a page: by anonymous requests, to the page’s own origin alone. */
import others from '../../../catalogue/network/other-systems.json' with { type: 'json' };
import { visibleLine } from '#shared/base/visible-text.ts';
import { addressProblem, gatewayAddress, siteRoot, tenantPath } from '#shared/base/site-address.ts';
import type { SiteFinding, TypedPage } from '#shared/protocol/sites/find-site.ts';
import type { Site, SiteIdentity } from '#shared/protocol/sites.ts';
import { probeRequest } from './diagnose-site.ts';
import { readContent } from './read-content.ts';
import { beginningOf, hostOf, parseUrl, trySend, type HttpClient } from '../http/http-client.ts';
import { type FailureKind, HttpFailure } from '../http/http-failure.ts';
import { maximumBytes, type Limits } from '../http/limits.ts';
import { commonNotices, failureNotice } from '../network-notices.ts';

export interface FindSiteDependencies {
  /** Follows redirects within an origin, without retries and without a session. */
  readonly client: HttpClient;
  readonly limits: Limits;
  readonly userAgent: string;
}

/** Bytes of a page that are searched, and UTF-16 code units of the name of the software and of an address. */
const longest = { page: 256 * 1024, software: 100, value: 500 };
/** Folders of a page’s path that can be the context path of a tracker. */
const deepest = 4;
/** The places of a wiki’s API where its pages do not name it. */
const usualApis = ['/w/api.php', '/api.php', '/wiki/api.php', '/mediawiki/api.php'];
/** The context paths of trackers where their pages do not name them. */
const usualContexts = ['', '/jira'];

/** The tags by which the pages of a wiki name its API, and those of a tracker its context path. */
const told = {
  api: { tag: /^link\s/i, mark: /\srel=["']EditURI["']/i, value: /\shref=["']([^"']*)["']/i },
  context: {
    tag: /^meta\s/i,
    mark: /\sname=["']ajs-context-path["']/i,
    value: /\scontent=["']([^"']*)["']/i,
  },
};

/** The id of a site of Atlassian's Cloud, as its page tells it. */
const cloudIdIn = /"cloudId"\s{0,9}:\s{0,9}"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/i;

/** Finds a site; resolves for every outcome. */
export async function findSite(
  dependencies: FindSiteDependencies,
  { page, likely }: TypedPage,
  signal: AbortSignal,
): Promise<SiteFinding> {
  if (parseUrl(page)?.pathname === tenantPath) return findGateway(dependencies, page, likely, signal);
  const first = await probe(dependencies, likely, signal);
  if (first instanceof HttpFailure && first.kind !== 'redirect') return problemOf(first, likely);
  if (first !== undefined && !(first instanceof HttpFailure)) return first;
  const read = await readPage(dependencies, page, likely, signal);
  if (!('text' in read)) return read;
  for (const candidate of candidates(read.url, read.text, likely)) {
    if (parseUrl(candidate.url)?.origin !== parseUrl(page)?.origin) return { leadsTo: candidate.url };
    const finding = await probe(dependencies, candidate, signal);
    if (finding instanceof HttpFailure && finding.kind === 'cancelled') return problemOf(finding, likely);
    if (finding !== undefined && !(finding instanceof HttpFailure)) return finding;
  }
  const values = { host: hostOf(page), software: otherSystem(read.text) ?? '' };
  return {
    problem: commonNotices.of(values.software === '' ? 'noSiteThere' : 'otherSystem', values).message,
  };
}

/** Finds a site of Atlassian's Cloud at its gateway, which is not requested. @param page tells the id of the site */
async function findGateway(
  dependencies: FindSiteDependencies,
  page: string,
  likely: SiteIdentity,
  signal: AbortSignal,
): Promise<SiteFinding> {
  const read = await readPage(dependencies, page, likely, signal);
  if ('problem' in read) return read;
  // Whatever else the page leads to, such as one for signing in, is no gateway.
  const cloudId = 'text' in read ? cloudIdIn.exec(read.text)?.[1] : undefined;
  return cloudId === undefined
    ? { problem: commonNotices.of('noGateway', { host: hostOf(page) }).message }
    : { leadsTo: gatewayAddress(cloudId) };
}

/** The system that a page is of, where it has neither a wiki nor a tracker; `undefined` = not known. */
function otherSystem(html: string): string | undefined {
  const text = html.toLowerCase();
  return Object.entries(others.marks).find(([mark]) => text.includes(mark))?.[1];
}

/** The kinds of failures whose notices advise to request less at once, which nobody can here. */
const slow: ReadonlySet<FailureKind> = new Set(['slowHeaders', 'slowBody']);

const problemOf = (failure: HttpFailure, likely: SiteIdentity): SiteFinding => ({
  problem: slow.has(failure.kind)
    ? commonNotices.of('noAnswerThere', { host: hostOf(likely.url), ...failure.detail }).message
    : failureNotice(failure, named(likely)).message,
});

/** A site that has no name yet, as messages name it. */
const named = ({ kind, url }: SiteIdentity): Site => ({ name: hostOf(url), kind, url });

/** Asks whether a site is at an address; `undefined` = something else is there. */
async function probe(
  { client, limits, userAgent }: FindSiteDependencies,
  { kind, url }: SiteIdentity,
  signal: AbortSignal,
): Promise<SiteFinding | HttpFailure | undefined> {
  const site = named({ kind, url });
  const request = { ...probeRequest(site, userAgent), maximumBytes: maximumBytes.suggestions };
  const response = await trySend(client, request, signal);
  if (response instanceof HttpFailure) return response;
  const { content } = readContent(response, site, limits);
  if (content.kind === 'api')
    return {
      site: { kind, url },
      software: visibleLine(content.software).slice(0, longest.software),
      needsAccount: false,
    };
  const isRefusal = response.status === 401 || response.status === 403;
  const isClosedWiki = content.kind === 'error' && kind === 'wiki';
  const isClosedTracker = kind === 'tracker' && isRefusal && content.kind !== 'challenge';
  return isClosedWiki || isClosedTracker
    ? { site: { kind, url }, software: '', needsAccount: true }
    : undefined;
}

/** Reads a page, and where it is after redirects. */
async function readPage(
  { client, userAgent }: FindSiteDependencies,
  page: string,
  likely: SiteIdentity,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly text: string } | SiteFinding> {
  const headers = { 'user-agent': userAgent, accept: 'text/html' };
  const request = {
    method: 'GET',
    url: page,
    headers,
    read: true,
    maximumBytes: maximumBytes.description,
  } as const;
  const response = await trySend(client, request, signal);
  if (!(response instanceof HttpFailure))
    return {
      url: response.url,
      text: beginningOf(response, longest.page),
    };
  const { kind, detail } = response;
  const to = String(detail['location'] ?? '');
  if (kind === 'redirect' && addressProblem(to) === undefined) return { leadsTo: to };
  // A page that is too long still has a site.
  return kind === 'tooLarge' ? { url: page, text: '' } : problemOf(response, likely);
}

/** The sites that a page can be of: those that it names, else those at the usual places. */
function candidates(page: string, text: string, { kind }: SiteIdentity): readonly SiteIdentity[] {
  const { origin, pathname } = new URL(page);
  const href = toldBy(text, told.api);
  const api = href === undefined ? undefined : parseUrl(href, page);
  if (api && addressProblem(api.origin) === undefined)
    return [{ kind: 'wiki', url: api.origin + api.pathname }];
  const context = toldBy(text, told.context);
  // Anything but a path would go on with the name of the host: `.example.org`, `@example.org`.
  if (context === '' || context?.startsWith('/') === true)
    return [{ kind: 'tracker', url: siteRoot(origin + context) }];
  const folders = pathname.split('/').slice(1, deepest);
  const contexts = [
    ...folders.map((_, index) => `/${folders.slice(0, index + 1).join('/')}`),
    ...usualContexts,
  ];
  const wikis = usualApis.map((path): SiteIdentity => ({ kind: 'wiki', url: origin + path }));
  const trackers = [...new Set(contexts)].map((path): SiteIdentity => ({
    kind: 'tracker',
    url: siteRoot(origin + path),
  }));
  return kind === 'wiki' ? [...wikis, ...trackers] : [...trackers, ...wikis];
}

/** The value that the first tag of a kind has in a page; `undefined` = it has no such tag. */
function toldBy(html: string, { tag, mark, value }: (typeof told)['api']): string | undefined {
  const marked = html
    .split('<')
    .filter(text => tag.test(text))
    .map(text => text.split('>', 1)[0] ?? '')
    .find(text => mark.test(text));
  return value
    .exec(marked ?? '')?.[1]
    ?.slice(0, longest.value)
    .replaceAll('&amp;', '&');
}
