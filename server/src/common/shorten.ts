/** A text, or its first `maximum` UTF-16 units and an ellipsis; a surrogate pair is never split. */
export function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(maximum - 1));
  return `${text.slice(0, isSplit ? maximum - 1 : maximum)}…`;
}
