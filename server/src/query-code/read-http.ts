/** Finds the query in requests that a program recorded: HTTP messages, HAR files, and the calls of `fetch` that browsers copy. */
import { isLoopback } from '#shared/base/site-address.ts';
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, textOf } from '#shared/protocol/json-values.ts';
import type { PastedQuery, PasteResult } from '../query-file/language/pasted-query.ts';
import { bodyOf, type FoundRequest, headerSecrets, parsedJson, readRequest } from './read-url.ts';

/** The first line of a message, such as `GET /w/api.php?action=query HTTP/1.1`. */
const requestLine = /^(?:GET|POST|HEAD|PUT|OPTIONS)[ \t]+(https?:\/\/.*|\/.*)/;
const protocolVersion = /[ \t]HTTP\/[\d.]{1,3}$/;

/** The query of a HTTP message as it is sent, or as a browser shows it: with `:path` and `:authority`. */
export function readHttp(text: string): PasteResult {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  while (/^(?:#|\/\/|\s*$)/.test(lines[0] ?? '#') && lines.length > 0) lines.shift();
  const [first = ''] = lines;
  const written = requestLine.exec(first)?.[1]?.trimEnd().replace(protocolVersion, '');
  if (written === undefined && !first.startsWith(':')) return undefined;
  const end = lines.findIndex(line => line.trim() === '');
  const head = end < 0 ? lines : lines.slice(0, end);
  const body = end < 0 ? '' : lines.slice(end + 1).join('\n');
  const headers = headersOf(written === undefined ? head : head.slice(1));
  const target = written ?? headers.get(':path');
  if (target === undefined) return undefined;
  const continued = head.slice(1).filter(line => /^\s*[?&]/.test(line));
  const url = addressOf([target, ...continued].map(line => line.trim()).join(''), headers);
  const secrets = [...headers].flatMap(header => headerSecrets(header.join(': ')));
  return queryOf([{ url, ...bodyOf(body.trim()), secrets }]);
}

/** The headers by their names; Chromium copies some with the value in the next line. */
function headersOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':', 1);
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? (lines[index + 1] ?? '') : line.slice(colon + 1);
    headers.set(name.trim().toLowerCase(), value.trim());
  }
  return headers;
}

function addressOf(target: string, headers: ReadonlyMap<string, string>): string {
  const host = headers.get('host') ?? headers.get(':authority');
  if (!target.startsWith('/') || host === undefined) return target;
  const scheme = headers.get(':scheme') ?? (isLoopback(host.trim().split(':', 1)[0]!) ? 'http' : 'https');
  return `${scheme}://${host.trim()}${target}`;
}

/** Calls of `fetch` and entries of a HAR file that are read. */
const maxRequests = 20_000;

/** The query of a call of `fetch` whose arguments are JSON, as browsers copy it. */
export function readFetch(text: string): PasteResult {
  const parts = text.split(/\bfetch\(/, maxRequests).slice(1);
  const requests = parts.flatMap((part): FoundRequest[] => {
    const [url, options] =
      arrayOf(parsedJson(`[${part.slice(0, Math.max(0, part.lastIndexOf(')')))}]`)) ?? [];
    if (typeof url !== 'string') return [];
    const { headers, body } = isObject(options) ? options : {};
    const secrets = isObject(headers)
      ? Object.entries(headers).flatMap(([name, value]) => headerSecrets(`${name}: ${textOf(value)}`))
      : [];
    return [{ url, ...bodyOf(textOf(body)), secrets }];
  });
  return requests.length > 0 ? queryOf(requests) : undefined;
}

/** Whether a text may be a HAR file. */
export const isHar = (text: string): boolean => /^\{\s*"log"/.test(text) && text.includes('"entries"');

/** The query of a HAR file, a recording of the requests of a page. */
export function readHar(text: string): PasteResult {
  const har = parsedJson(text);
  const log = isObject(har) ? har['log'] : undefined;
  if (!isObject(log)) return { refusal: 'paste-broken', values: {} };
  const entries = (arrayOf(log['entries']) ?? []).slice(0, maxRequests);
  const result = queryOf(entries.flatMap(recordedRequest));
  if (result && 'kind' in result) return result;
  return { refusal: 'paste-recording', values: { count: String(entries.length) } };
}

function recordedRequest(entry: Json): FoundRequest[] {
  const request = isObject(entry) ? entry['request'] : undefined;
  if (!isObject(request) || typeof request['url'] !== 'string') return [];
  const { url, postData, headers } = request;
  const data = isObject(postData) ? postData : {};
  const body = bodyOf(textOf(data['text']));
  const form = [...(body.form ?? []), ...pairsOf(data['params'])];
  const secrets = pairsOf(headers).flatMap(header => headerSecrets(header.join(': ')));
  return [{ url, ...body, form, secrets }];
}

const pairsOf = (list: Json | undefined): [string, string][] =>
  (arrayOf(list) ?? []).flatMap((item): [string, string][] =>
    isObject(item) ? [[textOf(item['name']), textOf(item['value'])]] : [],
  );

const isApi = ({ url }: FoundRequest): boolean => /\/api\.php|\/rest\//.test(url);

/** The first query of some requests, those to an API first, and how many others there are; else why the first one is not a query. */
function queryOf(requests: readonly FoundRequest[]): PasteResult {
  const ordered = requests.toSorted((one, other) => Number(isApi(other)) - Number(isApi(one)));
  const results = ordered.map(readRequest).flatMap(result => (result && 'kind' in result ? [result] : []));
  const [query] = results;
  if (query !== undefined) {
    const others = new Set(results.map(contentOf)).size - 1;
    return others > 0 ? { ...query, others } : query;
  }
  const [first] = ordered;
  const refusal = first && readRequest(first);
  return refusal ?? { refusal: 'paste-other', values: { address: first?.url.split('?', 1)[0] ?? '' } };
}

/** The part that two requests for the same have in common. */
const contentOf = (query: PastedQuery): string =>
  query.kind === 'wiki' ? JSON.stringify(query.parameters) : query.jql;
