/** Keeps an exchange with a server within its limits, and classifies the errors that end it as failures. */
import table from '../../../catalogue/network/faults.json' with { type: 'json' };
import { parseUrl, type HttpRequest, type HttpResponse } from './http-client.ts';
import { HttpFailure, isFailureKind, type FailureKind } from './http-failure.ts';
import type { Limits } from './limits.ts';

/** Where a request was when it failed. */
export type Phase = 'headers' | 'body';

/** A body that exceeds the limit. */
export class TooLarge extends Error {}

/** The circumstances of a request that failed. */
export interface Circumstances {
  /** The client itself stopped it, for this reason. */
  readonly stopped: FailureKind | undefined;
  readonly phase: Phase;
  readonly host: string;
  /** The host of the proxy, if it was sent through one. */
  readonly proxy: string | undefined;
  readonly limits: Limits;
}

/** One request and its response. */
export interface Exchange {
  readonly url: URL;
  readonly limits: Limits;
  /** Ends it: its caller, or a limit of time. */
  readonly signal: AbortSignal;
  /** To be called when the headers of the response are there. */
  readonly headersArrived: () => void;
}

/**
 * Runs an exchange within the limits of time, until its caller cancels it. Fails as `badUrl` if the address is not of HTTP.
 *
 * @param failureFor the failure for an error that is not one yet
 */
export async function withinLimits(
  request: HttpRequest,
  general: Limits,
  cancelled: AbortSignal,
  exchange: (exchange: Exchange) => Promise<HttpResponse>,
  failureFor: (
    error: unknown,
    at: Omit<Circumstances, 'proxy'>,
    exchange: Exchange,
  ) => HttpFailure | Promise<HttpFailure>,
): Promise<HttpResponse> {
  const url = parseUrl(request.url);
  if (!url || !isHttp.test(url.protocol)) throw new HttpFailure('badUrl', request.url.slice(0, 200), {}, 0);
  const limits = { ...general, bodyBytes: Math.min(general.bodyBytes, request.maximumBytes ?? Infinity) };
  const stop = new AbortController();
  let stopped: FailureKind | undefined;
  const stopAs = (kind: FailureKind): void => {
    stopped ??= kind;
    stop.abort();
  };
  const cancel = (): void => stopAs('cancelled');
  if (cancelled.aborted) cancel();
  cancelled.addEventListener('abort', cancel, { once: true });
  const headersTimer = setTimeout(stopAs, limits.headers, 'slowHeaders');
  const totalTimer = setTimeout(stopAs, limits.total, 'slowBody');
  let phase: Phase = 'headers';
  const current: Exchange = {
    url,
    limits,
    signal: stop.signal,
    headersArrived() {
      clearTimeout(headersTimer);
      phase = 'body';
    },
  };
  try {
    return await exchange(current);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    throw await failureFor(error, { stopped, phase, host: url.host, limits }, current);
  } finally {
    clearTimeout(headersTimer);
    clearTimeout(totalTimer);
    cancelled.removeEventListener('abort', cancel);
  }
}

/** The protocols of addresses that are requested. */
export const isHttp = /^https?:$/;

const kinds = new Map<string, string>(Object.entries(table.codes));
const prefixes = Object.entries(table.prefixes);
/** Failures before the headers that concern the proxy, if there is one. */
const proxyFailures: ReadonlySet<FailureKind> = new Set([
  'refused',
  'nameNotFound',
  'connectTimeout',
  'unknown',
]);

/** The failure for an error of Node or of the HTTP library. */
export function failureOf(error: unknown, at: Circumstances): HttpFailure {
  const code = errorCode(error);
  const kind = at.stopped ?? (error instanceof TooLarge ? 'tooLarge' : classify(code, at.phase));
  if (at.proxy !== undefined && at.phase === 'headers' && proxyFailures.has(kind)) {
    return new HttpFailure('proxy', at.proxy, { reason: proxyStatus(error) || code }, 1, true);
  }
  const limit = limitOf(kind, at.limits);
  const detail = { reason: code, ...(limit === undefined ? {} : { limit }) };
  return new HttpFailure(kind, at.host, detail, 1, at.phase === 'headers' && isUnsent(error, code));
}

/** Whether an error happened before there was a connection: while connecting, or because of the certificate. */
function isUnsent(error: unknown, code: string): boolean {
  if (table.unsent.codes.includes(code)) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('syscall' in at && typeof at.syscall === 'string') return table.unsent.calls.includes(at.syscall);
    if (at instanceof AggregateError) return at.errors.every(cause => isUnsent(cause, errorCode(cause)));
  }
  return false;
}

/** The limit that a failure exceeded, in the unit of its message: MiB, KiB or seconds. */
function limitOf(kind: FailureKind, limits: Limits): number | undefined {
  const limitsByKind: { readonly [kind in FailureKind]?: number } = {
    tooLarge: Math.round(limits.bodyBytes / 1024 / 1024),
    headersTooLarge: Math.round(limits.headerBytes / 1024),
    slowHeaders: limits.headers / 1000,
    slowBody: limits.total / 1000,
    connectTimeout: limits.connect / 1000,
  };
  return limitsByKind[kind];
}

/** The status with which the proxy rejected the request, from the library's message; empty = none. */
function proxyStatus(error: unknown): string {
  if (!(error instanceof Error) || !error.message.includes('Proxy')) return '';
  return /\((\d{3})\)/.exec(error.message)?.[1] ?? '';
}

/** The code of an error, or else of its cause, or else its name. */
function errorCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return error instanceof Error ? error.name : '';
}

/** The kind of failure for an error code. A connection that ends is `closed` before the headers, `truncated` after them. */
export function classify(code: string, phase: Phase): FailureKind {
  const kind = kinds.get(code) ?? prefixes.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'unknown';
  if (kind === 'closed' && phase === 'body') return 'truncated';
  return isFailureKind(kind) ? kind : 'unknown';
}
