/** Splits code into strings, names and signs, by what is written down of each language’s strings and comments. */
import type { Span } from '#shared/base/text/span.ts';
import { backslash, withBackslashes } from '../backslash-escapes.ts';
import type { Segment } from '../host-value.ts';
import type { EscapeReader } from '../read-text.ts';

/** One way in which a language writes strings. Patterns are regular expressions. */
interface StringForm {
  readonly open: string;
  /** `$1` is the group of `open`, `$(` the bracket that closes it; absent = as it was opened. */
  readonly close?: string;
  /** The string begins in the next line. */
  readonly heredoc?: boolean;
  /** It can have line ends. */
  readonly lines?: boolean;
  /** `letters`: a backslash and a letter; `self`: a backslash before itself or the quote; absent = none. */
  readonly escape?: string;
  /** The letters before hexadecimal digits, as `backslash` reads them. */
  readonly hex?: string;
  /** Two braces are one. */
  readonly braces?: boolean;
  /** The beginning of a computed part; one that ends with a bracket extends to the closing bracket. */
  readonly inserts?: string;
  /** Further characters that are escaped. */
  readonly special?: string;
  /** A text that matches cannot be written. */
  readonly not?: string;
}

/** The strings and comments of a language. */
export interface StringLanguage {
  /** Comments, characters, regular expressions. */
  readonly skip: readonly string[];
  readonly strings: readonly StringForm[];
  /** The pattern of a name, if it is an unusual one. */
  readonly name?: string;
}

/** A string of the code. */
export interface StringToken {
  readonly kind: 'string';
  /** The string with its quotes; of a heredoc only what opens it. */
  readonly span: Span;
  readonly content: Span;
  readonly escape: EscapeReader | undefined;
  readonly inserts: readonly Span[];
  readonly encode: Segment['encode'];
  readonly isFirst: boolean;
}

export type CodeToken =
  | StringToken
  | {
      readonly kind: 'name' | 'sign';
      readonly span: Span;
      /** It is the first token of its line. */
      readonly isFirst: boolean;
    };

/** A longer computed part, in UTF-16 code units, is not read: most likely nothing closes it. */
const maxInsertLength = 500;

const closingOf: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
/** The brackets that open and close, as tokens. */
export const opening: ReadonlySet<string> = new Set(Object.keys(closingOf));
export const closing: ReadonlySet<string> = new Set(Object.values(closingOf));
const defaultName = String.raw`[$@%]?[\p{L}_][\p{L}\p{N}_]*|\d[\w.]*`;
const sign = /[:+.?|!<>-]?=[>=~]?|->|::|[^\s]/uy;
const blanks = /\s+/y;

const letters = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  $: '$',
  '#': '#',
  '@': '@',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  s: ' ',
  0: '\0',
};

const self: EscapeReader = (source, at) =>
  source[at] === '\\' && (source[at + 1] === '\\' || source[at + 1] === "'")
    ? { text: source[at + 1]!, length: 2 }
    : undefined;

const doubled =
  (quote: string): EscapeReader =>
  (source, at) =>
    source[at] === quote && source[at + 1] === quote ? { text: quote, length: 2 } : undefined;

const ticked = backslash({ ...letters, a: '\u0007', e: '\u001B' }, { keepsUnknown: false, hex: '' });
/** PowerShell: a backtick escapes, and two quotes are one. */
const backtick: EscapeReader = (source, at) => {
  if (source.startsWith('""', at)) return { text: '"', length: 2 };
  if (source[at] !== '`') return undefined;
  return ticked(`\\${source.slice(at + 1, at + 3)}`, 0);
};

/** Reads two braces as one, and everything else by another reader. */
const withBraces =
  (inner: EscapeReader | undefined): EscapeReader =>
  (source, at) =>
    source.startsWith('{{', at) || source.startsWith('}}', at)
      ? { text: source[at]!, length: 2 }
      : inner?.(source, at);

