/** A value, a piece of structure, or blank space of JSON (RFC 8259). */
const token =
  /[ \t\n\r]+|"(?:[ !\u0023-\u005b\u005d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/y;

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

/**
 * The UTF-16 offset of the first mistake in a text that is not JSON; its length where it only ends
 * too early; `undefined` = it is JSON. `JSON.parse` tells the offset only at times, and then quotes
 * the text, which belongs in no message.
 */
export function mistakeOffset(text: string): number | undefined {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const closed = (): Expected => (open.length === 0 ? 'nothing' : 'commaOrEnd');
  while (at < text.length) {
    token.lastIndex = at;
    const piece = token.exec(text)?.[0];
    if (piece === undefined) return at;
    const next: Expected | undefined = piece.trim() === '' ? expected : after(piece, expected, open, closed);
    if (next === undefined) return at;
    expected = next;
    at += piece.length;
  }
  return expected === 'nothing' ? undefined : text.length;
}

function after(
  piece: string,
  expected: Expected,
  open: ('[' | '{')[],
  closed: () => Expected,
): Expected | undefined {
  const top = open.at(-1);
  switch (piece) {
    case '[':
    case '{':
      if (expected !== 'value' && expected !== 'valueOrEnd') return undefined;
      open.push(piece);
      return piece === '[' ? 'valueOrEnd' : 'keyOrEnd';
    case ']':
      if (top !== '[' || (expected !== 'valueOrEnd' && expected !== 'commaOrEnd')) return undefined;
      open.pop();
      return closed();
    case '}':
      if (top !== '{' || (expected !== 'keyOrEnd' && expected !== 'commaOrEnd')) return undefined;
      open.pop();
      return closed();
    case ',':
      if (expected !== 'commaOrEnd') return undefined;
      return top === '[' ? 'value' : 'key';
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    default:
      if (expected === 'key' || expected === 'keyOrEnd') return piece.startsWith('"') ? 'colon' : undefined;
      return expected === 'value' || expected === 'valueOrEnd' ? closed() : undefined;
  }
}
