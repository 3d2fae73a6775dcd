/** Sends requests to a wiki, and reads its responses. */
import { readJson } from '../../http/read-json.ts';
import { hostOf, type HttpRequest, type HttpResponse } from '../../http/client.ts';
import { HttpFailure } from '../../http/failure.ts';
import type { Limits } from '../../http/limits.ts';
import { requestOf } from './request.ts';
import {
  sendWithBackoff,
  type BackoffDependencies,
  type Listener,
  type Refusal,
} from '../send-with-backoff.ts';
import type { SiteAddress } from '../../protocol/sites.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { MessageList } from '../message-list.ts';
import { messagesOf } from './messages.ts';
import { commonNotices } from '../notices.ts';
import { waitFor } from '../backoff.ts';

export interface WikiQuestion {
  readonly site: SiteAddress;
  readonly parameters: ReadonlyMap<string, string>;
  readonly post: boolean;
  /** Maximum bytes of the response. */
  readonly maximumBytes?: number;
}

/** The wiki's response, with or without errors. */
export interface Answer {
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
    if (isObject(answer)) {
      const { errors, warnings } = messagesOf(answer);
      if (success || errors.list.length > 0) return { answer, response, errors, warnings };
    } else if (success) return { notice: commonNotices.of('notAnAnswer', values) };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (success) return { notice: commonNotices.failure(error, site) };
  }
  return { notice: commonNotices.status(response.status, values) };
}
