/** A text, or its first `maximum` UTF-16 units and an ellipsis; a surrogate pair is never split. */
export function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(maximum - 1));
  return `${text.slice(0, isSplit ? maximum - 1 : maximum)}…`;
}

/** As many whole characters from the start of a text as have room in `maximum` bytes of UTF-8. */
export const firstBytes = (text: string, maximum: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maximum)).read);
