/** A text in which the placeholder syntax of LSP means nothing. */
export const verbatim = (text: string): string => text.replace(/[\\$}]/g, String.raw`\$&`);

/** What a snippet leaves behind when nothing is filled in: for a client that takes no snippets, or to be shown. */
export const withoutPlaceholders = (snippet: string): string =>
  snippet.replace(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1').replace(/\\([\\$}])/g, '$1');
