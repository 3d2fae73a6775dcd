/** Reads a site from what a user types: the address of any of its pages, a language, or the name of a wiki or company. */
import {
  addressProblem,
  isCloudAddress,
  isLoopback,
  isWikimedia,
  siteRoot,
  type AddressProblem,
} from '#shared/base/site-address.ts';
import { lazy } from '#shared/base/lazy.ts';
import type { SiteFinding, TypedPage } from '#shared/protocol/sites/find-site.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import wikimedia from '../../../catalogue/network/known-wikis.json' with { type: 'json' };

/** A site as its settings need it. */
export interface TypedSite {
  readonly kind: SiteKind;
  readonly url: string;
  /** A short name to propose. */
  readonly name: string;
  /** The address of the page, where only the site itself can tell what and where it is. */
  readonly page?: string;
  /** The wiki that has the same name as a company of whom it is not known whether it has a tracker. */
  readonly other?: TypedSite;
}

const projects: ReadonlyMap<string, string> = new Map(Object.entries(wikimedia.projects));
/** Codes of languages of Wikipedia that the names of languages may lack. */
const otherLanguages: ReadonlySet<string> = new Set(wikimedia.languages);
/** The first labels of hosts of Wikimedia that are no wikis. */
const notWikis: ReadonlySet<string> = new Set(wikimedia.notWikis);
const wikis: ReadonlyMap<string, string> = new Map(Object.entries(wikimedia.wikis));

/** Paths of trackers below their root, which can be below a context path. */
const trackerPage =
  /^(.*?)\/(?:browse|issues|projects|secure|rest|plugins|servicedesk|login\.jsp|jira\/(?:software|core|servicedesk|dashboards|your-work|people))(?:\/|$)/;
const wikiPage = /^(.*?)\/(?:api|index|load|rest)\.php(?:\/|$)/;
/** Labels of a host name that do not tell sites apart. */
const generalLabels = /^(?:www|wiki|w|en|jira|issues?|tracker|bugs?|tickets?|support)$/i;
const trackerLabel = /(?:^|[.-])(?:jira|issues?|tracker|bugs?|tickets?)(?:[.-]|$)/i;

/**
 * Reads a site.
 *
 * @param kind the kind that is likely, where the text says nothing of it; absent = unknown
 */
