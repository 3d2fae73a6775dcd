import { isInsertable } from '../common/visible-text.ts';
import type { Json } from '../protocol/json.ts';
import type { Suggestion } from './remote.ts';

/** Limits; lengths in UTF-16 units. */
const maximum = { suggestions: 1_000, value: 500, shown: 1_000 };

/** A site's suggestions, only those that can be inserted into a line of a document and shown unchanged. */
export class SuggestionList {
  readonly #suggestions: Suggestion[] = [];

  get suggestions(): readonly Suggestion[] {
    return this.#suggestions;
  }

  add(value: Json | undefined, shown?: Json): void {
    if (this.#suggestions.length >= maximum.suggestions) return;
    if (typeof value !== 'string' || value === '' || value.length > maximum.value || !isInsertable(value))
      return;
    const isShown = typeof shown === 'string' && shown !== value && shown.length <= maximum.shown;
    this.#suggestions.push({ value, ...(isShown && { shown }) });
  }
}
