/** HTML, Vue and Svelte as hosts of queries: their scripts. */
import { maxCodeLength } from '#shared/base/queries/embedded-hosts.ts';
import type { EmbeddedQuery } from '../embedded-query.ts';
import { partQueries } from '../nested-query.ts';
import type { HostLanguage } from './host-language.ts';
import { javascript, typescript } from './javascript.ts';
import { json } from './json.ts';

/** Files with scripts between their markup. */
export const scripts: HostLanguage = {
  longest: maxCodeLength,
  queries: source => (source.length > maxCodeLength ? [] : Array.from(queriesIn(source)).flat()),
};

/** UTF-16 code units of a tag. */
const maxTagLength = 1000;

function* queriesIn(source: string): Generator<readonly EmbeddedQuery[]> {
  const begin = /<!--|<script\b/gi;
  const end = /<\/script\b/gi;
  for (let match = begin.exec(source); match !== null; match = begin.exec(source)) {
    if (match[0] === '<!--') {
      const close = source.indexOf('-->', begin.lastIndex);
      if (close < 0) return;
      begin.lastIndex = close;
      continue;
    }
    const [attributes = ''] = source.slice(begin.lastIndex, begin.lastIndex + maxTagLength).split('>', 1);
    const start = begin.lastIndex + attributes.length + 1;
    end.lastIndex = start;
    const close = end.exec(source)?.index;
    if (close === undefined) return;
    const host = languageOf(attributes);
    if (host) yield partQueries(code => host.queries(code), source.slice(start, close), start);
    begin.lastIndex = close;
  }
}

/** The language of a script by its attributes; `undefined` = another one. */
function languageOf(attributes: string): HostLanguage | undefined {
  const [, type] = /\btype\s{0,9}=\s{0,9}["']?([\w/+.-]+)/i.exec(attributes) ?? [];
  if (type?.toLowerCase().endsWith('json') === true) return json;
  if (type !== undefined && !/^(?:module|(?:text|application)\/(?:java|ecma)script|text\/babel)$/i.test(type))
    return undefined;
  return /\blang\s{0,9}=\s{0,9}["']?tsx?\b/i.test(attributes) ? typescript : javascript;
}
