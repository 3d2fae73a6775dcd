/** Reads a query that is written as a URL, and encodes values for one. */
import { type MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { type Span, type Token, trimmed } from '#shared/base/text/span.ts';
import type { Line } from '../query-file/block.ts';
import type { Scope } from '../query-file/scope.ts';
import { lookupAt } from './bound-parameters.ts';
import { type ParameterNode, type WikiQuery, receivedName } from './wiki-nodes.ts';

/** A body is a URL if its first line starts like one, or if its only line contains `&name=`. */
export function isUrlBody(text: string, lines: readonly Line[]): boolean {
  const first = lines[0];
  if (first === undefined) return false;
  const line = trimmed(text, first.start, first.end).text;
  if (line.startsWith('?') || address.test(line)) return true;
  return lines.length === 1 && /&(?:amp;)?[A-Za-z][\w{}-]*=/.test(line);
}

/** The start of an address: absolute, from the root of a site, or the name of a script such as `api.php?`. */
const address = /^(?:https?:\/\/|\/|[\w./-]{0,200}\.php\?)/i;

/** The sign before the query: `#` in the address of the sandbox, also after `?title=Special:ApiSandbox`. */
const queryMark = /#(?=action=)|\?(?![^#]*#action=)/;

/** Reads a body that is a URL: percent and `+` decoded, split at `&`; line ends and the spaces around them are ignored. */
export function parseUrl(scope: Scope, lines: readonly Line[]): WikiQuery {
  const { text } = scope.block;
  const first = trimmed(text, lines[0]!.start, lines[0]!.end).span;
  const question = text.slice(first.start, first.end).search(queryMark);
  const hasAddress = address.test(text.slice(first.start, first.end));
  let queryStart = hasAddress ? first.end : first.start;
  if (question === 0 || (question > 0 && hasAddress)) queryStart = first.start + question + 1;
  const fragments = lines.map(line => trimmed(text, line.start, line.end).span);
  fragments[0] = { start: queryStart, end: first.end };
  const { parts, entities } = partsOf(text, fragments);
  const parameters = parts.flatMap(part => parameterOf(scope, part) ?? []);
  const addressSpan = { start: first.start, end: question >= 0 ? first.start + question : first.end };
  return {
    form: 'url',
    ...(hasAddress && {
      address: { text: text.slice(addressSpan.start, addressSpan.end), span: addressSpan },
    }),
    parameters,
    ...(entities.length > 0 && { entities }),
  };
}

/** The parts between `&` or `&amp;`: spans of the source, several for a part over several lines. */
function partsOf(text: string, fragments: readonly Span[]) {
  const parts: Span[][] = [[]];
  const entities: Span[] = [];
  for (const fragment of fragments) {
    let start = fragment.start;
    for (let at = fragment.start; at <= fragment.end; at++) {
      if (at < fragment.end && text[at] !== '&') continue;
      if (at > start) parts.at(-1)!.push({ start, end: at });
      if (at < fragment.end) parts.push([]);
      const isEntity = text.startsWith('&amp;', at) && at + 5 <= fragment.end;
      if (isEntity) entities.push({ start: at, end: at + 5 });
      start = at + (isEntity ? 5 : 1);
    }
  }
  return { parts: parts.filter(part => part.length > 0), entities };
}

function parameterOf(scope: Scope, part: readonly Span[]): ParameterNode | undefined {
  const { text } = scope.block;
  const whole: Span = { start: part[0]!.start, end: part.at(-1)!.end };
  const first = part[0]!;
  const equalsAt = text.slice(first.start, first.end).indexOf('=');
  const nameEnd = equalsAt < 0 ? first.end : first.start + equalsAt;
  const name: Token = {
    text: receivedName(decoded(scope, [{ start: first.start, end: nameEnd }]).text),
    span: { start: first.start, end: nameEnd },
  };
  if (equalsAt < 0) return { span: whole, name };
  const value = decoded(scope, [{ start: nameEnd + 1, end: first.end }, ...part.slice(1)]);
  return { span: whole, name, equals: { start: nameEnd, end: nameEnd + 1 }, value };
}

const encodedPattern =
  /\+|(?:%[0-9A-Fa-f]{2})+|\{\{\s*([A-Za-z_][\w-]*(?:\.[^\s{}|"'\\=&#<>,()]+(?: [^\s{}|"'\\=&#<>,()]+)*)?)\s*\}\}/g;

/** Parts of a URL as the wiki reads them: `+` is a space, `%XX` UTF-8; invalid sequences are kept. */
function decoded(scope: Scope, parts: readonly Span[]): MappedText {
  const { text } = scope.block;
  const builder = new MappedTextBuilder();
  const lookup = lookupAt(scope, parts[0]!.start);
  for (const part of parts) {
    let done = part.start;
    for (const match of text.slice(part.start, part.end).matchAll(encodedPattern)) {
      const start = part.start + match.index;
      const end = start + match[0].length;
      const variable = match[1] === undefined ? undefined : lookup.get(match[1]);
      const replacement = match[1] === undefined ? decodedRun(match[0]) : variable?.value;
      if (replacement === undefined) continue;
      builder.literal(text, done, start);
      builder.replaced(replacement, { start, end }, variable?.name);
      done = end;
    }
    builder.literal(text, done, part.end);
  }
  return builder.build({ start: parts[0]!.start, end: Math.max(parts[0]!.end, parts.at(-1)!.end) });
}

/** A part of a URL's value as the wiki reads it; invalid sequences are kept. */
export const decodedUrlText = (text: string): string =>
  text.replaceAll(/\+|(?:%[0-9A-Fa-f]{2})+/g, run => decodedRun(run) ?? run);

function decodedRun(run: string): string | undefined {
  if (run === '+') return ' ';
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}

/** Characters that need no encoding in the query of a URL and are easier to read without. */
const readable = /%(?:3A|2F|7C|2C|40|3B)/g;

/** A value encoded for a URL; the placeholders of a snippet are kept. */
export function urlEncoded(text: string, snippet = false): string {
  if (!snippet) return encoded(text);
  return text.replace(
    /(\$\{\d+:)|(\\[\\$}])|([^$}\\]+)/g,
    (all, placeholder?: string, escape?: string, plain?: string) =>
      placeholder === undefined ? encoded(escape?.[1] ?? plain!) : all,
  );
}

const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(readable, decodeURIComponent);
