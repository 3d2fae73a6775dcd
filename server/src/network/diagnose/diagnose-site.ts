/** Requests the facts for a diagnosis from a site: without credentials, and with a session only if there is one. */
import { lookup } from 'node:dns/promises';
import { alwaysSentValues } from '#shared/base/always-sent.ts';
import { isLoopback } from '#shared/base/site-address.ts';
import {
  hostOf,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  parseUrl,
  trySend,
} from '../http/http-client.ts';
import type { Clock } from '../http/clock.ts';
import { HttpFailure } from '../http/http-failure.ts';
import { maximumBytes, type Limits } from '../http/limits.ts';
import { type PeerCertificate, peerCertificate } from '../http/peer-certificate.ts';
import type { Diagnosis } from '#shared/protocol/sites/diagnosis.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { failureNotice } from '../network-notices.ts';
import { addressOf, trackerRequest } from '../tracker/tracker-request.ts';
import { requestOf } from '../wiki/wiki-request.ts';
import {
  beforeConnection,
  isConnectionFailure,
  type AccountFacts,
  type Answered,
  type Lookup,
  type Probe,
  type Unanswered,
} from './diagnosis-facts.ts';
import { evaluateProbe } from './evaluate-probe.ts';
import { readContent, trackerAccount, wikiAccount } from './read-content.ts';
import { diagnosisText } from './diagnosis-text.ts';

export interface DiagnoseDependencies {
  /** Follows redirects within the site, without retries and without a session. */
  readonly anonymous: HttpClient;
  /** Sends nothing without an existing session, and never starts one. */
  readonly signedIn: HttpClient;
  readonly session: SessionState;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly userAgent: string;
  /** The address of the proxy; empty = none. */
  readonly proxy: string;
  /** The file of the certificate that this machine shows the site; empty = none. */
  readonly clientCertificate: string;
}

/** Diagnoses a site; resolves for every outcome. */
export async function diagnoseSite(
  dependencies: DiagnoseDependencies,
  site: Site,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const steps = evaluateProbe(await probeSite(dependencies, site, signal));
  return { steps, text: diagnosisText(site, steps, dependencies.clock.date()) };
}

async function probeSite(
  dependencies: DiagnoseDependencies,
  site: Site,
  signal: AbortSignal,
): Promise<Probe> {
  const { anonymous, session, userAgent, clientCertificate } = dependencies;
  const proxy = proxyFor(site, dependencies.proxy);
  const nameLookup = proxy === undefined ? await lookUp(site) : undefined;
  const first = await ask(dependencies, anonymous, site, probeRequest(site, userAgent), signal);
  const certificate = isConnected(first.answer) ? await certificateOf(dependencies, site, signal) : undefined;
  const ofSession = session.state === 'signedIn' ? await askSignedIn(dependencies, site, signal) : {};
  const account = ofSession.account ?? first.account;
  return {
    site,
    ...(proxy !== undefined && { proxy }),
    ...(nameLookup && { lookup: nameLookup }),
    answer: first.answer,
    ...(certificate && { certificate }),
    ...(clientCertificate !== '' && { clientCertificate }),
    now: dependencies.clock.date(),
    ...(account && { account }),
    session,
    userAgent,
    ...(ofSession.problem !== undefined && { sessionProblem: ofSession.problem }),
  };
}

const isConnected = (answer: Probe['answer']): boolean =>
  !('failure' in answer) || !(beforeConnection.has(answer.failure) || isConnectionFailure(answer.failure));

/** The certificate that the site presents, whether or not a request may be sent there. */
async function certificateOf(
  { proxy, limits }: DiagnoseDependencies,
  site: Site,
  signal: AbortSignal,
): Promise<PeerCertificate | undefined> {
  const url = parseUrl(site.url);
  if (url?.protocol !== 'https:') return undefined;
  const proxyInUse = proxyFor(site, proxy) === undefined ? '' : proxy;
  return peerCertificate(url, { proxy: proxyInUse, milliseconds: limits.connect, signal });
}

