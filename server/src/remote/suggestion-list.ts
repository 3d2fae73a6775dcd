import { isInsertable } from '../common/visible-text.ts';
import type { Json } from '../protocol/json.ts';
import type { Suggestion } from './remote.ts';

/** What is kept of it; lengths in UTF-16 units. */
const most = { suggestions: 1_000, value: 500, shown: 1_000 };

/** What a site suggests, as far as it can be offered: as one value on one line of a document, shown as it is. */
export class SuggestionList {
  readonly #suggestions: Suggestion[] = [];

  get suggestions(): readonly Suggestion[] {
    return this.#suggestions;
  }

  add(value: Json | undefined, shown?: Json): void {
    if (this.#suggestions.length >= most.suggestions) return;
    if (typeof value !== 'string' || value === '' || value.length > most.value || !isInsertable(value))
      return;
    const isShown = typeof shown === 'string' && shown !== value && shown.length <= most.shown;
    this.#suggestions.push({ value, ...(isShown && { shown }) });
  }
}
