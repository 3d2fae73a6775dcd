/** Sends requests to a wiki, and reads its responses. */
import { readJson, reasonIn, remarkBefore } from '../http/read-json.ts';
import { hostOf, type HttpRequest, type HttpResponse } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import type { Limits } from '../http/limits.ts';
import { requestOf } from './wiki-request.ts';
import {
  sendWithBackoff,
  type BackoffDependencies,
  type Listener,
  type Refusal,
  waitFor,
} from '../send-with-backoff.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { isObject, type JsonObject, arrayOf, textOf } from '#shared/protocol/json-values.ts';
import { MessageList, apiMessage } from '../message-list.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { NoticeValues } from '../session/notice-table.ts';
import { commonNotices, withReason, withTitle } from '../network-notices.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { ApiMessage } from '#shared/protocol/request.ts';

export interface WikiQuestion {
  readonly site: SiteAddress;
  readonly parameters: ReadonlyMap<string, string>;
  readonly post: boolean;
  /** Maximum bytes of the response. */
  readonly maximumBytes?: number;
}

/** The wiki's response, with or without errors. */
interface Answer {
  readonly answer: JsonObject;
  readonly response: HttpResponse;
  readonly errors: MessageList;
  readonly warnings: MessageList;
}

export type Outcome = Answer | Refusal;

/** Sends a request to a wiki, like `sendWithBackoff`. */
export function askWiki(
  dependencies: BackoffDependencies,
  { site, parameters, post, maximumBytes }: WikiQuestion,
  listener: Listener,
  signal: AbortSignal,
): Promise<Outcome> {
  return sendWithBackoff<Answer>(
    dependencies,
    {
      site,
      notices: commonNotices,
      post,
      compose: byPost => ({
        ...requestOf(site.url, parameters, dependencies.userAgent, byPost),
        ...(maximumBytes !== undefined && { maximumBytes }),
      }),
      read: (response, request) => read(response, request, site.name, dependencies.limits),
      wait: (response, outcome, waits) =>
        waitFor(response, 'errors' in outcome ? outcome.errors.list : [], waits, dependencies.clock),
    },
    listener,
    signal,
  );
}

/** A wiki's own errors take precedence over the HTTP status: they describe the problem. */
function read(response: HttpResponse, request: HttpRequest, site: string, limits: Limits): Outcome {
  const values = { site, host: hostOf(response.url), method: request.method };
  const success = response.status >= 200 && response.status < 300;
  try {
    const answer = readJson(response, limits);
    if (isObject(answer) && hasReadableQuery(answer)) {
      const { errors, warnings } = messagesOf(answer);
      const remark = remarkBefore(response);
      if (remark !== undefined) warnings.add([apiMessage('', remark, '')]);
      if (success || errors.list.length > 0) return { answer, response, errors, warnings };
    } else if (success) return { notice: commonNotices.of('notAnAnswer', values) };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (success) return { notice: withTitle(commonNotices.failure(error, site), response) };
  }
  return { notice: refusalOf(response, values) };
}

/** The notice for a status that is not a success, with the site's own reason where the response has one. */
function refusalOf(response: HttpResponse, values: NoticeValues): Notice {
  const { status, headers } = response;
  // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
  if (headers['cf-mitigated'] === 'challenge') return commonNotices.of('browserCheck', { ...values, status });
  const reason = reasonIn(response);
  return status === 403 && reason !== ''
    ? commonNotices.of('http403Reason', { ...values, reason })
    : withReason(commonNotices.status(status, values), response);
}

/** Whether the results of a response, if it has any, are the tables of modules: an empty array is PHP’s empty object. */
function hasReadableQuery({ query }: JsonObject): boolean {
  return isObject(query ?? {}) || arrayOf(query)?.length === 0;
}

/** The errors and warnings of a response, in any `errorformat` and `formatversion`; an error of another shape counts too. */
export function messagesOf(answer: JsonObject): { errors: MessageList; warnings: MessageList } {
  const errors = new MessageList();
  for (const value of [answer['errors'], answer['error']])
    errors.add(modern(arrayOf(value) ?? [value ?? null]));
  const warnings = new MessageList();
  const list = arrayOf(answer['warnings']);
  warnings.add(list ? modern(list) : oldWarnings(answer['warnings']));
  return { errors, warnings };
}

function* modern(messages: readonly Json[]): Generator<ApiMessage> {
  for (const message of messages) {
    if (!isObject(message)) {
      if (textOf(message) !== '') yield apiMessage('', textOf(message), '');
      continue;
    }
    const text =
      textOf(message['text']) || textOf(message['html']) || textOf(message['info']) || textOf(message['*']);
    const code = textOf(message['code']);
    yield apiMessage(
      code,
      text || textOf(message['key']) || code || JSON.stringify(message),
      textOf(message['module']),
      message['data'],
    );
  }
}

/** `errorformat=bc`: texts by module, one per line, without codes. */
function* oldWarnings(warnings: Json | undefined): Generator<ApiMessage> {
  if (!isObject(warnings)) return;
  for (const [module, value] of Object.entries(warnings)) {
    const text = isObject(value) ? textOf(value['warnings']) || textOf(value['*']) : textOf(value);
    for (const line of text.split('\n')) if (line !== '') yield apiMessage('', line, module);
  }
}
