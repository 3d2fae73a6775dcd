/** Reads the JSON of a response, within limits. */
import type { Json } from '#shared/protocol/json.ts';
import { beginningOf, hostOf, type HttpResponse } from './http-client.ts';
import { HttpFailure, type FailureKind } from './http-failure.ts';
import type { Limits } from './limits.ts';
import { jsonErrorOffset } from './json-error-offset.ts';
import { htmlText } from '#shared/base/read-html.ts';
import { arrayOf, isObject, textOf } from '#shared/protocol/json-values.ts';
import { shorten } from '#shared/base/shorten.ts';

type JsonLimits = Pick<Limits, 'depth' | 'values' | 'names'>;

const [quote, comma, openBracket, backslash, closeBracket, openBrace, closeBrace, colon] =
  new TextEncoder().encode('",[\\]{}:');

/**
 * The JSON of a response, also after messages of PHP. Fails as `empty`, `encoding` (not the character set it declares),
 * `html` (a page instead of JSON), `xml` (with its message, else its first element), `php` (a message of PHP instead of JSON, with its first line), `json` (with the offset,
 * never the text), `depth` or `tooMany` (values, or names of members).
 */
export function readJson(response: HttpResponse, limits: JsonLimits): Json {
  const host = hostOf(response.url);
  const text = readText(response);
  if (text.trim() === '')
    throw new HttpFailure('empty', host, { status: response.status }, response.requests);
  const reason = phpMessage(text);
  if (reason !== undefined) return jsonAfter(text, reason, response, limits);
  const xml = xmlReason(text);
  if (xml !== undefined) throw new HttpFailure('xml', host, { reason: xml }, response.requests);
  if (isHtml(response, text))
    throw new HttpFailure('html', host, { status: response.status }, response.requests);
  return parsed(text, response, limits);
}

/** The message of PHP before the JSON of a response; `undefined` = none. */
export const remarkBefore = (response: HttpResponse): string | undefined =>
  /^[{[]/.test(beginningOf(response, 10)) ? undefined : phpMessage(readText(response));

/** Bytes of a response in which a reason is looked for, and characters of it. */
const [longestRead, longestReason] = [8000, 300];

/** The names that reasons have in JSON, the most telling first. */
const reasonNames = [
  'errorMessages',
  'errorMessage',
  'message',
  'detail',
  'error_description',
  'error',
  'title',
  'reason',
];

/** Texts that say no more than a status, in lower case and without digits and signs. */
const statusPhrases: ReadonlySet<string> = new Set([
  '',
  'access denied',
  'bad gateway',
  'bad request',
  'error',
  'forbidden',
  'gateway time out',
  'gateway timeout',
  'internal server error',
  'no message available',
  'not found',
  'service temporarily unavailable',
  'service unavailable',
  'too many requests',
  'unauthorized',
]);

/** The title and the headings of a page; fewer than three words are a name. */
const heading = /<(?:title|h1)>([^<]{1,300})</gi;

/**
 * The reason that a site itself gives for a status that is not a success: in JSON, as a line of text, or as the title or
 * heading of a page; empty = none that says more than the status.
 */
export function reasonIn(response: HttpResponse): string {
  const text = beginningOf(response, longestRead).trim();
  const reason = text.startsWith('{') ? reasonInJson(text) : reasonInText(text, response.status);
  return shorten(saysMore(reason) ? reason : '', longestReason);
}

function reasonInText(text: string, status: number): string {
  if (!text.startsWith('<')) return text.split(/\r?\n/, 1)[0] ?? '';
  // The page of a 401 is one to sign in.
  const headings = status === 401 ? [] : text.matchAll(heading);
  const sentences = Array.from(headings, ([, content = '']) => htmlText(content).trim());
  return sentences.find(sentence => /\s\S+\s/.test(sentence) && saysMore(sentence)) ?? '';
}

function reasonInJson(text: string): string {
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return '';
  }
  const reasons = reasonNames.map(name => {
    const value = isObject(body) ? body[name] : undefined;
    const parts = isObject(value) ? [value['message'], value['info']] : (arrayOf(value) ?? [value]);
    return parts.map(textOf).filter(saysMore).join(' ');
  });
  return reasons.find(saysMore) ?? '';
}

/** Whether a text is more than a status or an address in words. */
const saysMore = (text: string): boolean =>
  !/^null for uri:/i.test(text) && !statusPhrases.has((text.toLowerCase().match(/\p{L}+/gu) ?? []).join(' '));

function jsonAfter(text: string, reason: string, response: HttpResponse, limits: JsonLimits): Json {
  for (const start of jsonStarts(text)) {
    try {
      return parsed(text.slice(start), response, limits);
    } catch (error) {
      // The message itself has a bracket.
      if (!(error instanceof HttpFailure) || error.kind !== 'json') throw error;
    }
  }
  throw new HttpFailure('php', hostOf(response.url), { reason }, response.requests);
}

function parsed(text: string, response: HttpResponse, limits: JsonLimits): Json {
  const host = hostOf(response.url);
  const excess = excessOf(text, limits);
  if (excess) throw new HttpFailure(excess.kind, host, excess.detail, response.requests);
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    throw new HttpFailure('json', host, { offset: jsonErrorOffset(text) ?? 0 }, response.requests);
  }
}

