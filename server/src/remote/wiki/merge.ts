import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, joined, textOf, type JsonObject } from '../json.ts';

/**
 * The answers of one run as one: lists one after the other, the pages of a batch merged until it is
 * complete, warnings once, `continue` of the last one only.
 */
export function mergeAnswers(answers: readonly JsonObject[]): JsonObject {
  const top = new Map<string, Json>();
  const query = new Map<string, Json>();
  const lists = new Map<string, Json[]>();
  const pages: JsonObject[] = [];
  let batch = new Map<string, number>();
  for (const answer of answers) {
    top.delete('continue');
    top.delete('batchcomplete');
    for (const [key, value] of Object.entries(answer)) {
      if (key !== 'query')
        top.set(
          key,
          key === 'warnings' ? distinct(top.get(key), value) : joinedUnlessSame(top.get(key), value, key),
        );
    }
    for (const [key, value] of Object.entries(isObject(answer['query']) ? answer['query'] : {})) {
      const records = arrayOf(value);
      if (key === 'pages' && records) {
        for (const page of records.filter(isObject)) mergePage(pages, batch, page);
        query.set(key, pages);
      } else if (records) {
        const list = lists.get(key) ?? [];
        for (const record of records) list.push(record);
        lists.set(key, list);
        query.set(key, list);
      } else query.set(key, joined(query.get(key), value));
    }
    if ('batchcomplete' in answer) batch = new Map();
  }
  if (query.size > 0) top.set('query', Object.fromEntries(query));
  return Object.fromEntries(top);
}

function mergePage(pages: JsonObject[], batch: Map<string, number>, page: JsonObject): void {
  const key = textOf(page['pageid']) || `${textOf(page['ns'])}:${textOf(page['title'])}`;
  const index = batch.get(key);
  const merged = index === undefined ? page : joined(pages[index], page);
  if (!isObject(merged)) return;
  if (index === undefined) batch.set(key, pages.push(merged) - 1);
  else pages[index] = merged;
}

/** Lists beside `query` (`watchlistraw`) go on; anything else there is said anew by each answer. */
function joinedUnlessSame(earlier: Json | undefined, later: Json, key: string): Json {
  return key === 'errors' ? later : arrayOf(later) ? joined(earlier, later) : later;
}

function distinct(earlier: Json | undefined, later: Json): Json {
  const before = arrayOf(earlier) ?? [];
  const after = arrayOf(later);
  if (!after) return joined(earlier, later);
  const known = new Set(before.map(message => JSON.stringify(message)));
  return [...before, ...after.filter(message => !known.has(JSON.stringify(message)))];
}
