/** Finds a query in code. */
import type { EmbeddedEntry, EmbeddedQuery } from '../embedded/embedded-query.ts';
import { hasMarker } from '#shared/base/queries/embedded-hosts.ts';
import { loadHost } from '../embedded/hosts/hosts.ts';
import type { HostValue, HostText } from '../embedded/hosts/host-value.ts';
import { plainText } from '../embedded/hosts/read-text.ts';
import type { PastedQuery, PasteResult } from '../query-file/language/pasted-query.ts';
import { fieldsOf, isSecretName, readRequest, wikiParameters } from './read-url.ts';

/** Patterns that distinguish the languages; a text may match several. */
const signs: readonly (readonly [language: string, sign: RegExp])[] = [
  ['php', /<\?php/],
  ['typescript', /^(?:const|let|var) \w{1,60} = /m],
  ['php', /\$\w{1,60}(?:->|\[| {0,4}=)/],
  [
    'python',
    /^[ \t]{0,40}(?:import [\w.]|from [\w.]{1,60} import|def \w|print\(|\w{1,60} = [{['"])|\bos\.environ\b/m,
  ],
  ['typescript', /\b(?:const|let|var|await|new|function)\b|=>|;\s*$/m],
];

/** The first query in a piece of code. */
export async function readCode(code: string): Promise<PasteResult> {
  const text = withDefaultAction(code);
  if (!hasMarker(text)) return undefined;
  const likely = signs.filter(([, sign]) => sign.test(text));
  for (const [language] of new Set([...likely, ...signs])) {
    const host = await loadHost(language).catch(() => 'lost' as const);
    // In a page, a grammar is a file of its own.
    if (host === 'lost') return { refusal: 'paste-unread', values: {} };
    // PHP without its opening tag would be read as text.
    const source = language === 'php' && !text.includes('<?') ? `<?php\n${text}` : text;
    for (const query of host?.queries(source) ?? []) {
      const result = query.language === 'jql' ? tracker(query, source) : wiki(query, source);
      if (result && 'kind' in result)
        return { ...result, secrets: [...new Set([...secretsIn(text), ...result.secrets])] };
      if (result) return result;
    }
  }
  return undefined;
}

/** Code for MediaWiki's own library with the action that it sends by itself. */
const withDefaultAction = (code: string): string =>
  /\bmw\.(?:Foreign)?Api\b/.test(code) && !/\baction\b/.test(code)
    ? code.replace(/\.(?:get|post)\(\s{0,99}\{/, call => `${call}action: 'query', `)
    : code;

const secretLiteral =
  /\b(authorization|cookie|password|token_auth|basic_auth|auth|api_?token|access_?token)['"]?\s{0,5}(?::|=>?)\s{0,5}\(?\s{0,5}[rbuf]{0,2}['"`]([^'"`\r\n]+)['"`]/gi;

/** The names of secrets in the code besides the query: literals at places of secrets. A computed value is not a secret. */
const secretsIn = (text: string): string[] =>
  Array.from(text.matchAll(secretLiteral)).flatMap(([, name = '', value = '']) =>
    /\w/.test(value.replaceAll(/\b(?:Bearer|Basic)\b|\$?\{[^{}]{0,100}\}/gi, '')) ? [name] : [],
  );

function wiki(query: EmbeddedQuery, text: string): PasteResult {
  const address = addressIn(text) ?? mwclientAddress(text);
  const at = address === undefined ? {} : { address };
  if (query.entries === undefined) {
    const request = readRequest({ url: query.text.text });
    return request && 'kind' in request ? { ...at, ...request } : request;
  }
  // Secrets are left out: they are computed, or must not be pasted.
  const entries = query.entries.filter(({ host: { key } }) => !isSecretName(plainText(key) ?? ''));
  const parameters = query.entries.flatMap((entry): [string, string][] => {
    const value = literalOf(entry.host.value, text);
    return value === undefined ? [] : [[plainText(entry.host.key) ?? '', value]];
  });
  const literals = wikiParameters(parameters);
  const computed = entries.filter(({ host: { value } }) => literalOf(value, text) === undefined);
  if (computed.length === 0) return { kind: 'wiki', ...at, ...literals };
  const body = entries.filter(isOfQuery).map(({ line }) => query.text.text.slice(line.start, line.end));
  return { kind: 'wiki', ...at, ...literals, template: templateOf(query, body.join('\n')) };
}

const isOfQuery = ({ host: { key } }: EmbeddedEntry): boolean =>
  wikiParameters([[plainText(key) ?? '', '']]).parameters.length > 0;

/** A value as it is sent; `undefined` = the code computes it. */
function literalOf(value: HostValue, source: string): string | undefined {
  if (value.kind === 'word') return value.text;
  if (value.kind === 'text') return plainLiteral(value, source);
  if (value.kind !== 'list') return undefined;
  const items = value.items.map(item => literalOf(item, source));
  return items.every(item => item !== undefined) ? items.join('|') : undefined;
}

/** A query with the computed parts as variables. */
function templateOf({ text }: EmbeddedQuery, body: string): NonNullable<PastedQuery['template']> {
  const names = new Set(text.pieces.flatMap(({ variable }) => variable ?? []));
  return { body, computed: [...names].filter(name => body.includes(`{{${name}}}`)) };
}

/** The first address of an API. */
const addressIn = (text: string): string | undefined =>
  Array.from(text.matchAll(/https?:\/\/[^\s'"`?#<>]{1,500}/g), ([url]) => url).find(url =>
    url.endsWith('/api.php'),
  );

const mwclientSite = /mwclient\.Site\(\s{0,20}(?:host=)?['"]([\w.:-]{1,200})['"]([^)]{0,500})/;
const pathArgument = /\bpath=['"]([\w./-]{1,200})['"]/;
const schemeArgument = /\bscheme=['"](https?)['"]/;

/** The address in `mwclient.Site('host', path='/w/')`. */
function mwclientAddress(text: string): string | undefined {
  const [, host, others = ''] = mwclientSite.exec(text) ?? [];
  if (host === undefined) return undefined;
  const [, path = '/w/'] = pathArgument.exec(others) ?? [];
  const [, scheme = 'https'] = schemeArgument.exec(others) ?? [];
  return `${scheme}://${host}${path}api.php`;
}

function tracker(query: EmbeddedQuery, text: string): PastedQuery {
  const address = /\b(?:server|host|base_?url)['"]?\s*[=:]\s*['"](https?:\/\/[^'"\s]+)['"]/i.exec(text)?.[1];
  const jql = plainLiteral(query, text);
  const fields = fieldsOf(namedFields(text));
  const result = {
    kind: 'tracker' as const,
    ...(address !== undefined && { address }),
    jql: jql ?? query.text.text,
    ...(fields && { fields }),
    secrets: [],
  };
  return jql === undefined ? { ...result, template: templateOf(query, query.text.text) } : result;
}

const fieldsLiteral =
  /\bfields['"]?\s*(?::|=>?)\s*(\[[^\][]{0,2000}\]|'[^'\r\n]{0,2000}'|"[^"\r\n]{0,2000}")/i;

/** The value that the code calls `fields`: a list, or a text with commas. */
const namedFields = (text: string): string => literalsIn(fieldsLiteral.exec(text)?.[1] ?? '').join(',');

/** The texts between quotes, in order. */
function literalsIn(list: string): string[] {
  const texts: string[] = [];
  let quote = '';
  for (let at = 0; at < list.length; at++) {
    const character = list[at]!;
    if (quote === '') {
      if (character === "'" || character === '"') {
        quote = character;
        texts.push('');
      }
    } else if (character === quote) quote = '';
    else texts[texts.length - 1] += character === '\\' ? (list[++at] ?? '') : character;
  }
  return texts;
}

/** A text, and its segments in the source. */
type Written = Pick<HostText, 'text' | 'segments'>;

/** The opening quotes of a literal without interpolation. */
const plainQuotes = /(?:^|[^\w`])[rbu]*(?:'''|"""|'|")$/i;
const maxQuotesLength = 8;
/** Calls that fill in a text, after it or before it. */
const filledAfter =
  /^['"]{1,3}\s*(?:%|\.(?:format|format_map|replace|replaceAll|substitute|safe_substitute)\b)/;
const filledBefore = /(?:sprintf|format|Template)\(\s*[rbu]*['"]{1,3}$/i;
const around = 40;

/**
 * The text as the code has it; `undefined` = the language or a call beside it fills in a placeholder. A placeholder that
 * nothing fills in, such as `{{x}}` or `%s`, is text too.
 */
function plainLiteral({ text, segments }: Written, source: string): string | undefined {
  let plain = '';
  for (const [index, piece] of text.pieces.entries()) {
    const { start, end } = piece.source;
    const pieceText = text.text.slice(piece.start, text.pieces[index + 1]?.start);
    if (piece.variable === undefined) {
      plain += pieceText;
      continue;
    }
    const segment = segments.find(({ span }) => span.start <= start && end <= span.end)?.span;
    if (segment === undefined) return undefined;
    const before = source.slice(Math.max(0, segment.start - around), segment.start);
    const after = source.slice(segment.end, segment.end + around);
    if (
      !plainQuotes.test(before.slice(-maxQuotesLength)) ||
      filledBefore.test(before) ||
      filledAfter.test(after)
    )
      return undefined;
    plain += source.slice(start, end);
  }
  return plain;
}
