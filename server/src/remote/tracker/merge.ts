import type { Json } from '../../protocol/json.ts';
import { arrayOf, Joiner, type JsonObject } from '../json.ts';

/** Members that say which page an answer is. */
const places: ReadonlySet<string> = new Set(['startAt', 'maxResults', 'nextPageToken', 'isLast', 'expand']);

/** The pages of one search as one: their issues one after the other, without what only tells the page. */
export function mergeSearches(answers: readonly JsonObject[]): JsonObject {
  const joiner = new Joiner();
  const merged = new Map<string, Json>();
  const issues: Json[] = [];
  for (const answer of answers) {
    for (const [key, value] of Object.entries(answer)) {
      if (!places.has(key) && key !== 'issues') merged.set(key, joiner.join(merged.get(key), value));
    }
    for (const issue of arrayOf(answer['issues']) ?? []) issues.push(issue);
  }
  return Object.fromEntries([...merged, ['issues', issues]]);
}
