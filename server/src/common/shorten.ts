/** A text, or its first `maximum` UTF-16 units and an ellipsis; a surrogate pair is never split. */
export function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(maximum - 1));
  return `${text.slice(0, isSplit ? maximum - 1 : maximum)}…`;
}

/** As many whole characters from the start of a text as have room in `maximum` bytes of UTF-8. */
export const firstBytes = (text: string, maximum: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maximum)).read);

/**
 * The text without those of the characters that are at its end. A pattern that ends in `+$` would begin anew at every one
 * of them, and take a time that grows with the square of their number.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