export function readTypedSite(typed: string, kind?: SiteKind): TypedSite | AddressProblem {
  const text = typed.trim();
  const named = namedWiki(text.toLowerCase());
  const isCompany = isBareName(text);
  if (named !== undefined && (kind !== 'tracker' || !isCompany)) return named;
  if (isCompany) return { ...cloudSite(text.toLowerCase()), ...(named && { other: named }) };
  const address = completeAddress(text);
  const problem = addressProblem(address.replace(/[?#].*$/s, ''));
  if (problem) return problem;
  return siteOfPage(new URL(address), kind);
}

/**
 * Looks for a typed site, and if it is not there for the other one of the same name. Returns the one that is there, or
 * else the first.
 */
export async function findTyped(
  find: (page: TypedPage) => Promise<SiteFinding>,
  { other, ...site }: TypedSite,
): Promise<{ readonly site: TypedSite; readonly finding: SiteFinding }> {
  const { kind, url, page = url } = site;
  const finding = await find({ page, likely: { kind, url } });
  if (!other || !('problem' in finding)) return { site, finding };
  const second = await findTyped(find, other);
  return 'site' in second.finding ? second : { site, finding };
}

/** Whether a text is one word without a dot, which can be the name of a company in Jira Cloud. */
export const isBareName = (text: string): boolean =>
  /^[a-z\d][a-z\d-]*$/i.test(text) && !isLoopback(text.toLowerCase());

/** An address is written without its scheme: `en.wikipedia.org`, `localhost:8080`. */
function completeAddress(text: string): string {
  if (!/^(?:[\p{L}\d-]+\.)+[\p{L}\d-]+(?::\d+)?(?:[/?#]|$)|^localhost(?::\d+)?(?:[/?#]|$)/iu.test(text))
    return text;
  const http = `http://${text}`;
  return URL.canParse(http) && isLoopback(new URL(http).hostname) ? http : `https://${text}`;
}

/** The wiki of a language, of a database name as `dewiktionary`, or of a name as `commons`. */
function namedWiki(text: string): TypedSite | undefined {
  const name = wikis.has(text) ? text : text.replace(/wiki$/, '');
  const host = wikis.get(name);
  if (host !== undefined) return wikiAt(`https://${host}`, name);
  const [, language = '', project] =
    /^([a-z]{2,3}(?:-[a-z]{1,10}?){0,2}|simple)(wik[a-z]+)?$/.exec(text) ?? [];
  if (project === undefined) return isLanguage(language) ? wikiOf(language, 'wiki') : wikiInWords(text);
  return projects.has(project) ? wikiOf(language, project) : undefined;
}

const languageNames = lazy(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }));

const isLanguage = (code: string): boolean =>
  otherLanguages.has(code) || (/^[a-z]{2,3}$/.test(code) && languageNames().of(code) !== undefined);

const wikiOf = (language: string, project: string): TypedSite =>
  wikiAt(
    `https://${language}.${projects.get(project) ?? ''}`,
    language + project.replace('wikipedia', 'wiki'),
  );

/** The wiki of words such as “German”, “Wikipedia in German” and “German Wiktionary”. */
function wikiInWords(text: string): TypedSite | undefined {
  const words = text.split(/\s+/);
  const project = words.find(word => projects.has(word));
  const language = languageNamed(words.filter(word => word !== project && word !== 'in').join(' '));
  if (language !== undefined) return wikiOf(language, project ?? 'wiki');
  return words.length === 1 && project !== undefined ? wikiOf('en', project) : undefined;
}

/** The code of a language by its English name; `undefined` = none has two letters. */
function languageNamed(name: string): string | undefined {
  if (name.length < 3) return undefined;
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  return letters
    .flatMap(first => letters.map(second => first + second))
    .find(code => languageNames().of(code)?.toLowerCase() === name);
}

const wikiAt = (origin: string, name: string): TypedSite => ({
  kind: 'wiki',
  url: origin + wikimedia.api,
  name,
});

const cloudSite = (name: string): TypedSite => ({
  kind: 'tracker',
  url: `https://${name}.atlassian.net`,
  name,
});

/** The wiki that a first query can run at. */
export const firstWiki: TypedSite = wikiOf('en', 'wiki');

/** The site that has a page. */
function siteOfPage(url: URL, kind: SiteKind | undefined): TypedSite {
  const { origin, pathname } = url;
  const name = nameOf(url.hostname);
  if (isWikimedia(url.href) && !notWikis.has(url.hostname.split('.')[0] ?? '')) {
    const desktop = origin.replace('.m.', '.');
    return wikiAt(desktop, wikimediaName(desktop) ?? name);
  }
  const script = wikiPage.exec(pathname);
  if (script) return { kind: 'wiki', url: `${origin}${script[1]}/api.php`, name };
  if (isCloudAddress(url.href)) return { kind: 'tracker', url: origin + gatewayPath(pathname), name };
  const page = trackerPage.exec(pathname);
  if (page) return { kind: 'tracker', url: origin + page[1], name };
  const isWiki = pathname.includes('/wiki/') || (kind !== 'tracker' && !trackerLabel.test(url.hostname));
  const likely = isWiki ? `${origin}${wikimedia.api}` : siteRoot(url.href);
  return { kind: isWiki ? 'wiki' : 'tracker', url: likely, name, page: url.href };
}

/** The part of a path that tells the sites of Atlassian's gateway apart; empty = another path. */
const gatewayPath = (pathname: string): string => /^\/ex\/jira\/[^/]+/.exec(pathname)?.[0] ?? '';

/** `dewiki` for `de.wikipedia.org`, `commons` for `commons.wikimedia.org`. */
function wikimediaName(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  const single = [...wikis].find(([, host]) => host === hostname)?.[0];
  if (single !== undefined) return single;
  const [language = '', ...rest] = hostname.split('.');
  const project = [...projects].find(([, domain]) => domain === rest.join('.'))?.[0];
  return project === undefined ? undefined : language + project;
}

/** A name from a host: its first label that says something. */
function nameOf(hostname: string): string {
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'local';
  const labels = hostname.split('.');
  return labels.slice(0, -1).find(label => !generalLabels.test(label)) ?? labels[0] ?? '';
}
