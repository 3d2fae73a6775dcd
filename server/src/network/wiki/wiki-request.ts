import { alwaysSentValues } from '#shared/base/always-sent.ts';
import { maxUrlLength } from '#shared/base/site-address.ts';
import { type HttpRequest, parseUrl } from '../http/http-client.ts';
import { isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';

/** The missing default parameters, then the given ones in their order. */
export function withDefaults(parameters: Iterable<readonly [string, string]>): Map<string, string> {
  const requested = new Map(parameters);
  return new Map([...alwaysSentValues.filter(([name]) => !requested.has(name)), ...requested]);
}

/**
 * The HTTP request for parameters of the API: POST if it is required or the URL is too long, otherwise GET. It only
 * reads: all requests have `action=query`.
 */
export function requestOf(
  api: string,
  parameters: ReadonlyMap<string, string>,
  userAgent: string,
  post: boolean,
): HttpRequest {
  const form = new URLSearchParams([...parameters]).toString();
  const url = parseUrl(api);
  const separator = url?.search ? '&' : '?';
  const address = `${withoutFragment(api)}${separator}${form}`;
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  if (!post && address.length < maxUrlLength) return { method: 'GET', url: address, headers, read: true };
  return {
    method: 'POST',
    url: withoutFragment(api),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    read: true,
  };
}

function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '');
}

/** The parameters to request a token of a type (`csrf`, `patrol`, …). */
export function tokenParameters(type: string): ReadonlyMap<string, string> {
  return withDefaults([
    ['meta', 'tokens'],
    ['type', type],
  ]);
}

/** The token in the response; empty = none. */
export function tokenIn(answer: JsonObject, type: string): string {
  const query = answer['query'];
  const tokens = isObject(query) ? query['tokens'] : undefined;
  return isObject(tokens) ? textOf(tokens[`${type}token`]) : '';
}
