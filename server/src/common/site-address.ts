/** Addresses of sites: whose they are, what they may hold, and where credentials may go. */
import cloudHosts from '../../catalogue/network/cloud-hosts.json' with { type: 'json' };

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name, as the WHATWG URL has it, means this machine. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname);

/** Whether credentials may go to an address: by https, or by http within this machine. */
export function mayHoldCredentials(address: string): boolean {
  const url = parsed(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether an address is one of Atlassian's Cloud. */
export function isCloudAddress(address: string): boolean {
  const hostname = parsed(address)?.hostname.replace(/\.$/, '');
  return hostname !== undefined && cloudHosts.some(ending => hostname.endsWith(ending));
}

/** The origin that a prompt names, `https://issues.example.org`; `undefined` = no address. */
export const originOf = (address: string): string | undefined => parsed(address)?.origin;

/** Origin and path without a slash at the end; an address that cannot be read stays as it is. */
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

/** An address without a user and password, which are neither sent nor shown; also one that is not complete yet. */
export function withoutUserInfo(address: string): string {
  const url = parsed(address);
  if (!url) return address.replace(/^([a-z][a-z+.-]{0,20}:\/\/)[^/?#]*@/i, '$1');
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}

export type SiteAddressProblem = 'malformed' | 'scheme' | 'credentials' | 'extra' | 'notApi';

/**
 * What is wrong with an address for a site of a kind: no address, not of http or https, with a user or password, with a
 * query or fragment, or a wiki's that does not end with `api.php`; `undefined` = nothing.
 */
export function siteAddressProblem(
  kind: 'wiki' | 'tracker',
  address: string,
): SiteAddressProblem | undefined {
  const url = parsed(address);
  if (!url) return 'malformed';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (/[?#]/.test(address)) return 'extra';
  return kind === 'wiki' && !url.pathname.endsWith('/api.php') ? 'notApi' : undefined;
}

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/** A path without the slashes at its end. */
function withoutFinalSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
