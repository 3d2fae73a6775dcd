/** A client that filters a list by itself looks at no more of a filter text than this; the rest is never found. */
const searched = 128;

/**
 * What a client matches typing against: first the name itself, so that a client that only compares beginnings finds it,
 * then other words for it, each at the beginning of a word, so that a client that matches letter by letter finds them.
 */
export function searchText(name: string, ...others: readonly string[]): string {
  const words = new Set(
    [name, ...others.flatMap(other => other.toLowerCase().split(/[\s,;]+/))].filter(Boolean),
  );
  let text = '';
  for (const each of words) {
    if (text.length + each.length < searched) text += text === '' ? each : ` ${each}`;
  }
  return text;
}

/**
 * What a client matches typing against for an example of what could be written: nothing, so that it goes away with the
 * first letter. Otherwise Enter after `limit=5` would insert the 500 that begins like it.
 */
export const neverMatched = '…';

/** A text in which the placeholder syntax of LSP means nothing. */
export const escapeSnippet = (text: string): string => text.replace(/[\\$}]/g, String.raw`\$&`);

const special = /\\([$}\\])|\$\{\d+:((?:\\.|[^}\\$])*)\}|\$(?:\d+|\{\d+\})/g;

/** A snippet as a client without snippets inserts it, or as it is shown: with the text of its placeholders. */
export const withoutPlaceholders = (snippet: string): string =>
  snippet.replaceAll(
    special,
    (_, escaped?: string, shown?: string) => escaped ?? withoutPlaceholders(shown ?? ''),
  );