function escapeOf({ escape, hex = '', braces = false }: StringForm, quote: string): EscapeReader | undefined {
  const readers: Readonly<Record<string, EscapeReader>> = {
    letters: backslash(letters, { keepsUnknown: true, hex }),
    self,
    doubled: doubled(quote),
    backtick,
  };
  const reader = readers[escape ?? ''];
  return braces ? withBraces(reader) : reader;
}

function encodeOf(form: StringForm, quote: string): Segment['encode'] {
  const writers: Readonly<Record<string, (text: string) => string | undefined>> = {
    letters: withBackslashes(form.heredoc === true ? '' : quote, form.special),
    self: text => text.replaceAll(/[\\']/g, String.raw`\$&`),
    doubled: text => text.replaceAll(quote, quote + quote),
    backtick: text => (/[\u201C-\u201E]/.test(text) ? undefined : text.replaceAll(/["$`]/g, '`$&')),
  };
  const write = writers[form.escape ?? ''];
  const not = new RegExp(form.not === undefined ? String.raw`[\r\n]` : String.raw`[\r\n]|${form.not}`);
  return text => {
    if (form.escape !== 'letters' || form.not !== undefined) if (not.test(text)) return undefined;
    const written = form.braces === true ? text.replaceAll(/[{}]/g, '$&$&') : text;
    return write === undefined ? written : write(written);
  };
}

/** How the strings of one form with one closing quote are read and written. */
interface Quoting {
  readonly close: RegExp;
  readonly escape: EscapeReader | undefined;
  readonly encode: Segment['encode'];
}

interface CompiledForm {
  readonly form: StringForm;
  readonly open: RegExp;
  readonly insert: RegExp | undefined;
  /** By what closes the strings. */
  readonly quotings: Map<string, Quoting>;
}

function quotingOf({ form, quotings }: CompiledForm, close: string, quote: string): Quoting {
  const cached = quotings.get(close);
  if (cached) return cached;
  const quoting = {
    close: new RegExp(close, 'muy'),
    escape: escapeOf(form, quote),
    encode: encodeOf(form, quote),
  };
  quotings.set(close, quoting);
  return quoting;
}

/** Makes a reader of a language’s code. */
export function codeReader(language: StringLanguage): (source: string) => readonly CodeToken[] {
  const skip = language.skip.map(pattern => new RegExp(pattern, 'muy'));
  const forms = language.strings.map((form): CompiledForm => ({
    form,
    open: new RegExp(form.open, 'muy'),
    insert: form.inserts === undefined ? undefined : new RegExp(form.inserts, 'uy'),
    quotings: new Map(),
  }));
  const name = new RegExp(language.name ?? defaultName, 'uy');
  return source => new CodeScanner(source, { skip, forms, name }).tokens();
}

interface CompiledLanguage {
  readonly skip: readonly RegExp[];
  readonly forms: readonly CompiledForm[];
  readonly name: RegExp;
}

/** Whether a letter or digit within a line is at an offset: nothing but itself begins there. */
function isPlain(source: string, at: number): boolean {
  const code = source.charCodeAt(at) | 0x20;
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return isLetter && source[at - 1] !== '\n' && source[at - 1] !== '\\';
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

class CodeScanner {
  readonly #source: string;
  readonly #language: CompiledLanguage;
  readonly #tokens: CodeToken[] = [];
  /** The closing quotes that the rest of the source does not have. */
  readonly #missing = new Set<string>();
  /** The end of the heredocs that begin below the current line. */
  #heredocEnd = 0;
  #isFirst = true;

  constructor(source: string, language: CompiledLanguage) {
    this.#source = source;
    this.#language = language;
  }

  tokens(): readonly CodeToken[] {
    let at = 0;
    while (at < this.#source.length) {
      const blank = matchAt(blanks, this.#source, at)?.[0];
      at = blank === undefined ? this.#next(at) : this.#afterBlank(at, blank);
    }
    return this.#tokens;
  }

  #afterBlank(at: number, blank: string): number {
    const lineEnd = blank.indexOf('\n');
    if (lineEnd < 0) return at + blank.length;
    this.#isFirst = true;
    const end = Math.max(at + blank.length, this.#heredocEnd);
    this.#heredocEnd = 0;
    return end;
  }

  /** Reads what is at an offset. Returns the offset after it. */
  #next(at: number): number {
    for (const pattern of this.#language.skip) {
      const match = matchAt(pattern, this.#source, at);
      if (match !== null && match[0] !== '') return at + match[0].length;
    }
    const string = this.#string(at);
    if (string !== undefined) {
      this.#tokens.push(string);
      this.#isFirst = false;
      return string.span.end;
    }
    const word = matchAt(this.#language.name, this.#source, at);
    const length = (word ?? matchAt(sign, this.#source, at))?.[0].length ?? 1;
    const span = { start: at, end: at + length };
    this.#tokens.push({ kind: word === null ? 'sign' : 'name', span, isFirst: this.#isFirst });
    this.#isFirst = false;
    return span.end;
  }

  #string(at: number): StringToken | undefined {
    for (const compiled of this.#language.forms) {
      const match = matchAt(compiled.open, this.#source, at);
      const string = match === null ? undefined : this.#read(compiled, match);
      if (string !== undefined) return string;
    }
    return undefined;
  }

  #read(compiled: CompiledForm, match: RegExpExecArray): StringToken | undefined {
    const { form, insert } = compiled;
    const [quote, group = ''] = match;
    const closeText = closeOf(form, quote, group);
    if (this.#missing.has(closeText)) return undefined;
    const { close, escape, encode } = quotingOf(compiled, closeText, quote.at(-1) ?? '');
    const openEnd = match.index + quote.length;
    const start = form.heredoc === true ? this.#nextLine(openEnd) : openEnd;
    const inserts: Span[] = [];
    for (let at = start; at <= this.#source.length;) {
      if (isPlain(this.#source, at)) {
        at++;
        continue;
      }
      const part = insert ? matchAt(insert, this.#source, at) : null;
      const escaped = part === null ? escape?.(this.#source, at) : undefined;
      const closer = escaped === undefined ? matchAt(close, this.#source, at) : null;
      if (part !== null) {
        const end = this.#insertEnd(at + part[0].length);
        inserts.push({ start: at, end });
        at = end;
      } else if (escaped !== undefined) at += escaped.length;
      else if (closer !== null) {
        const end = at + closer[0].length;
        if (form.heredoc === true) this.#heredocEnd = end;
        const span = { start: match.index, end: form.heredoc === true ? openEnd : end };
        const content = { start, end: at };
        return { kind: 'string', span, content, escape, inserts, encode, isFirst: this.#isFirst };
      } else if (form.lines !== true && this.#source[at] === '\n') return undefined;
      else at++;
    }
    this.#missing.add(closeText);
    return undefined;
  }

  /** The offset of the line below, or of what follows a heredoc that begins there. */
  #nextLine(at: number): number {
    if (this.#heredocEnd > 0) return this.#source.indexOf('\n', this.#heredocEnd) + 1 || this.#source.length;
    return this.#source.indexOf('\n', at) + 1 || this.#source.length;
  }

  /** @param from the offset after the beginning of a computed part */
  #insertEnd(from: number): number {
    const open = this.#source[from - 1]!;
    const close = closingOf[open];
    if (close === undefined) return from;
    let depth = 1;
    for (let at = from; at < Math.min(this.#source.length, from + maxInsertLength); at++) {
      if (this.#source[at] === open) depth++;
      else if (this.#source[at] === close) depth--;
      if (depth === 0) return this.#source[from - 2] === open ? at + 2 : at + 1;
    }
    return from;
  }
}

const escapedPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

function closeOf({ close }: StringForm, quote: string, group: string): string {
  if (close === undefined) return escapedPattern(quote);
  if (close === '$(') return escapedPattern(closingOf[group] ?? group);
  return close.replace('$1', () => escapedPattern(group));
}
