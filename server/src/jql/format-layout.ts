/** Decides on the white space between the tokens of a formatted query. */
import type { JqlBodyToken } from './syntax/tokenize.ts';
import { TokenKind } from './syntax/token-kinds.ts';

/** The maximum width of a line, in UTF-16 code units. */
const maximumWidth = 80;

/** The kind of a pair of parentheses. */
type Bracket = 'group' | 'list' | 'call';

/** The query itself, or a pair of parentheses. */
interface Frame {
  readonly bracket: Bracket | 'query';
  readonly depth: number;
  /** True where it spans several lines. */
  readonly broken: boolean;
}

/** The white space between two tokens: none, a blank, or a line end with an indentation in levels. */
export type Gap = '' | ' ' | { readonly indent: number };

/**
 * Returns the white space before each token, by its index. A line break at a connective, or after an opening
 * parenthesis, is kept, so that formatting twice changes nothing more.
 */
export function layoutOf(text: string, tokens: readonly JqlBodyToken[]): Gap[] {
  const closing = closingParentheses(tokens);
  const frames: Frame[] = [
    { bracket: 'query', depth: 0, broken: spansLines(text, tokens, -1, tokens.length, closing) },
  ];
  const gaps: Gap[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === TokenKind.Close && frames.length > 1) {
      const frame = frames.pop()!;
      gaps.push(frame.broken ? { indent: frames.at(-1)!.depth } : '');
    } else gaps.push(index === 0 ? '' : gapBefore(tokens, index, frames.at(-1)!));
    if (token.kind === TokenKind.Open) {
      const bracket = bracketAt(tokens, index);
      const broken =
        bracket !== 'call' && spansLines(text, tokens, index, closing.get(index) ?? tokens.length, closing);
      frames.push({ bracket, depth: frames.at(-1)!.depth + (broken ? 1 : 0), broken });
    }
  }
  return gaps;
}

function gapBefore(tokens: readonly JqlBodyToken[], index: number, frame: Frame): Gap {
  const before = tokens[index - 1]!;
  const { kind } = tokens[index]!;
  if (before.kind === TokenKind.Open) return frame.broken ? { indent: frame.depth } : '';
  if (kind === TokenKind.Comma) return '';
  if (before.kind === TokenKind.Comma)
    return frame.bracket === 'list' && frame.broken ? { indent: frame.depth } : ' ';
  if (
    kind === TokenKind.OpenBracket ||
    kind === TokenKind.CloseBracket ||
    before.kind === TokenKind.OpenBracket
  )
    return '';
  if (kind === TokenKind.Open && bracketAt(tokens, index) === 'call') return '';
  if (before.kind === TokenKind.Bang) return '';
  if (isConnective(kind) && frame.broken && frame.bracket !== 'list') return { indent: frame.depth };
  return before.span.end === tokens[index]!.span.start && belongTogether(before, tokens[index]!) ? '' : ' ';
}

/** True for two tokens that must stay without a blank, such as a property and its path. */
const belongTogether = (before: JqlBodyToken, after: JqlBodyToken): boolean =>
  before.kind === TokenKind.CloseBracket ||
  (before.variable && isWord(after)) ||
  (after.variable && isWord(before));

const isWord = ({ kind, variable }: JqlBodyToken): boolean =>
  variable || (kind >= TokenKind.Word && kind <= TokenKind.Reserved);

const isConnective = (kind: TokenKind): boolean =>
  kind === TokenKind.And || kind === TokenKind.Or || kind === TokenKind.Order;

/** Maps the index of each opening parenthesis to its closing one. */
function closingParentheses(tokens: readonly JqlBodyToken[]): ReadonlyMap<number, number> {
  const open: number[] = [];
  const pairs = new Map<number, number>();
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === TokenKind.Open) open.push(index);
    else if (kind === TokenKind.Close && open.length > 0) pairs.set(open.pop()!, index);
  }
  return pairs;
}

function bracketAt(tokens: readonly JqlBodyToken[], index: number): Bracket {
  const before = tokens[index - 1];
  if (before === undefined || before.kind === TokenKind.Open || before.kind === TokenKind.Bang)
    return 'group';
  if (before.kind === TokenKind.And || before.kind === TokenKind.Or || before.kind === TokenKind.Not)
    return 'group';
  return isWord(before) ? 'call' : 'list';
}

/** True where a part is too long for one line, or already broken at one of its own connectives. */
function spansLines(
  text: string,
  tokens: readonly JqlBodyToken[],
  open: number,
  close: number,
  closing: ReadonlyMap<number, number>,
): boolean {
  const lineBefore = (index: number): boolean =>
    /[\r\n]/.test(text.slice(tokens[index - 1]!.span.end, tokens[index]!.span.start));
  let width = 0;
  let joint = open >= 0 && open + 1 < close && lineBefore(open + 1);
  for (let index = open + 1; index < close; index++) {
    width += tokens[index]!.span.end - tokens[index]!.span.start + 1;
    if (index > open + 1 && isConnective(tokens[index]!.kind) && lineBefore(index)) joint = true;
    const end = closing.get(index);
    if (end === undefined || end >= close) continue;
    for (let inner = index + 1; inner <= end; inner++)
      width += tokens[inner]!.span.end - tokens[inner]!.span.start + 1;
    index = end;
  }
  return joint || width > maximumWidth;
}
