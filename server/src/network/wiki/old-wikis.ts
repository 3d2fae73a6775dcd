/** Reads the answers of old versions of MediaWiki, which have other forms. */
import data from '../../../catalogue/network/old-wikis.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, type JsonObject } from '#shared/protocol/json-values.ts';

const flags: ReadonlySet<string> = new Set(data.flags);
const flagsIn: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(data.flagsIn));
const texts: ReadonlyMap<string, string> = new Map(Object.entries(data.text));

/**
 * Whether a wiki is older than what is supported.
 *
 * @param software as the wiki names it: `MediaWiki 1.19.3`
 * @returns false for a name of another form
 */
export function isTooOld(software: string): boolean {
  const [, major = '', minor = ''] = /^MediaWiki (\d{1,4})\.(\d{1,4})/.exec(software) ?? [];
  const [oldestMajor = 0, oldestMinor = 0] = data.oldest.supported;
  if (major === '') return false;
  return Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor);
}

/** The oldest supported version: `1.25`. */
export const oldestSupported = data.oldest.supported.join('.');

/**
 * An answer in the form of `formatversion=2`; one that has this form already stays as it is.
 *
 * @param isOfOldWiki another answer of the wiki had an old form
 */
export function inNewForm(answer: JsonObject, isOfOldWiki = false): JsonObject {
  const query = answer['query'];
  const isOld =
    isOfOldWiki ||
    answer['batchcomplete'] === '' ||
    // The last answer of a newer wiki has `batchcomplete`.
    ('query' in answer && !('batchcomplete' in answer || 'continue' in answer)) ||
    'query-continue' in answer ||
    (isObject(query) && (isObject(query['pages']) || isObject(query['namespaces'])));
  if (!isOld) return answer;
  const read = converted(query ?? null, '', maxDepth);
  return { ...answer, query: read };
}

/** Deeper values are not converted. */
const maxDepth = 12;

/** A value with `true` for flags, and with a name for the text that `*` stands for. */
function converted(value: Json, within: string, depth: number): Json {
  if (depth === 0) return value;
  const items = arrayOf(value);
  if (items) return items.map(item => converted(item, within, depth - 1));
  if (!isObject(value)) return value;
  const { '*': text = null, ...others } = value;
  // An object that is only a text, such as an extract, is that text in the new form.
  if (typeof text === 'string' && !texts.has(within) && Object.keys(others).length === 0) return text;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, Json] => {
      if (member === '' && (flags.has(key) || flagsIn.get(within)?.includes(key))) return [key, true];
      const inner = /^-?\d+$/.test(key) ? within : key;
      return [key === '*' ? (texts.get(within) ?? key) : key, converted(member, inner, depth - 1)];
    }),
  );
}
