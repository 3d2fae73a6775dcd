import type { PasteRefusal, PasteResult } from '../query-file/language/pasted-query.ts';
import { readCode } from './read-code.ts';
import { isHar, readFetch, readHar, readHttp } from './read-http.ts';
import { isProse, readProse } from './read-prose.ts';
import { readShell } from './read-shell.ts';
import { parsedJson, readPage, readRequest, requestOf } from './read-url.ts';

/** A longer text is not read: users do not copy such a query. */
const maxTextLength = 200_000;
/** A recording of a page has much besides its requests. */
const maxRecordingLength = 20_000_000;
/** Brackets inside each other. */
const maxDepth = 100;

/**
 * The query in a text that was copied elsewhere: an address, a request, a command, code, or a message; a refusal if the text
 * surely has none.
 */
export async function readPasted(text: string): Promise<PasteResult> {
  const trimmed = text.trim();
  const isRecording = isHar(trimmed);
  const most = isRecording ? maxRecordingLength : maxTextLength;
  if (trimmed.length > most) return { refusal: 'paste-long', values: { most: String(most) } };
  if (isDeep(trimmed)) return { refusal: 'paste-deep', values: { most: String(maxDepth) } };
  if (isRecording) return readHar(trimmed);
  const url = addressIn(trimmed);
  if (url !== undefined) return readRequest({ url }) ?? readPage(url);
  return (
    readHttp(trimmed) ??
    readFetch(trimmed) ??
    readShell(trimmed) ??
    (await readCode(trimmed)) ??
    readProse(trimmed) ??
    refusalOf(trimmed)
  );
}

/** Whether a text is JSON or the beginning of it, with too many brackets inside each other. */
function isDeep(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += Number(character === '\\');
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Why a text is not a query; `undefined` = it may be a part of one. */
function refusalOf(text: string): PasteRefusal | undefined {
  const isData = /^<(?:!|\?|html\b)/i.test(text) || (/^[[{]/.test(text) && parsedJson(text) !== undefined);
  if (isData) return { refusal: 'paste-data', values: {} };
  return isProse(text) ? { refusal: 'paste-prose', values: {} } : undefined;
}

/** The pairs of characters that messages put around an address. */
const marks: ReadonlySet<string> = new Set(['<>', '""', "''", '``', '()']);

/** The address that is the whole of a text, as an absolute one or as the end of one; `undefined` = the text is more than that. */
function addressIn(text: string): string | undefined {
  const isMarked = text.length > 1 && marks.has(text.charAt(0) + text.slice(-1));
  const address = joinedAddress(isMarked ? text.slice(1, -1).trim() : text);
  // Jira shows its address with blanks in the query.
  if (/^https?:\/\/[^\s?]+\?jql=.*$/i.test(address)) return address;
  if (/\s/.test(address)) return undefined;
  if (/^(?:https?:\/\/|\/|\?)/i.test(address)) return address;
  if (/^[^\s/?#:]+:ApiSandbox#/i.test(address)) return `/wiki/${address}`;
  const parameters = requestOf(address);
  if (parameters !== undefined) return parameters;
  const [path = ''] = address.split('?', 1);
  if (path.length === address.length || !/(?:^|\/)api\.php$/.test(path)) return undefined;
  return path.split('/', 1)[0]?.includes('.') && path.includes('/') ? `https://${address}` : `/${address}`;
}

/** An address that is written with a parameter in each line, as documentation does. */
function joinedAddress(text: string): string {
  const [first = '', ...others] = text.split('\n').map(line => line.trim());
  const isAddress = /^https?:\/\/\S+$/i.test(first) && others.length > 0;
  const lines = [first, ...others];
  // `index` counts the others, so `lines[index]` is the line before.
  const isContinued = (line: string, index: number): boolean =>
    !/\s/.test(line) && (line.startsWith('&') || /[?&]$/.test(lines[index] ?? ''));
  return isAddress && others.every(isContinued) ? lines.join('') : text;
}
