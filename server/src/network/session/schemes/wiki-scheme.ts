/** Authentication at MediaWiki. */
import { alwaysSentValues } from '#shared/base/always-sent.ts';
import { readJson } from '../../http/read-json.ts';
import { parseUrl, type HttpRequest, type HttpResponse, withHeader } from '../../http/http-client.ts';
import { HttpFailure } from '../../http/http-failure.ts';
import { defaultLimits } from '../../http/limits.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { SessionCookieJar } from '../cookie-jar.ts';
import type { LoginAnswer, LoginRequest, Scheme, Session } from './scheme.ts';

/** MediaWiki sends this header with every error. */
const errorHeader = 'mediawiki-api-error';
const sessionOver = /\b(?:assertuserfailed|assertnameduserfailed)\b/;
const tokenRefused = /\bmwoauth-/;
/** The password was not checked. */
const unjudged = /sessionlost|throttled|NeedToken|WrongToken|badtoken|session-?fail/i;

/**
 * MediaWiki: a bot password by `action=login`, the user's main account by `clientlogin`, or an OAuth token as Bearer.
 * Every request of a session contains `assert=user` and the account's name, so that a response is never for an anonymous
 * or another user.
 */
export const wiki: Scheme = {
  async logIn(request) {
    return request.credentials.kind === 'token' ? logInByToken(request) : logInByPassword(request);
  },

  authorize(request, session) {
    const asserted = withAssertions(request, session);
    return session.kind === 'token'
      ? withHeader(asserted, 'authorization', `Bearer ${session.secret}`)
      : withHeader(asserted, 'cookie', session.jar.header(request.url));
  },

  judge(response, session) {
    const error = response.headers[errorHeader] ?? '';
    const isOver = sessionOver.test(error) || response.status === 401;
    if (session.kind === 'token' && tokenRefused.test(error))
      return { kind: 'refused', refusal: { reason: 'token' } };
    return { kind: isOver ? 'over' : 'holds' };
  },

  probe: (site, userAgent) => get(site, userAgent, { action: 'query', meta: 'userinfo' }),

  provesSession: response =>
    response.status === 200 && response.headers[errorHeader] === undefined && userIn(response) !== '',

  /** `$wgSessionName` can be anything: if no name looks like a session's, each cookie may be the session's. */
  sessionCookies(jar, url) {
    const names = [...jar.values(url).keys()];
    const likely = names.filter(name => /sess/i.test(name));
    return likely.length > 0 ? likely : names;
  },

  async logOut(site, session, client, userAgent, signal) {
    if (session.kind === 'token') return true;
    const tokenResponse = await client.send(
      this.authorize(tokenRequest(site, userAgent, 'csrf'), session),
      signal,
    );
    if (this.judge(tokenResponse, session).kind === 'over') return true;
    const token = tokenIn(tokenResponse, 'csrf', session.jar);
    const request = post(site, userAgent, { action: 'logout', token });
    const response = await client.send(withHeader(request, 'cookie', session.jar.header(site.url)), signal);
    return response.status === 200 && response.headers[errorHeader] === undefined;
  },
};

/**
 * The name of a bot password contains `@`, which no account's name does. `rememberMe` is not sent: its cookie would sign
 * in again after a logout.
 */
async function logInByPassword(login: LoginRequest): Promise<LoginAnswer> {
  const { site, credentials, client, userAgent, signal, approve } = login;
  const { account, secret } = credentials;
  const jar = new SessionCookieJar();
  const tokenResponse = await client.send(tokenRequest(site, userAgent, 'login'), signal);
  const token = tokenIn(tokenResponse, 'login', jar);
  if (token === '') throw new HttpFailure('html', parseUrl(site.url)?.host ?? '', {}, 1);
  const parameters = account.includes('@')
    ? { action: 'login', lgname: account, lgpassword: secret, lgtoken: token }
    : {
        action: 'clientlogin',
        username: account,
        password: secret,
        logintoken: token,
        loginreturnurl: site.url,
      };
  const request = withHeader(post(site, userAgent, parameters), 'cookie', jar.header(site.url));
  const before = jar.values(site.url);
  const response = await client.send(await approve(request), signal);
  const verdict = verdictOn(response);
  if (verdict.kind !== 'accepted') return verdict;
  jar.adopt(response.setCookie, response.url);
  const now = jar.values(site.url);
  // Signing in starts a new session: one that was not replaced is still anonymous.
  const isNew = wiki.sessionCookies(jar, site.url).some(name => now.get(name) !== before.get(name));
  return isNew ? { kind: 'accepted', jar } : { kind: 'rejected', refusal: { reason: 'noSession' } };
}

