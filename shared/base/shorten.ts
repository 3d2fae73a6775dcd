/**
 * Shortens a text to `maximum` UTF-16 units and an ellipsis, without splitting a surrogate pair; a shorter text is
 * unchanged.
 */
export function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(maximum - 1));
  return `${text.slice(0, isSplit ? maximum - 1 : maximum)}…`;
}

/** The longest beginning of a text that fits into `maximum` bytes of UTF-8, in whole characters. */
export const firstBytes = (text: string, maximum: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maximum)).read);

/**
 * Removes certain characters from the end of a text. A regular expression that ends in `+$` would take a time that
 * grows with the square of their number.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
