/** Characters that no header can hold: outside Latin-1, and control characters but for a tab. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]+/g;

/** Headers with what they cannot hold percent-encoded as in an address: a contact or a token can hold anything. */
export const sendableHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(unsendable, text => encodeURIComponent(text.toWellFormed())),
    ]),
  );