/** The host of the proxy, as connections use it: this machine is never reached through it. `undefined` = none. */
function proxyFor({ url }: Site, proxy: string): string | undefined {
  const { hostname = '' } = parseUrl(url) ?? {};
  return proxy === '' || isLoopback(hostname) ? undefined : hostOf(proxy);
}

async function lookUp({ url }: Site): Promise<Lookup | undefined> {
  const host = parseUrl(url)?.hostname.replace(/^\[|\]$/g, '');
  if (host === undefined) return undefined;
  try {
    const addresses = await lookup(host, { all: true });
    return { host, addresses: addresses.map(({ address }) => address) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { host, code };
  }
}

/** Seconds of lag above which a wiki reports it. */
const maximumLag = '5';

const wikiParameters = [
  ...alwaysSentValues,
  ['action', 'query'],
  ['meta', 'siteinfo|userinfo'],
  ['siprop', 'general'],
  ['uiprop', 'rights|ratelimits'],
] as const;

/** The request by which a site shows that it is one. */
export const probeRequest = (site: Site, userAgent: string): HttpRequest =>
  site.kind === 'wiki'
    ? requestOf(site.url, new Map([...wikiParameters, ['maxlag', maximumLag]]), userAgent, false)
    : trackerRequest(addressOf(site.url, 'serverInfo'), {}, userAgent);

const accountRequest = (site: Site, userAgent: string): HttpRequest =>
  site.kind === 'wiki'
    ? requestOf(site.url, new Map(wikiParameters), userAgent, false)
    : trackerRequest(addressOf(site.url, 'myself'), {}, userAgent);

interface ProbeAnswer {
  readonly answer: Answered | Unanswered;
  readonly account?: AccountFacts;
}

async function ask(
  { clock, limits }: DiagnoseDependencies,
  client: HttpClient,
  site: Site,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<ProbeAnswer> {
  const begin = clock.now();
  const sent = await trySend(client, { ...request, maximumBytes: maximumBytes.suggestions }, signal);
  if (sent instanceof HttpFailure) return { answer: unanswered(sent, site) };
  const { content, json } = readContent(sent, site, limits);
  const account = accountIn(site, json);
  const { headers, status, url } = sent;
  const retryAfter = headers['retry-after'];
  const limitClass = headers['x-wmf-ratelimit-class'];
  const skew = skewOf(sent, clock.date());
  return {
    answer: {
      status,
      content,
      ...(url !== parseUrl(request.url)?.href && { redirectedTo: withoutQuery(url) }),
      ...(retryAfter !== undefined && { retryAfter }),
      rateLimits: Object.entries(headers).filter(([name]) => name.startsWith('x-ratelimit-')),
      ...(limitClass !== undefined && { limitClass }),
      ...(skew !== undefined && { clockSkew: skew }),
      milliseconds: Math.round(clock.now() - begin),
    },
    ...(account && { account }),
  };
}

const accountIn = ({ kind }: Site, json: JsonObject | undefined): AccountFacts | undefined =>
  kind === 'wiki' ? wikiAccount(json) : trackerAccount(json);

function unanswered(failure: HttpFailure, site: Site): Unanswered {
  const { kind, host, detail } = failure;
  return {
    failure: kind,
    host,
    reason: String(detail['reason'] ?? ''),
    location: String(detail['location'] ?? ''),
    message: failureNotice(failure, site).message,
  };
}

/**
 * Milliseconds by which the server's clock is ahead; `undefined` = unknown: a cached response has the time at which it
 * was made.
 */
function skewOf({ headers }: HttpResponse, now: number): number | undefined {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) || headers['age'] !== undefined ? undefined : date - now;
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replaceAll(/;[^/]*/g, '');
}

async function askSignedIn(
  dependencies: DiagnoseDependencies,
  site: Site,
  signal: AbortSignal,
): Promise<{ readonly account?: AccountFacts; readonly problem?: string }> {
  const request = accountRequest(site, dependencies.userAgent);
  const { answer, account } = await ask(dependencies, dependencies.signedIn, site, request, signal);
  if ('failure' in answer) return { problem: answer.message };
  return account === undefined ? {} : { account };
}
