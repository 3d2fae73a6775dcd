/** Clients search at most this many characters of a filter text. */
const maxSearchedLength = 128;

/**
 * The text that a client matches typing against. It begins with the name itself, for clients that only compare
 * beginnings; other words for it follow, each at the beginning of a word, for clients that match character by
 * character.
 */
export function searchText(name: string, ...others: readonly string[]): string {
  const words = new Set(
    [name, ...others.flatMap(other => other.toLowerCase().split(/[\s,;]+/))].filter(Boolean),
  );
  let text = '';
  for (const word of words) {
    if (text.length + word.length < maxSearchedLength) text += text === '' ? word : ` ${word}`;
  }
  return text;
}

/**
 * A filter text that nothing matches, for an example value: the example disappears with the first typed character.
 * Otherwise Enter after `limit=5` would insert the 500 that begins with it.
 */
export const neverMatched = '…';

/** Escapes a text for a snippet, so that no part of it is read as a placeholder. */
export const escapeSnippet = (text: string): string => text.replace(/[\\$}]/g, String.raw`\$&`);

const placeholder = /\\([$}\\])|\$\{\d+:((?:\\.|[^}\\$])*)\}|\$(?:\d+|\{\d+\})/g;

/** The text of a snippet with the texts of its placeholders, to be shown, or inserted by a client without snippets. */
export const withoutPlaceholders = (snippet: string): string =>
  snippet.replaceAll(
    placeholder,
    (_, escaped?: string, shown?: string) => escaped ?? withoutPlaceholders(shown ?? ''),
  );
