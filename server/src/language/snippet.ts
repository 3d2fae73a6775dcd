/** A text in which the placeholder syntax of LSP means nothing. */
export const verbatim = (text: string): string => text.replace(/[\\$}]/g, String.raw`\$&`);

const special = /\\([$}\\])|\$\{\d+:((?:\\.|[^}\\$])*)\}|\$(?:\d+|\{\d+\})/g;

/** A snippet as a client without snippets inserts it, or as it is shown: with the text of its placeholders. */
export const withoutPlaceholders = (snippet: string): string =>
  snippet.replaceAll(
    special,
    (_, escaped?: string, shown?: string) => escaped ?? withoutPlaceholders(shown ?? ''),
  );