/** The text of a response, without a byte-order mark. Its bytes must be valid in its character set. */
export function readText(response: HttpResponse): string {
  const host = hostOf(response.url);
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(response.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const failure = (): HttpFailure =>
    new HttpFailure('encoding', host, { charset: charset.slice(0, 40) }, response.requests);
  const decoder = decoderOf(charset);
  if (!decoder) throw failure();
  try {
    const parts = response.body.map(chunk => decoder.decode(chunk, { stream: true }));
    return parts.join('') + decoder.decode();
  } catch {
    throw failure();
  }
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}

/** The message in a response of XML, else the name of its first element; `undefined` = it is not XML, or a page. */
function xmlReason(text: string): string | undefined {
  const start = text.slice(0, longestRead).trimStart();
  const [, root = ''] = /^(?:<[?!][^>]*>\s*)*<([A-Za-z][\w:.-]*)/.exec(start) ?? [];
  if (root === '' || pageElements.has(root.toLowerCase())) return undefined;
  if (!start.startsWith('<?xml') && !start.includes(`</${root}>`)) return undefined;
  const [, attribute = '', element = ''] =
    /\sinfo="([^"]{1,300})"|<(?:error)?message>([^<]{1,300})</i.exec(start) ?? [];
  return htmlText(attribute || element).trim() || root;
}

/** Elements that pages begin with, also parts of pages. */
const pageElements: ReadonlySet<string> = new Set([
  'html',
  'head',
  'body',
  'title',
  'div',
  'p',
  'br',
  'b',
  'h1',
  'form',
  'script',
  'center',
  'span',
  'pre',
  'table',
  'a',
  'meta',
  'style',
  'link',
  'font',
]);

function isHtml(response: HttpResponse, text: string): boolean {
  return (
    /^\s*</.test(text) || /^(?:text\/html|application\/xhtml)/i.test(response.headers['content-type'] ?? '')
  );
}

/** Where a text exceeds the limits; `undefined` = nowhere. Looks at brackets, commas and names of members only. */
function excessOf(
  text: string,
  limits: JsonLimits,
): { kind: FailureKind; detail: { offset: number; limit: number } } | undefined {
  // Most answers are too short for that number of names, and the memory to count them costs more than the rest.
  const names = text.length < minMemberLength * limits.names ? undefined : new NameCount();
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const start = at + 1;
      at = endOfString(text, at);
      if (names === undefined || !isFollowedByColon(text, at)) continue;
      names.add(text, start, at);
      if (names.count > limits.names) return { kind: 'tooMany', detail: { offset: at, limit: limits.names } };
    } else if (code === openBracket || code === openBrace) {
      depth++;
      values++;
      if (depth > limits.depth) return { kind: 'depth', detail: { offset: at, limit: limits.depth } };
    } else if (code === closeBracket || code === closeBrace) depth--;
    else if (code === comma) values++;
    if (values > limits.values) return { kind: 'tooMany', detail: { offset: at, limit: limits.values } };
  }
  return undefined;
}

/** Characters of the shortest member with a name, as in `"":1`. */
const minMemberLength = 4;

/** JSON's white space is at most U+0020. */
function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === colon;
}

/** Characters of a name that distinguish it: names that differ only after them count once. */
const hashedCharacters = 100;

/** Counts different names, by their hashes (FNV-1a): two names with one hash count once. */
class NameCount {
  readonly #bits = 23;
  readonly #seen = new Uint8Array(2 ** (this.#bits - 3));
  count = 0;

  add(text: string, start: number, end: number): void {
    let hash = 0x811c9dc5;
    const last = Math.min(end, start + hashedCharacters);
    for (let at = start; at < last; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ (end - start), 0x01000193) >>> (32 - this.#bits);
    const mask = 1 << (hash & 7);
    if ((this.#seen[hash >>> 3]! & mask) !== 0) return;
    this.#seen[hash >>> 3]! |= mask;
    this.count++;
  }
}

/** The offset of the quote that ends the string starting at `start`, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return end;
    at = end;
  }
}

/**
 * The messages that PHP prints before the output of a program, where its setting `display_errors` is on: as HTML or as lines.
 * https://www.php.net/manual/en/errorfunc.configuration.php#ini.html-errors
 */
const message =
  /^\s*(?:<br \/>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Strict Standards|Recoverable fatal error|Catchable fatal error|Fatal error|Parse error)(?:<\/b>)?: /;

/** UTF-16 units at the beginning of a text that can be messages, and of the one that is quoted. */
const [longestMessages, longestQuoted] = [20_000, 300];

/** The first message of PHP at the beginning of a text, on one line; `undefined` = it begins with none. */
function phpMessage(text: string): string | undefined {
  if (!message.test(text.slice(0, longestQuoted))) return undefined;
  const line = text.replace(/^\s*(?:<br \/>\s*)?/, '').slice(0, longestMessages);
  return shorten(htmlText(line.slice(0, line.search(/\n|$/))), longestQuoted);
}

/** The places after messages of PHP where JSON may begin, in their order. */
const jsonStarts = (text: string): readonly number[] =>
  Array.from(text.slice(0, longestMessages).matchAll(/(?<=\n|>)[{[]/g), ({ index }) => index);