/** The outcome is in the body, not in errors. */
function verdictOn(response: HttpResponse): LoginAnswer {
  const unknown = { kind: 'unknown', status: response.status } as const;
  if (response.status === 401) return { kind: 'rejected', refusal: { reason: 'credentials' } };
  if (response.status !== 200) return unknown;
  const answer = jsonOf(response);
  const result = `${textAt(answer, 'login', 'result')}${textAt(answer, 'clientlogin', 'status')}`;
  const reasons = JSON.stringify([at(answer, 'login', 'reason'), at(answer, 'clientlogin', 'messagecode')]);
  if (result === 'Success' || result === 'PASS') return { kind: 'accepted' };
  if (/throttled/.test(reasons)) return { ...unknown, throttled: true };
  if (result === '' || unjudged.test(result + reasons)) return unknown;
  const another = result === 'UI' || result === 'REDIRECT' || result === 'RESTART';
  return { kind: 'rejected', refusal: { reason: another ? 'secondStep' : 'credentials' } };
}

/** A wiki without OAuth ignores a token silently: only `assert=user` shows that. */
async function logInByToken(login: LoginRequest): Promise<LoginAnswer> {
  const { site, credentials, client, userAgent, signal, approve } = login;
  const session = { kind: 'token', account: credentials.account, secret: credentials.secret } as const;
  const request = await approve(wiki.authorize(wiki.probe(site, userAgent), session));
  const response = await client.send(request, signal);
  const { kind } = wiki.judge(response, session);
  if (kind !== 'holds') return { kind: 'rejected', refusal: { reason: 'token' } };
  const isKnownUser = response.status === 200 && userIn(response) !== '';
  return isKnownUser ? { kind: 'accepted' } : { kind: 'unknown', status: response.status };
}

/** The account in the response to the probe. */
const userIn = (response: HttpResponse): string => textAt(jsonOf(response), 'query', 'userinfo', 'name');

const assertionNames = ['assert', 'assertuser'];

/**
 * Replaces the assertions of the query by those of the session: otherwise a query could make the wiki report that the
 * session has expired. `User@application` is a bot password of `User`.
 */
function withAssertions(request: HttpRequest, { account }: Session): HttpRequest {
  const name = account.replace(/@[^@]*$/, '');
  const ours = name === '' ? { assert: 'user' } : { assert: 'user', assertuser: name };
  return withParameters(withoutParameters(request, assertionNames), ours);
}

const always = Object.fromEntries(alwaysSentValues);

const tokenRequest = (site: Site, userAgent: string, type: 'login' | 'csrf'): HttpRequest =>
  get(site, userAgent, { action: 'query', meta: 'tokens', type });

/** The token in the response to `tokenRequest`; empty = none. The cookies that it belongs to are added to the jar. */
function tokenIn(response: HttpResponse, type: 'login' | 'csrf', jar: SessionCookieJar): string {
  jar.adopt(response.setCookie, response.url);
  return textAt(jsonOf(response), 'query', 'tokens', `${type}token`);
}

function get(site: Site, userAgent: string, parameters: Readonly<Record<string, string>>): HttpRequest {
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  return withParameters({ method: 'GET', url: site.url, headers, read: true }, { ...always, ...parameters });
}

function post(site: Site, userAgent: string, parameters: Readonly<Record<string, string>>): HttpRequest {
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = new URLSearchParams({ ...always, ...parameters }).toString();
  return { method: 'POST', url: site.url, headers, body, read: false };
}

/** Adds the parameters that the request does not contain: to the form of a POST, otherwise to the URL. */
function withParameters(request: HttpRequest, parameters: Readonly<Record<string, string>>): HttpRequest {
  const url = new URL(request.url);
  const form = new URLSearchParams(request.body ?? '');
  const added = new URLSearchParams(
    Object.entries(parameters).filter(([name]) => !form.has(name) && !url.searchParams.has(name)),
  ).toString();
  if (added === '') return request;
  if (request.body !== undefined) return { ...request, body: `${request.body}&${added}` };
  return { ...request, url: `${request.url}${url.search === '' ? '?' : '&'}${added}` };
}

/** Removes parameters from the URL and from the form of a POST. */
function withoutParameters(request: HttpRequest, names: readonly string[]): HttpRequest {
  const url = new URL(request.url);
  const form = new URLSearchParams(request.body ?? '');
  if (!names.some(name => url.searchParams.has(name) || form.has(name))) return request;
  for (const name of names) {
    url.searchParams.delete(name);
    form.delete(name);
  }
  const { body } = request;
  return { ...request, url: url.href, ...(body === undefined ? {} : { body: form.toString() }) };
}

/** `null` = not JSON. */
function jsonOf(response: HttpResponse): Json {
  try {
    return readJson(response, defaultLimits);
  } catch (error) {
    if (error instanceof HttpFailure) return null;
    throw error;
  }
}

function at(value: Json, ...names: readonly string[]): Json {
  return names.reduce<Json>((inner, name) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return null;
    return Object.entries(inner).find(([key]) => key === name)?.[1] ?? null;
  }, value);
}

function textAt(value: Json, ...names: readonly string[]): string {
  const member = at(value, ...names);
  return typeof member === 'string' ? member : '';
}
