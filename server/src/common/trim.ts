/**
 * The text without those of the characters that are at its end. A pattern that ends in `+$` would begin anew at every one
 * of them, and take a time that grows with the square of their number.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
