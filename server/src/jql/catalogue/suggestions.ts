import { isInsertable, visibleLine } from '../../common/visible-text.ts';
import type { SuggestedValue } from '../../language/service.ts';
import { JsonReader } from '../../language/json-reader.ts';
import { plainText, unquoted } from './tracker-values.ts';

const most = 1000;

/**
 * What a tracker suggests for a value. Its values are written as for a query, and what it shows is HTML with the
 * match in bold. (facts/jira-rest.json, "suggestions")
 *
 * @param data the answer of `/rest/api/2/jql/autocompletedata/suggestions`
 * @throws CatalogueError when the data has another shape or exceeds a cap
 */
export function readSuggestions(data: unknown): readonly SuggestedValue[] {
  const results = JsonReader.of(data, 'suggestions').member('results').elements(most);
  const values = new Map<string, SuggestedValue>();
  for (const result of results) {
    const value = unquoted(result.member('value').text());
    const shown = result.member('displayName').optional(each => plainText(each.text())) ?? '';
    if (isInsertable(value) && !values.has(value))
      values.set(value, { value, shown: visibleLine(shown.trim() || value) });
  }
  return [...values.values()];
}
