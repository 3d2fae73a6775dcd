/** Splits a POSIX shell script, with the `$'…'` of bash, into commands and words. */
import type { Span } from '#shared/base/text/span.ts';
import { without } from './backslash-escapes.ts';
import type { EscapeReader } from './read-text.ts';
import { deepest } from './tree.ts';

/** A part of a word in one way of quoting. */
export interface WordPart {
  /** Without the quotes. */
  readonly content: Span;
  /** Reads what a backslash means there; absent = nothing but itself. */
  readonly escape?: EscapeReader;
  /** The variables and commands whose values the shell inserts, in order. */
  readonly expansions: readonly Span[];
  /** Writes text in that way of quoting; `undefined` = it cannot be written. */
  readonly encode: (text: string) => string | undefined;
}

/** A word of a command. All spans are of the script. */
export interface ShellWord {
  readonly span: Span;
  readonly parts: readonly WordPart[];
}

export interface ShellCommands {
  /** The words of each command; those in `$(…)` come after the command around them. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** The comments, in order but for those in `$(…)`. */
  readonly comments: readonly Span[];
  /** True where nothing closes a quote: the rest of the script is not read. */
  readonly isOpen: boolean;
}

/** Returns the commands of a script that have words, in its order. */
export function shellCommands(source: string): ShellCommands {
  const script: Script = {
    source,
    substitutions: new ShellSubstitutions(source),
    comments: [],
    isOpen: false,
  };
  const commands: ShellWord[][] = [[]];
  for (const word of wordsOf(script, { start: 0, end: source.length }, 0)) {
    if (word === undefined) commands.push([]);
    else commands.at(-1)!.push(word);
  }
  const { comments, isOpen } = script;
  return { commands: commands.filter(words => words.length > 0), comments, isOpen };
}

interface Script {
  readonly source: string;
  readonly substitutions: ShellSubstitutions;
  readonly comments: Span[];
  isOpen: boolean;
}

const ends = new Set(['\n', ';', '|', '&', '(', ')', '<', '>']);
const blanks = new Set([' ', '\t', '\r']);

/** The words of a part of a script in order, and `undefined` where a command ends. */
function* wordsOf(script: Script, { start, end: to }: Span, depth: number): Generator<ShellWord | undefined> {
  const { source } = script;
  const inner: Span[] = [];
  let at = start;
  while (at < to) {
    const character = source[at]!;
    if (blanks.has(character)) at++;
    else if (character === '\\' && /^\r?\n/.test(source.slice(at + 1, at + 3)))
      at = source.indexOf('\n', at) + 1;
    else if (character === '#') {
      const line = source.indexOf('\n', at);
      const end = line < 0 ? to : Math.min(line, to);
      script.comments.push({ start: at, end });
      at = end;
    } else if (ends.has(character)) {
      at++;
      yield undefined;
    } else {
      const word = wordAt(script, at, to);
      if (word === undefined) {
        script.isOpen ||= depth === 0;
        break;
      }
      yield word;
      at = word.span.end;
      inner.push(...commandsIn(source, word));
    }
  }
  if (depth === deepest) return;
  for (const span of inner) {
    yield undefined;
    yield* wordsOf(script, span, depth + 1);
  }
}

