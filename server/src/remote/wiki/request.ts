import { type HttpRequest, parseUrl } from '../../http/client.ts';

/** A URL shorter than this goes by GET: servers and proxies cut longer ones off. */
export const longestUrl = 7500;

/** What every request of a query holds, unless the query says it itself. */
const always = [
  ['action', 'query'],
  ['format', 'json'],
  ['formatversion', '2'],
  ['errorformat', 'plaintext'],
] as const;

/** The parameters in the order of the file, with the ones supplied when they are absent in front. */
export function withDefaults(parameters: Iterable<readonly [string, string]>): Map<string, string> {
  const given = new Map(parameters);
  return new Map([...always.filter(([name]) => !given.has(name)), ...given]);
}

/**
 * The HTTP request for parameters of the API: GET where the URL stays short and nothing wants POST.
 * It counts as a read: this tool asks through `action=query` only.
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
  if (!post && address.length < longestUrl) return { method: 'GET', url: address, headers, read: true };
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
