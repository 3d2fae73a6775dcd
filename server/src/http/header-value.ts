/** Characters that a header cannot contain: those outside Latin-1, and control characters except a tab. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]+/g;

/** Headers with invalid characters percent-encoded: a contact or a token can contain any. */
export const sendableHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(unsendable, text => encodeURIComponent(text.toWellFormed())),
    ]),
  );
