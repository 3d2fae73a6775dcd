/** Sends requests to a tracker, and reads its responses. */
import { readJson } from '../http/read-json.ts';
import { hostOf, type HttpRequest, type HttpResponse } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import type { Limits } from '../http/limits.ts';
import type { Json } from '#shared/protocol/json.ts';
import { loginHeaders } from '../session/schemes/jira-login-headers.ts';
import {
  sendWithBackoff,
  type BackoffDependencies,
  type Listener,
  type Refusal,
  waitFor,
} from '../send-with-backoff.ts';
import { arrayOf, isObject, textOf } from '#shared/protocol/json-values.ts';
import { trackerNotices, withReason, withTitle } from '../network-notices.ts';
import { apiMessage, MessageList } from '../message-list.ts';
import type { ApiMessage } from '#shared/protocol/request.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { shorten } from '#shared/base/shorten.ts';

/** Maximum UTF-16 units of quotations in a notice. */
const longest = { text: 500, account: 200 };

/** A tracker's response: JSON, or its errors about the query. */
interface TrackerAnswer {
  readonly answer: Json;
  readonly response: HttpResponse;
  readonly errors: MessageList;
}

/** The reason why there is no response, with the HTTP status; absent = there was no response at all. */
interface TrackerRefusal extends Refusal {
  readonly status?: number;
  /** The account of the request; absent = anonymous, or unknown. */
  readonly account?: string;
}

export type TrackerOutcome = TrackerAnswer | TrackerRefusal;

/** Sends a request to a tracker, like `sendWithBackoff`. */
export function askTracker(
  dependencies: BackoffDependencies,
  site: SiteAddress,
  compose: (post: boolean) => HttpRequest,
  listener: Listener,
  signal: AbortSignal,
): Promise<TrackerOutcome> {
  return sendWithBackoff<TrackerOutcome>(
    dependencies,
    {
      site,
      notices: trackerNotices,
      post: false,
      compose,
      read: (response, request) => read(response, request, site.name, dependencies.limits),
      wait: (response, _answer, waits) => waitFor(response, [], waits, dependencies.clock),
    },
    listener,
    signal,
  );
}

/** A 400 with messages counts as a response: it describes errors in the query. */
function read(response: HttpResponse, request: HttpRequest, site: string, limits: Limits): TrackerOutcome {
  const { status } = response;
  const values = { site, host: hostOf(response.url), method: request.method };
  const success = status >= 200 && status < 300;
  try {
    const answer = readJson(response, limits);
    if (success) return { answer, response, errors: new MessageList() };
    const errors = errorsOf(answer);
    if (status === 400 && errors.list.length > 0) return { answer, response, errors };
    const text = errors.list.map(error => error.text).join(' ');
    if (status === 500 && text !== '') {
      const quoted = shorten(text, longest.text);
      return { notice: trackerNotices.of('says', { ...values, status, text: quoted }), status };
    }
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (success) return { notice: withTitle(trackerNotices.failure(error, site), response), status };
  }
  const user = shorten(loginHeaders(response, { url: response.url }).user ?? '', longest.account);
  if (user === '') return { notice: withReason(trackerNotices.status(status, values), response), status };
  const notice =
    status === 403
      ? trackerNotices.of('http403For', { ...values, account: user })
      : trackerNotices.status(status, values);
  return { notice: withReason(notice, response), status, account: user };
}

/** The errors in a response, within the limits. */
export function errorsOf(answer: Json): MessageList {
  const errors = new MessageList();
  if (!isObject(answer)) return errors;
  errors.add(wholeQueryMessages(answer['errorMessages']));
  errors.add(byField(answer['errors']));
  return errors;
}

/** The warnings of a successful search. */
export const warningsOf = (answer: Json): Iterable<ApiMessage> =>
  wholeQueryMessages(isObject(answer) ? answer['warningMessages'] : undefined);

/** Errors about the whole query. */
function* wholeQueryMessages(texts: Json | undefined): Generator<ApiMessage> {
  for (const element of arrayOf(texts) ?? []) {
    const text = textOf(element);
    if (text !== '') yield apiMessage('', text, '');
  }
}

/** Errors by the member of the request that they are about, which not every text names. */
function* byField(errors: Json | undefined): Generator<ApiMessage> {
  if (!isObject(errors)) return;
  for (const field of Object.keys(errors)) {
    const text = textOf(errors[field]);
    const isNamed = field === 'jql' || text.toLowerCase().includes(field.toLowerCase());
    if (text !== '') yield apiMessage('', isNamed ? text : `${field}: ${text}`, field);
  }
}
