import { readJson } from '../../http/body.ts';
import { HttpFailure, hostOf, type HttpRequest, type HttpResponse } from '../../http/client.ts';
import type { Limits } from '../../http/limits.ts';
import type { Json } from '../../protocol/json.ts';
import { loginHeaders } from '../../session/jira-login-headers.ts';
import {
  sendWithBackoff,
  type BackoffDependencies,
  type Listener,
  type Refusal,
  type SiteAddress,
} from '../send-with-backoff.ts';
import { arrayOf, isObject, textOf } from '../json.ts';
import { trackerNotices } from '../notices.ts';
import { waitFor } from '../backoff.ts';
import type { ApiMessage } from '../remote.ts';

/** What a tracker answered: JSON, or what it says is wrong with the query. */
export interface TrackerAnswer {
  readonly answer: Json;
  readonly response: HttpResponse;
  readonly errors: readonly ApiMessage[];
}

/** Why there is no answer, and with which status it was refused; absent = it was not an answer of HTTP at all. */
export interface TrackerRefusal extends Refusal {
  readonly status?: number;
  /** The account that it was refused to; absent = nobody's, or the tracker does not say. */
  readonly account?: string;
}

export type TrackerOutcome = TrackerAnswer | TrackerRefusal;

/** Asks a tracker, as `exchange` does. */
export function askTracker(
  edges: BackoffDependencies,
  site: SiteAddress,
  compose: (post: boolean) => HttpRequest,
  listener: Listener,
  signal: AbortSignal,
): Promise<TrackerOutcome> {
  return sendWithBackoff<TrackerOutcome>(
    edges,
    {
      site,
      notices: trackerNotices,
      post: false,
      compose,
      read: (response, request) => read(response, request, site.name, edges.limits),
      wait: (response, _answer, waits) => waitFor(response, [], waits, edges.clock),
    },
    listener,
    signal,
  );
}

/** A 400 with messages is an answer: it says what is wrong with the query. */
function read(response: HttpResponse, request: HttpRequest, site: string, limits: Limits): TrackerOutcome {
  const { status } = response;
  const holes = { site, host: hostOf(response.url), method: request.method };
  const success = status >= 200 && status < 300;
  try {
    const answer = readJson(response, limits);
    if (success) return { answer, response, errors: [] };
    const errors = messagesOf(answer);
    if (status === 400 && errors.length > 0) return { answer, response, errors };
    const text = errors.map(error => error.text).join(' ');
    if (status === 500 && text !== '')
      return { notice: trackerNotices.of('says', { ...holes, status, text: shortened(text) }), status };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (success) return { notice: trackerNotices.failure(error, site), status };
  }
  const { user = '' } = loginHeaders(response, { url: response.url });
  if (user === '') return { notice: trackerNotices.status(status, holes), status };
  const notice =
    status === 403
      ? trackerNotices.of('http403For', { ...holes, account: user })
      : trackerNotices.status(status, holes);
  return { notice, status, account: user };
}

/** `errorMessages` about the whole, `errors` by field. (facts/jira-rest.json, "errorBody") */
function messagesOf(answer: Json): ApiMessage[] {
  if (!isObject(answer)) return [];
  const fields = isObject(answer['errors']) ? Object.entries(answer['errors']) : [];
  return [
    ...(arrayOf(answer['errorMessages']) ?? []).map(text => ({ code: '', text: textOf(text), module: '' })),
    ...fields.map(([field, text]) => ({ code: '', text: textOf(text), module: field })),
  ].filter(({ text }) => text !== '');
}

/** What a search that was answered remarks. */
export function warningsOf(answer: Json): ApiMessage[] {
  const texts = isObject(answer) ? (arrayOf(answer['warningMessages']) ?? []) : [];
  return texts.map(text => ({ code: '', text: textOf(text), module: '' })).filter(({ text }) => text !== '');
}

const longestText = 500;
const shortened = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}…` : text;
