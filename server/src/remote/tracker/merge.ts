import type { Json } from '../../protocol/json.ts';
import { arrayOf, Joiner, type JsonObject } from '../json.ts';

/** Members about the position of a page. */
const positions: ReadonlySet<string> = new Set([
  'startAt',
  'maxResults',
  'nextPageToken',
  'isLast',
  'expand',
]);

/** The pages of one search as one, with all issues and without the positions of the pages. */
export function mergeSearches(answers: readonly JsonObject[]): JsonObject {
  const joiner = new Joiner();
  const merged = new Map<string, Json>();
  const issues: Json[] = [];
  for (const answer of answers) {
    for (const [key, value] of Object.entries(answer)) {
      if (!positions.has(key) && key !== 'issues') merged.set(key, joiner.join(merged.get(key), value));
    }
    for (const issue of arrayOf(answer['issues']) ?? []) issues.push(issue);
  }
  return Object.fromEntries([...merged, ['issues', issues]]);
}
