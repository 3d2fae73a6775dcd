import type { Reply } from '../../reply.ts';
import { html, problem } from '../replies.ts';
import texts from '../texts.json' with { type: 'json' };
import type { Sent, TrackerRequest } from './record.ts';

/** A fault to inject. The request is processed and counted first, whatever happens to its response. */
export type Fault =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** The connection ends without an answer. */
  | { readonly kind: 'drop' }
  /** The connection ends in the middle of the body. */
  | { readonly kind: 'cut' }
  /** HTML with status 200 where JSON is due. */
  | { readonly kind: 'html' }
  /** The right body under another content type. */
  | { readonly kind: 'type'; readonly type: string }
  /** 429; seconds, or a date as text. */
  | { readonly kind: 'tooMany'; readonly retryAfter: number | string }
  | { readonly kind: 'unavailable'; readonly retryAfter?: number | string }
  /** 403 without a challenge. */
  | { readonly kind: 'forbidden' }
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly body?: string;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface FaultScope {
  /** Only paths that this fits; default: every one. */
  readonly path?: RegExp;
  /** Only requests that bring this; default: every one. */
  readonly sent?: Sent;
  /** How many requests it meets; default 1. */
  readonly times?: number;
  /** How many that fit go unharmed before; default 0. */
  readonly skip?: number;
}

interface Planned {
  readonly fault: Fault;
  readonly path: RegExp;
  readonly sent: Sent | undefined;
  times: number;
  skip: number;
}

/** The faults to come, in the order in which they were asked for. */
export class Faults {
  #planned: Planned[] = [];

  add(fault: Fault, { path = /^/u, sent, times = 1, skip = 0 }: FaultScope = {}): void {
    this.#planned.push({ fault, path, sent, times, skip });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault that meets this request; `undefined` = none. */
  next(request: Pick<TrackerRequest, 'path' | 'sent'>): Fault | undefined {
    for (const planned of this.#planned) {
      if (!planned.path.test(request.path) || planned.times === 0) continue;
      if (planned.sent !== undefined && !request.sent.includes(planned.sent)) continue;
      if (planned.skip > 0) {
        planned.skip--;
        continue;
      }
      planned.times--;
      return planned.fault;
    }
    return undefined;
  }
}

/** An answer under a fault. */
export function spoiled(reply: Reply, fault: Fault): Reply {
  switch (fault.kind) {
    case 'delay':
    case 'drop':
    case 'cut':
      return reply;
    case 'html':
      return { ...html(200, texts.loginTitle, ''), headers: reply.headers };
    case 'type':
      return { ...reply, type: fault.type };
    case 'tooMany':
      return withHeaders(problem(429, 'tooMany'), { 'Retry-After': String(fault.retryAfter) });
    case 'unavailable':
      return withHeaders(
        html(503, texts.unavailable, ''),
        fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) },
      );
    case 'forbidden':
      return problem(403, 'forbidden');
    case 'reply':
      return {
        status: fault.status,
        body: fault.body ?? '',
        type: fault.type ?? 'application/json;charset=UTF-8',
        headers: fault.headers ?? {},
      };
  }
}

const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});
