/** Characters that stand for themselves in the query of a URL and that people like to read there. */
const readable = /%(?:3A|2F|7C|2C|40|3B)/g;

/** A value as it stands in a URL; the placeholders of a snippet stay what they are. */
export function urlEncoded(text: string, snippet = false): string {
  if (!snippet) return encoded(text);
  return text.replace(
    /(\$\{\d+:)|(\\[\\$}])|([^$}\\]+)/g,
    (all, hole?: string, escape?: string, plain?: string) =>
      hole !== undefined ? all : escape !== undefined ? encoded(escape[1]!) : encoded(plain!),
  );
}

const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(readable, decodeURIComponent);
