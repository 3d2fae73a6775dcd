const special = /\\([$}\\])|\$\{\d+:((?:\\.|[^}\\])*)\}|\$(?:\d+|\{\d+\})/g;

/** A text in LSP's snippet syntax as a client without snippets puts it in: with what stands in its placeholders. */
export const withoutPlaceholders = (snippet: string): string =>
  snippet.replaceAll(
    special,
    (_, escaped?: string, shown?: string) => escaped ?? withoutPlaceholders(shown ?? ''),
  );
