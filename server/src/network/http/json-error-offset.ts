/**
 * Finds the first error in a text that is not JSON. By a loop: the response of a site can be nested so deeply that a
 * recursive parser, such as that of jsonc-parser, overflows the stack.
 */

/** A JSON token other than a string, or white space (RFC 8259). */
const token = /[ \t\n\r]+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/y;
/** Characters that a string cannot contain unescaped. */
const special = /["\\\u0000-\u001f]/g;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

/**
 * The UTF-16 offset of the first error in a text that is not JSON: its length if it ends too early; `undefined` = it is
 * valid JSON. The errors of `JSON.parse` rarely contain an offset, and quote the text, which must not be in a message.
 */
export function jsonErrorOffset(text: string): number | undefined {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const closed = (): Expected => (open.length === 0 ? 'nothing' : 'commaOrEnd');
  while (at < text.length) {
    const end = text[at] === '"' ? stringEnd(text, at) : tokenEnd(text, at);
    if (end === undefined) return at;
    const piece = text.slice(at, end);
    const isBlank = piece.trim() === '';
    const next: Expected | undefined = isBlank ? expected : after(piece, expected, open, closed);
    if (next === undefined) return at;
    expected = next;
    at = end;
  }
  return expected === 'nothing' ? undefined : text.length;
}

function tokenEnd(text: string, start: number): number | undefined {
  token.lastIndex = start;
  return token.test(text) ? token.lastIndex : undefined;
}

/** The end of the string at `start`. A loop, because a regular expression overflows the stack on strings of megabytes. */
function stringEnd(text: string, start: number): number | undefined {
  special.lastIndex = start + 1;
  for (;;) {
    const match = special.exec(text);
    if (match?.[0] === '"') return special.lastIndex;
    if (match?.[0] !== '\\') return undefined;
    escape.lastIndex = match.index;
    if (!escape.test(text)) return undefined;
    special.lastIndex = escape.lastIndex;
  }
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
