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
  type SiteAddress,
} from '../send-with-backoff.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { MessageList } from '../message-list.ts';
import { messagesOf } from './messages.ts';
import { wikiNotices } from '../notices.ts';
import { waitFor } from '../backoff.ts';

export interface Question {
  readonly site: SiteAddress;
  readonly parameters: ReadonlyMap<string, string>;
  readonly post: boolean;
  /** Bytes that the answer may have. */
  readonly maximumBytes?: number;
}

/** The wiki's answer, with errors or not. */
export interface Answer {
  readonly answer: JsonObject;
  readonly response: HttpResponse;
  readonly errors: MessageList;
  readonly warnings: MessageList;
}

export type Outcome = Answer | Refusal;

/** Asks a wiki, as `exchange` does. */
export function ask(
  edges: BackoffDependencies,
  { site, parameters, post, maximumBytes }: Question,
  listener: Listener,
  signal: AbortSignal,
): Promise<Outcome> {
  return sendWithBackoff<Answer>(
    edges,
    {
      site,
      notices: wikiNotices,
      post,
      compose: byPost => ({
        ...requestOf(site.url, parameters, edges.userAgent, byPost),
        ...(maximumBytes !== undefined && { maximumBytes }),
      }),
      read: (response, request) => read(response, request, site.name, edges.limits),
      wait: (response, outcome, waits) =>
        waitFor(response, 'errors' in outcome ? outcome.errors.list : [], waits, edges.clock),
    },
    listener,
    signal,
  );
}

/** A wiki's own errors count more than the status they came with: they say what is wrong. */
function read(response: HttpResponse, request: HttpRequest, site: string, limits: Limits): Outcome {
  const holes = { site, host: hostOf(response.url), method: request.method };
  const success = response.status >= 200 && response.status < 300;
  try {
    const answer = readJson(response, limits);
    if (isObject(answer)) {
      const { errors, warnings } = messagesOf(answer);
      if (success || errors.list.length > 0) return { answer, response, errors, warnings };
    } else if (success) return { notice: wikiNotices.of('notAnAnswer', holes) };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (success) return { notice: wikiNotices.failure(error, site) };
  }
  return { notice: wikiNotices.status(response.status, holes) };
}
