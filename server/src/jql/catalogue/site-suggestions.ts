import { isInsertable, visibleLine } from '../../common/visible-text.ts';
import type { SuggestedValue } from '../../language/service.ts';
import { plainText, unquoted } from './tracker-values.ts';

/** A value as a tracker writes it for a query, and as HTML with the match in bold. */
interface Suggestion {
  readonly value: string;
  readonly shown?: string;
}

/** What a tracker suggests for a value, each once. */
export function readSuggestions(suggestions: readonly Suggestion[]): readonly SuggestedValue[] {
  const values = new Map<string, SuggestedValue>();
  for (const suggestion of suggestions) {
    const value = unquoted(suggestion.value);
    const shown = plainText(suggestion.shown ?? '').trim();
    if (isInsertable(value) && !values.has(value))
      values.set(value, { value, shown: visibleLine(shown || value) });
  }
  return [...values.values()];
}