const inSingleQuotes = without(/['\r\n]/);
const inAnsiQuotes = without(/['\\\r\n]/);
const inDoubleQuotes = (text: string): string | undefined =>
  /[\r\n!]/.test(text) ? undefined : text.replaceAll(/["$`\\]/g, String.raw`\$&`);
const unquoted = (text: string): string | undefined => (/^[\w.,:/@%+=-]*$/.test(text) ? text : undefined);

/** In double quotes a backslash escapes these characters alone. */
const doubleEscape: EscapeReader = (source, at) => {
  if (source[at] !== '\\') return undefined;
  const next = source[at + 1] ?? '';
  if (next === '\n') return { text: '', length: 2 };
  return '"$`\\'.includes(next) && next !== '' ? { text: next, length: 2 } : undefined;
};
const bareEscape: EscapeReader = (source, at) => {
  const next = source[at + 1];
  if (source[at] !== '\\' || next === undefined) return undefined;
  if (next === '\r' && source[at + 2] === '\n') return { text: '', length: 3 };
  return { text: next === '\n' ? '' : next, length: 2 };
};

const ansiLetters: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  E: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};
/** Bytes in hexadecimal or octal, which together are UTF-8. */
const ansiBytes = /(?:\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}))+/y;
const ansiPoint = /\\(?:u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8})/y;

/** The escapes of `$'…'`; one that bash does not know is both of its characters. */
const ansiEscape: EscapeReader = (source, at) => {
  if (source[at] !== '\\') return undefined;
  const bytes = matchAt(ansiBytes, source, at);
  if (bytes !== undefined) return { text: decoded(bytes), length: bytes.length };
  const point = matchAt(ansiPoint, source, at);
  const code = Number.parseInt(point?.slice(2) ?? '', 16);
  if (point !== undefined && code <= 0x10_ff_ff)
    return { text: String.fromCodePoint(code), length: point.length };
  const [letter = '', control] = source.slice(at + 1, at + 3);
  if (letter === 'c' && control !== undefined)
    return { text: String.fromCodePoint((control.codePointAt(0) ?? 0) & 0x1f), length: 3 };
  return { text: ansiLetters[letter] ?? `\\${letter}`, length: 2 };
};

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function decoded(escapes: string): string {
  const numbers = escapes.split('\\').slice(1);
  const bytes = numbers.map(number =>
    number.startsWith('x') ? Number.parseInt(number.slice(1), 16) : Number.parseInt(number, 8),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/**
 * Reads the word at an offset; `undefined` = it has a quote that nothing closes.
 *
 * @param to where the command ends that the word is in: no quote continues after it
 */
function wordAt(script: Script, from: number, to: number): ShellWord | undefined {
  const parts: WordPart[] = [];
  let at = from;
  while (at < to && !blanks.has(script.source[at]!) && !ends.has(script.source[at]!)) {
    const part = partAt(script, at, to);
    if (part === undefined) return undefined;
    const { end, expands, ...others } = part;
    parts.push({ ...others, expansions: expands ? expansionsIn(script, part.content) : [] });
    at = Math.max(end, at + 1);
  }
  return { span: { start: from, end: at }, parts };
}

/** The commands in the `$(…)` of a word. */
const commandsIn = (source: string, { parts }: ShellWord): readonly Span[] =>
  parts
    .flatMap(({ expansions }) => expansions)
    .filter(({ start }) => source.startsWith('$(', start))
    .map(({ start, end }) => ({ start: start + 2, end: end - 1 }));

type ReadPart = Omit<WordPart, 'expansions'> & { readonly end: number; readonly expands: boolean };

function partAt(script: Script, at: number, to: number): ReadPart | undefined {
  const { source } = script;
  const isAnsi = source.startsWith("$'", at);
  if (source[at] === "'" || isAnsi) {
    const start = at + (isAnsi ? 2 : 1);
    const end = closing(script, { start, end: to }, "'", isAnsi);
    if (end < 0) return undefined;
    return {
      content: { start, end },
      end: end + 1,
      ...(isAnsi && { escape: ansiEscape }),
      expands: false,
      encode: isAnsi ? inAnsiQuotes : inSingleQuotes,
    };
  }
  // `$"…"` is a text to be translated.
  const start = source.startsWith('$"', at) ? at + 2 : at + 1;
  if (source[start - 1] === '"') {
    const end = closing(script, { start, end: to }, '"', true);
    if (end < 0) return undefined;
    return {
      content: { start, end },
      end: end + 1,
      escape: doubleEscape,
      expands: true,
      encode: inDoubleQuotes,
    };
  }
  const end = bareEnd(script, at, to);
  return { content: { start: at, end }, end, escape: bareEscape, expands: true, encode: unquoted };
}

function closing(
  { source, substitutions }: Script,
  { start, end }: Span,
  quote: string,
  escapes: boolean,
): number {
  for (let at = start; at < end; at++) {
    if (escapes && source[at] === '\\') at++;
    else if (escapes && quote === '"' && source.startsWith('$(', at)) at = substitutions.endOf(at) - 1;
    else if (source[at] === quote) return at;
  }
  return -1;
}

/** Returns the offset at which a part without quotes ends. */
function bareEnd({ source, substitutions }: Script, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const character = source[at]!;
    if (blanks.has(character) || character === "'" || character === '"') break;
    if (source.startsWith('$(', at) || source.startsWith('${', at)) {
      at = substitutions.endOf(at);
      continue;
    }
    // An address may have an ampersand without quotes in prose; a shell ends the command there.
    if (ends.has(character)) break;
    at += character === '\\' ? 2 : 1;
  }
  return Math.min(Math.max(at, from + 1), to);
}

/** The variables and commands between two offsets whose values the shell inserts. */
function expansionsIn({ source, substitutions }: Script, { start, end }: Span): Span[] {
  const expansions: Span[] = [];
  for (let at = start; at < end; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === '`') {
      const close = source.indexOf('`', at + 1);
      const to = close < 0 || close >= end ? end : close + 1;
      expansions.push({ start: at, end: to });
      at = to - 1;
    } else if (character === '$') {
      const isGroup = source[at + 1] === '(' || source[at + 1] === '{';
      const name = /^\$(?:\w{1,100}|[@*#?!-])/.exec(source.slice(at, at + 110))?.[0].length ?? 0;
      const to = Math.min(end, isGroup ? substitutions.endOf(at) : at + name);
      if (to <= at) continue;
      expansions.push({ start: at, end: to });
      at = to - 1;
    }
  }
  return expansions;
}

/** A longer text, in UTF-16 code units, is not read as a substitution: most likely nothing closes it. */
const maxSubstitutionLength = 2000;

/** Finds where the `$(…)` and `${…}` of a script end, also nested ones. */
class ShellSubstitutions {
  /** By the offset of the opening bracket. */
  readonly #ends = new Map<number, number>();

  constructor(source: string) {
    const open = { '(': [] as number[], '{': [] as number[] };
    for (let at = 0; at < source.length; at++) {
      const character = source[at]!;
      if (character === '\\') at++;
      else if (character === '(' || character === '{') open[character].push(at);
      else if (character === ')') this.#close(open['('].pop(), at);
      else if (character === '}') this.#close(open['{'].pop(), at);
    }
  }

  /** @param from the place of a `$` that `(` or `{` follows */
  endOf(from: number): number {
    return this.#ends.get(from + 1) ?? from + 2;
  }

  #close(opened: number | undefined, at: number): void {
    if (opened !== undefined && at - opened < maxSubstitutionLength - 1) this.#ends.set(opened, at + 1);
  }
}
