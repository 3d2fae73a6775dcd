import { mayHoldCredentials } from '#shared/base/site-address.ts';
import { parseUrl } from '../http/http-client.ts';
import type { Site } from '#shared/protocol/sites.ts';

/**
 * The login page that a site names, if the browser may open it: its URL is safe, and of the same origin. A session in
 * its path (`;jsessionid=…`) is removed.
 */
export function loginPage(text: string, site: Pick<Site, 'url'>): string | undefined {
  const base = parseUrl(site.url);
  const address = parseUrl(text, site.url);
  if (!base || !address || address.origin !== base.origin || !mayHoldCredentials(address.href))
    return undefined;
  address.pathname = address.pathname.replaceAll(/;[^/]*/g, '');
  return address.username === '' && address.password === '' ? address.href : undefined;
}

/** Where sites redirect requests without a session. */
const loginPath = /\/(?:login|signin)\b/i;

/** Whether a URL, relative to `from`, is a login page at the site's own origin. */
export function isLoginPage(text: string, site: Pick<Site, 'url'>, from = site.url): boolean {
  const address = parseUrl(text, from);
  return (
    address !== undefined && address.origin === parseUrl(site.url)?.origin && loginPath.test(address.pathname)
  );
}
