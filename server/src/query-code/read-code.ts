import type { EmbeddedEntry, EmbeddedQuery } from '../embedded/embedded-query.ts';
import { hasMarker } from '../common/queries/embedded-hosts.ts';
import { loadHost } from '../embedded/hosts.ts';
import type { HostValue } from '../embedded/host-value.ts';
import { plainText } from '../embedded/read-text.ts';
import { plainLiteral } from './plain-literal.ts';
import type { PastedQuery, PasteResult } from './pasted-query.ts';
import { fieldsOf, isSecretName, readRequest, wikiParameters } from './read-request.ts';

/** What tells a language from the others; a text may be of several. */
const signs: readonly (readonly [language: string, sign: RegExp])[] = [
  ['php', /<\?php|\$\w{1,60}(?:->|\[| {0,4}=)/],
  [
    'python',
    /^[ \t]{0,40}(?:import [\w.]|from [\w.]{1,60} import|def \w|print\(|\w{1,60} = [{['"])|\bos\.environ\b/m,
  ],
  ['typescript', /\b(?:const|let|var|await|new|function)\b|=>|;\s*$/m],
];

/** The first query in a piece of code. */
export async function readCode(text: string): Promise<PasteResult> {
  if (!hasMarker(text)) return undefined;
  const likely = signs.filter(([, sign]) => sign.test(text));
  for (const [language] of new Set([...likely, ...signs])) {
    const host = await loadHost(language);
    // A part of a PHP file would be read as the text around its code.
    const source = language === 'php' && !text.includes('<?') ? `<?php\n${text}` : text;
    for (const query of host?.queries(source) ?? []) {
      const found = query.language === 'jql' ? tracker(query, source) : wiki(query, source);
      if (found && 'kind' in found)
        return { ...found, secrets: [...new Set([...secretsIn(text), ...found.secrets])] };
      if (found) return found;
    }
  }
  return undefined;
}

const secretLiteral =
  /\b(authorization|cookie|password|token_auth|basic_auth|auth|api_?token|access_?token)['"]?\s{0,5}(?::|=>?)\s{0,5}\(?\s{0,5}[rbuf]{0,2}['"`]([^'"`\r\n]+)['"`]/gi;

/** What the code holds besides the query: literals where secrets are given. What it computes is no secret. */
const secretsIn = (text: string): string[] =>
  Array.from(text.matchAll(secretLiteral)).flatMap(([, name = '', value = '']) =>
    /\w/.test(value.replaceAll(/\b(?:Bearer|Basic)\b|\$?\{[^{}]{0,100}\}/gi, '')) ? [name] : [],
  );

function wiki(query: EmbeddedQuery, text: string): PasteResult {
  const address = addressIn(text) ?? mwclientAddress(text);
  const at = address === undefined ? {} : { address };
  if (query.entries === undefined) return readRequest({ url: query.text.text });
  // A secret is computed, as it should be, or it must not be pasted.
  const entries = query.entries.filter(({ host: { key } }) => !isSecretName(plainText(key) ?? ''));
  const written = query.entries.flatMap((entry): [string, string][] => {
    const value = literalOf(entry.host.value, text);
    return value === undefined ? [] : [[plainText(entry.host.key) ?? '', value]];
  });
  const given = wikiParameters(written);
  const computed = entries.filter(({ host: { value } }) => literalOf(value, text) === undefined);
  if (computed.length === 0) return { kind: 'wiki', ...at, ...given };
  const body = entries.filter(isOfQuery).map(({ line }) => query.text.text.slice(line.start, line.end));
  return { kind: 'wiki', ...at, ...given, template: templateOf(query, body.join('\n')) };
}

const isOfQuery = ({ host: { key } }: EmbeddedEntry): boolean =>
  wikiParameters([[plainText(key) ?? '', '']]).parameters.length > 0;

/** A value as a request has it; `undefined` = the code computes it. */
function literalOf(value: HostValue, source: string): string | undefined {
  if (value.kind === 'word') return value.text;
  if (value.kind === 'text') return plainLiteral(value, source);
  if (value.kind !== 'list') return undefined;
  const items = value.items.map(item => literalOf(item, source));
  return items.every(item => item !== undefined) ? items.join('|') : undefined;
}

/** A query with what the code computes as variables. */
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

/** `mwclient.Site('host', path='/w/')`. */
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
  const found = {
    kind: 'tracker' as const,
    ...(address !== undefined && { address }),
    jql: jql ?? query.text.text,
    ...(fields && { fields }),
    secrets: [],
  };
  return jql === undefined ? { ...found, template: templateOf(query, query.text.text) } : found;
}

const fieldsLiteral =
  /\bfields['"]?\s*(?::|=>?)\s*(\[[^\][]{0,2000}\]|'[^'\r\n]{0,2000}'|"[^"\r\n]{0,2000}")/i;

/** What the code calls `fields`: a list, or a text with commas. */
const namedFields = (text: string): string => literalsIn(fieldsLiteral.exec(text)?.[1] ?? '').join(',');

/** The texts between quotes, one after the other. */
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
