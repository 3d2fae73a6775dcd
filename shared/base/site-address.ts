/** Addresses of sites and of their pages: which ones a site may have, where credentials may go, and how pages open. */
import cloudHosts from '../../server/catalogue/network/cloud-hosts.json' with { type: 'json' };
import wikimediaDomains from '../../server/catalogue/wiki/wikimedia-domains.json' with { type: 'json' };

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Maximum length of the URL of a GET: servers and proxies truncate longer ones. */
export const maxUrlLength = 7500;

/** Whether a host name, as the WHATWG URL has it, means this machine. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname);

/** Whether credentials may be sent to an address: by https, or by http within this machine. */
export function mayHoldCredentials(address: string): boolean {
  const url = parsed(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** The gateway of Atlassian's Cloud, where tokens with scopes work. https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/ */
const gateway = 'https://api.atlassian.com/ex/jira/';

/** The path of a site of Atlassian's Cloud that tells its id. */
export const tenantPath = '/_edge/tenant_info';

/** The address of a site at the gateway. @param cloudId the site's id */
export const gatewayAddress = (cloudId: string): string => gateway + cloudId;

/** Whether an address is that of a site at the gateway of Atlassian's Cloud. */
export const isOfGateway = (address: string): boolean => siteRoot(address).startsWith(gateway);

/** Whether an address belongs to Atlassian's Cloud. */
export function isCloudAddress(address: string): boolean {
  if (isOfGateway(address)) return true;
  const hostname = parsed(address)?.hostname.replace(/\.$/, '');
  return hostname !== undefined && cloudHosts.some(ending => hostname.endsWith(ending));
}

/** The catalogue profile of Wikimedia's wikis: the newest MediaWiki with their extensions. */
export const wikimediaProfile = 'wikimedia';

/** Whether an address belongs to one of Wikimedia's wikis, its test wikis included. */
export function isWikimedia(address: string): boolean {
  const host = parsed(address)?.hostname.replace(/\.$/, '');
  return (
    host !== undefined && wikimediaDomains.some(domain => host === domain || host.endsWith(`.${domain}`))
  );
}

/** The origin of an address, as prompts name it: `https://issues.example.org`. `undefined` = not an address. */
export const originOf = (address: string): string | undefined => parsed(address)?.origin;

/** The address that a prompt for credentials names: the origin, and at Atlassian's gateway also the site there. */
export function promptedAddress(address: string): string {
  return isOfGateway(address) ? siteRoot(address) : (originOf(address) ?? address);
}

/** The origin and path of an address without a slash at the end; a text that is not an address is returned unchanged. */
export function siteRoot(address: string): string {
  const url = parsed(address);
  return url ? url.origin + withoutFinalSlashes(url.pathname) : address;
}

/** Whether an address belongs to a site: the same origin, and at or below the site's own path. */
export function isWithinSite(address: string, site: string): boolean {
  const url = parsed(address);
  const base = parsed(site);
  if (!url || !base || url.origin !== base.origin) return false;
  const path = withoutFinalSlashes(base.pathname);
  return url.pathname === path || url.pathname.startsWith(`${path}/`);
}

/** Removes a user name and password from an address, also from one that is not complete yet. */
export function withoutUserInfo(address: string): string {
  const url = parsed(address);
  if (!url) return address.replace(/^([a-z][a-z+.-]{0,20}:\/\/)[^/?#]*@/i, '$1');
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Why an address cannot be used: it is malformed, is not of http or https, has a user or password, or a query or fragment. */
export type AddressProblem = 'malformed' | 'scheme' | 'credentials' | 'extra';
/** Why an address cannot be that of a site; that of a wiki must end with `api.php`. */
export type SiteAddressProblem = AddressProblem | 'notApi';

/** The problem of an address for a site of a kind; `undefined` = none. */
export function siteAddressProblem(
  kind: 'wiki' | 'tracker',
  address: string,
): SiteAddressProblem | undefined {
  const isApi = parsed(address)?.pathname.endsWith('/api.php') === true;
  return addressProblem(address) ?? (kind === 'wiki' && !isApi ? 'notApi' : undefined);
}

/** The problem of an address; `undefined` = none. */
export function addressProblem(address: string): AddressProblem | undefined {
  const url = parsed(address);
  if (!url) return 'malformed';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  // `http:127.0.0.1` is read as an address too, but nobody writes one so.
  if (!/^\s*https?:\/\//i.test(address)) return 'malformed';
  return /[?#]/.test(address) ? 'extra' : undefined;
}

/** The pattern of a wiki's page addresses, with `$1` for the title. @param api the address of its `api.php` */
export function wikiPageUrl(api: string): string {
  const url = new URL('index.php', api);
  return `${url.href}?title=$1`;
}

/**
 * The address of a wiki's page: blanks become underscores, and everything that could end the title is encoded.
 *
 * @param pattern holds `$1` for the title
 */
export const wikiPageAddress = (pattern: string, title: string): string => {
  const encoded = encodeURIComponent(title.toWellFormed().replaceAll(' ', '_'))
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':');
  return pattern.replace('$1', () => encoded);
};

/**
 * The address below which the pages of a tracker are. Those of a site at Atlassian's gateway are elsewhere: without
 * `pages`, nobody knows where, and it is `undefined`.
 */
export const pageRootOf = ({
  url,
  pages,
}: {
  readonly url: string;
  readonly pages?: string;
}): string | undefined => pages ?? (isOfGateway(url) ? undefined : url);

/** The part of an issue page's path before the key. */
export const browsePath = '/browse/';

/** The address of an issue's page. */
export const issuePageAddress = (tracker: string, key: string): string =>
  siteRoot(tracker) + browsePath + encodeURIComponent(key.toWellFormed());

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/** Removes the slashes at the end of a path. */
function withoutFinalSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Whether a text can be the name of a site, as it follows `# @site`. */
export const isSiteName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name);

/** The prefix of the environment variables that hold the credentials of a site. @param name as in the settings */
export const variablePrefix = (name: string): string =>
  `WIKIJQL_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_`;
