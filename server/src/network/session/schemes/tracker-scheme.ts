/** Authentication at Jira. */
import { siteRoot } from '#shared/base/site-address.ts';
import { type HttpResponse, withHeader } from '../../http/http-client.ts';
import { reasonIn } from '../../http/read-json.ts';
import type { Refusal } from '../login/login-rule.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Credentials } from '../credentials.ts';
import { loginHeaders } from './jira-login-headers.ts';
import { SessionCookieJar } from '../cookie-jar.ts';
import type { LoginAnswer, Scheme } from './scheme.ts';

const sessionCookie = 'JSESSIONID';

/**
 * Jira: Basic once, then `JSESSIONID`; or a personal access token as Bearer.
 *
 * The login is sent with `GET /rest/api/2/myself`: it only reads, exists in Data Center and in Cloud, and is never
 * answered for anonymous requests. `POST /rest/auth/1/session` does not exist in Cloud.
 */
export const tracker: Scheme = {
  async logIn({ site, credentials, client, userAgent, signal, approve }) {
    const request = withHeader(this.probe(site, userAgent), 'authorization', authorization(credentials));
    const response = await client.send(await approve(request), signal);
    return credentials.kind === 'token'
      ? tokenAnswer(response, site)
      : passwordAnswer(response, site, credentials.account);
  },

  authorize(request, session) {
    return session.kind === 'token'
      ? withHeader(request, 'authorization', authorization(session))
      : withHeader(request, 'cookie', session.jar.header(request.url));
  },

  judge(response, session) {
    const { denial, failed, out, user } = loginHeaders(response, { url: response.url });
    if (denial) return { kind: 'refused', refusal: denial };
    const isOther = user !== undefined && session.account !== '' && !sameName(user, session.account);
    const isAnonymous = user === '' || response.status === 401 || ((failed || out) && user === undefined);
    if (session.kind === 'token' && failed) return { kind: 'refused', refusal: { reason: 'token' } };
    return isAnonymous || (isOther && session.kind === 'cookies') ? { kind: 'over' } : { kind: 'holds' };
  },

  probe: (site, userAgent) => ({
    method: 'GET',
    url: `${siteRoot(site.url)}/rest/api/2/myself`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
    read: true,
  }),

  provesSession: response => isSuccess(response) && !/html/i.test(response.headers['content-type'] ?? ''),

  sessionCookies: (jar, url) => [...jar.values(url).keys()].filter(name => name === sessionCookie),

  async logOut(site, session, client, userAgent, signal) {
    if (session.kind === 'token') return true;
    const url = `${siteRoot(site.url)}/rest/auth/1/session`;
    const headers = { accept: 'application/json', 'user-agent': userAgent };
    const response = await client.send(
      this.authorize({ method: 'DELETE', url, headers, read: false }, session),
      signal,
    );
    // 401: the session has already ended.
    return isSuccess(response) || response.status === 401;
  },
};

/** The result of Basic, from the status and headers alone: the body can be anything. */
function passwordAnswer(response: HttpResponse, site: Site, account: string): LoginAnswer {
  const { denial, failed, unauthorised, user } = loginHeaders(response, site);
  if (denial) return { kind: 'rejected', refusal: denial };
  if (failed || unauthorised || response.status === 401)
    return { kind: 'rejected', refusal: { reason: 'credentials' } };
  if (!isSuccess(response)) return { kind: 'unknown', status: response.status };
  if (user === '') return { kind: 'rejected', refusal: { reason: 'anonymous' } };
  if (user !== undefined && !sameName(user, account))
    return { kind: 'rejected', refusal: { reason: 'otherAccount' } };
  const jar = new SessionCookieJar();
  jar.adopt(response.setCookie, response.url);
  if (!jar.values(response.url).has(sessionCookie))
    return { kind: 'rejected', refusal: { reason: 'noSession' } };
  return { kind: 'accepted', jar };
}

function tokenAnswer(response: HttpResponse, site: Site): LoginAnswer {
  const { denial, failed, user } = loginHeaders(response, site);
  if (denial) return { kind: 'rejected', refusal: denial };
  if (failed || response.status === 401 || (isSuccess(response) && user === '')) {
    return { kind: 'rejected', refusal: tokenRefusal(response) };
  }
  return isSuccess(response) ? { kind: 'accepted' } : { kind: 'unknown', status: response.status };
}

/**
 * Why a tracker refuses a token. Of the body only this is used, in the words of Atlassian's gateway:
 * https://github.com/raycast/extensions/issues/11212
 */
export const tokenRefusal = (response: HttpResponse): Refusal => ({
  reason: /scope does not match/i.test(reasonIn(response)) ? 'scope' : 'token',
});

/** Basic for a password and for an API token of Cloud, which is stored with its account; Bearer for any other token. */
function authorization({ kind, account, secret }: Pick<Credentials, 'kind' | 'account' | 'secret'>): string {
  if (kind === 'token' && account === '') return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`;
}

const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** Account names are case-insensitive. */
const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
