/** Characters that need no encoding in the query of a URL and are easier to read without. */
const readable = /%(?:3A|2F|7C|2C|40|3B)/g;

/** A value encoded for a URL; the placeholders of a snippet are kept. */
export function urlEncoded(text: string, snippet = false): string {
  if (!snippet) return encoded(text);
  return text.replace(
    /(\$\{\d+:)|(\\[\\$}])|([^$}\\]+)/g,
    (all, placeholder?: string, escape?: string, plain?: string) =>
      placeholder === undefined ? encoded(escape?.[1] ?? plain!) : all,
  );
}

const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(readable, decodeURIComponent);
