import { parseUrl } from '../http/client.ts';
import { isLoopback } from '../http/loopback.ts';
import type { Site } from '../protocol.ts';

/** Whether credentials may go to this address: by https, or within this machine. (network.md, "Where secrets may go") */
export function isSafe(url: string): boolean {
  const address = parseUrl(url);
  if (!address) return false;
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address.hostname));
}

/** Whether an address belongs to a site: the same origin, and at or below the site's own path. */
export function belongsTo(url: string, site: Pick<Site, 'url'>): boolean {
  const address = parseUrl(url);
  const base = parseUrl(site.url);
  if (!address || !base || address.origin !== base.origin) return false;
  const path = base.pathname.replace(/\/+$/, '');
  return address.pathname === path || address.pathname.startsWith(`${path}/`);
}

/**
 * The page for logging in that a site names, if a browser may be sent there: safe, and of the same origin. A
 * session in its path (`;jsessionid=…`) is left out: it is not the browser's.
 */
export function loginPage(text: string, site: Pick<Site, 'url'>): string | undefined {
  const base = parseUrl(site.url);
  const address = parseUrl(text, site.url);
  if (!base || !address || address.origin !== base.origin || !isSafe(address.href)) return undefined;
  address.pathname = address.pathname.replaceAll(/;[^/]*/g, '');
  return address.username === '' && address.password === '' ? address.href : undefined;
}
