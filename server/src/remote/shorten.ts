/** A text, or its first `most` UTF-16 units and an ellipsis; a surrogate pair is never split. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return `${text.slice(0, isSplit ? most - 1 : most)}…`;
}
