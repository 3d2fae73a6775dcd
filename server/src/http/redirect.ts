import { parseUrl, type HttpClient, type HttpRequest } from './client.ts';
import { HttpFailure } from './failure.ts';
import { shorten } from '../common/shorten.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const secret: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * A client that follows redirects of an anonymous GET within one origin. Any other redirect fails as `redirect` with its
 * target: following it would send a body or secret headers to another server.
 */
export function withRedirects(client: HttpClient, maximum: number): HttpClient {
  return {
    close: () => client.close(),
    async send(request, signal) {
      const seen = new Set<string>();
      let url = request.url;
      for (let sent = 0; ;) {
        const response = await client.send({ ...request, url }, signal).catch((error: unknown) => {
          throw error instanceof HttpFailure ? error.after(sent + error.requests) : error;
        });
        sent += response.requests;
        if (!redirects.has(response.status)) return { ...response, requests: sent };
        const from = new URL(url);
        const location = response.headers['location'];
        const to = location === undefined ? undefined : parseUrl(location, from.href);
        const detail = { status: response.status, location: to ? withoutSecrets(to) : '?' };
        if (to === undefined || to.origin !== from.origin || !isAnonymousGet(request)) {
          throw new HttpFailure('redirect', from.host, detail, sent);
        }
        seen.add(url);
        if (seen.has(to.href) || seen.size > maximum) {
          throw new HttpFailure('redirectLoop', from.host, { ...detail, limit: maximum }, sent);
        }
        url = to.href;
      }
    },
  };
}

function isAnonymousGet(request: HttpRequest): boolean {
  return (
    request.method === 'GET' && !Object.keys(request.headers).some(name => secret.has(name.toLowerCase()))
  );
}

/** A URL for a message, without parts that may be secret: user, query and session (`;jsessionid=…`); not longer than a line. */
function withoutSecrets(url: URL): string {
  const text =
    url.origin === 'null' ? `${url.protocol}…` : url.origin + url.pathname.replaceAll(/;[^/]*/g, '');
  return shorten(text, 200);
}
