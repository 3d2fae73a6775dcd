/** Names and values beside each other in code that is read by its strings: requests as pairs, or built by calls. */
import type { HostEntry, HostNode, HostText, HostValue } from '../host-value.ts';
import { closing, type CodeToken, opening } from './string-tokens.ts';

/** Code as tokens, and what can be read of them. */
interface PairCode {
  readonly tokens: readonly CodeToken[];
  /** A sign between a name and its value that other languages do not have. */
  readonly pair: string | undefined;
  /** A token as it is written; '' = missing. */
  readonly textAt: (index: number) => string;
  /** The text of a string or name that is the key of a pair. */
  readonly keyAt: (index: number) => HostText;
  /** The index after a key and the methods that are called on it. */
  readonly afterKey: (index: number) => number;
  /** The value of the tokens up to another one. */
  readonly valueOf: (first: number, end: number) => HostValue;
}

/** A name with its value, as tokens. */
interface Pair {
  readonly key: number;
  /** The index after the value and the brackets that are its own. */
  readonly end: number;
  readonly entry: HostEntry;
}

/** Tokens of one value. */
const maxValueTokens = 60;
/** Tokens between two pairs: `); params.Set(`. */
const maxTokensBetween = 12;

const parameterName = /^(["']?)[A-Za-z][\w-]*\1$/;
/** The signs between two pairs: the end of one, and the beginning of the next. */
const between = /^[)\]}]{0,2}[,;]?[.&]{0,6}(?:<,>)?[([{]{0,2}:?$/;
/** Names of arguments that hold a name and its value: `URLQueryItem(name: "action", value: "query")`. */
const argumentNames: ReadonlySet<string> = new Set(['name', 'value']);

/** Returns the maps that pairs of names and values beside each other make. */
export function* pairMaps(code: PairCode, from = 0, to = code.tokens.length): Generator<HostNode> {
  let run: Pair[] = [];
  for (let index = from; index < to; index++) {
    const pair = pairAt(code, index);
    if (pair === undefined) continue;
    if (run.length > 0 && !isNext(code, run, pair)) {
      yield* mapOf(code, run);
      run = [];
    }
    run.push(pair);
    // The value may be computed of a map of its own.
    if (pair.entry.value.kind === 'unknown') yield* pairMaps(code, index + 1, pair.end);
    index = pair.end - 1;
  }
  yield* mapOf(code, run);
}

function* mapOf(code: PairCode, run: readonly Pair[]): Generator<HostNode> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || run.length < 2) return;
  const span = { start: first.entry.span.start, end: last.entry.span.end };
  // Whether other code adds to it is not known.
  yield {
    kind: 'map',
    map: { kind: 'map', span, entries: run.map(({ entry }) => entry) },
    use: { isMerged: true, callee: calleeOf(code, first.key) },
  };
}

/** The name of the call whose first argument is a pair: `query(prop: "info", …)`, `query prop: "info"`. */
function calleeOf({ tokens, textAt }: PairCode, key: number): string {
  let before = key - 1;
  while (before >= 0 && /^[:({]$/.test(textAt(before))) before--;
  return tokens[before]?.kind === 'name' ? textAt(before) : '';
}

/** Reads a pair whose name is a token: `"a", x`, `a: x`, `:a => x`, `"a" to x`, `["a"] = x`; `undefined` = none is there. */
function pairAt(code: PairCode, key: number): Pair | undefined {
  const token = code.tokens[key];
  const name = code.textAt(key);
  if (token === undefined || token.kind === 'sign' || argumentNames.has(name) || !parameterName.test(name))
    return undefined;
  const start = valueStart(code, key, token.kind === 'string');
  if (start === undefined) return undefined;
  const list = /^\[\]\w+\{$/.test([0, 1, 2, 3].map(offset => code.textAt(start + offset)).join(''))
    ? start + 3
    : start;
  const isWrapped = code.textAt(list) === '{' && code.tokens[list + 1]?.kind !== 'sign';
  const first = isWrapped ? list + 1 : start;
  const end = valueEnd(code, first);
  if (end === undefined || (isWrapped && code.textAt(end) !== '}')) return undefined;
  const value = code.valueOf(first, end);
  const span = { start: token.span.start, end: value.span.end };
  const entry: HostEntry = { key: code.keyAt(key), value, span, isStep: true };
  return { key, end: isWrapped ? end + 1 : end, entry };
}

/** The index of a pair’s value, by what is between the two. */
function valueStart(code: PairCode, key: number, isString: boolean): number | undefined {
  const { textAt, pair } = code;
  const next = isString ? code.afterKey(key) : key + 1;
  const after = textAt(next);
  if (after === ']' && textAt(next + 1) === '=' && (isString || textAt(key - 1) === ':')) return next + 2;
  const separators = isString ? [',', ':', '=>', 'to', pair] : [':', '=>', pair];
  if (!separators.includes(after)) return undefined;
  return textAt(next + 1) === 'value' && textAt(next + 2) === ':' ? next + 3 : next + 1;
}

/** The index after a value; `undefined` = it is empty or too long. */
function valueEnd({ tokens, textAt }: PairCode, first: number): number | undefined {
  let depth = 0;
  for (let at = first; at <= Math.min(tokens.length, first + maxValueTokens); at++) {
    const text = textAt(at);
    const isEnd = text === '' || text === ',' || text === ';' || closing.has(text);
    if (depth === 0 && at > first && (isEnd || isNewStatement(tokens[at], text))) return at;
    if (depth === 0 && isEnd) return undefined;
    if (opening.has(text)) depth++;
    else if (closing.has(text)) depth--;
  }
  return undefined;
}

const isNewStatement = (token: CodeToken | undefined, text: string): boolean =>
  token?.isFirst === true && token.kind === 'name' && text !== 'to';

/** Whether a pair goes on with those before it: in one bracket, or each in its own call or bracket of the same kind. */
function isNext({ textAt, tokens, pair }: PairCode, run: readonly Pair[], { key }: Pair): boolean {
  const isLineStart = tokens[key]?.isFirst === true;
  const [first, last] = [run[0]!, run.at(-1)!];
  if (key - last.end > maxTokensBetween) return false;
  const gap = Array.from({ length: key - last.end }, (_, index) => last.end + index);
  const signs = gap.filter(index => tokens[index]?.kind === 'sign').map(textAt);
  if (gap.some(index => tokens[index]?.kind === 'string') || !between.test(signs.join(''))) return false;
  const call = gap.findIndex(index => tokens[index]?.kind === 'name');
  if (call < 0) return signs.includes(',') || (pair !== undefined && (signs.includes(';') || isLineStart));
  const beginning = gap.slice(call).map(textAt);
  return beginning.every((text, index) => textAt(first.key - beginning.length + index) === text);
}
