/** Splits shell commands into words. */
/** A word of a shell command. */
export interface ShellWord {
  /** The text that the program gets; a variable is its name with `$`. */
  readonly text: string;
  /** The text without variables, which tells whether something is written out in it. */
  readonly literal: string;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  v: '\v',
};

/** `$'…'` up to the end quote. */
const ansi = /\$'((?:[^'\\]|\\[^])*)'/y;
const ansiEscape = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|([^]))/g;
const variable = /\$(?:\w+|\{\w+\})/y;
const single = /'([^']*)'/y;
const gap = /(?:[ \t]|\\\r?\n)+/y;
const separator = /[;&|\r\n]+/y;
const comment = /#[^\n]*/y;

/** The words of the commands of a POSIX shell, without expansions other than quotes; `[]` = a quote is not closed. */
export function shellCommands(text: string): readonly (readonly ShellWord[])[] {
  return new Reader(text).commands();
}

class Reader {
  readonly #text: string;
  #at = 0;
  #isOpen = false;
  #word: { text: string; literal: string } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  commands(): ShellWord[][] {
    const commands: ShellWord[][] = [[]];
    const endWord = (): void => {
      if (this.#word) commands.at(-1)!.push(this.#word);
      this.#word = undefined;
    };
    while (this.#at < this.#text.length) {
      if (this.#take(gap)) endWord();
      else if (this.#take(separator)) {
        endWord();
        commands.push([]);
      } else if (this.#word || !this.#take(comment)) this.#part();
    }
    endWord();
    return this.#isOpen ? [] : commands.filter(words => words.length > 0);
  }

  /** A quoted part of a word, or a character. */
  #part(): void {
    const quoted = this.#take(single);
    if (quoted) return this.#add(quoted[1]!);
    const escaped = this.#take(ansi);
    if (escaped) return this.#add(escaped[1]!.replaceAll(ansiEscape, unescaped));
    const name = this.#take(variable);
    if (name) return this.#add(name[0], '');
    if (this.#text[this.#at] === '"') return this.#doubleQuoted();
    if (this.#text[this.#at] === "'") this.#isOpen = true;
    if (this.#text[this.#at] === '\\') this.#at++;
    this.#add(this.#text[this.#at] ?? '');
    this.#at++;
  }

  #doubleQuoted(): void {
    this.#at++;
    this.#add('');
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      const name = this.#take(variable);
      if (name) this.#add(name[0], '');
      else {
        const next = this.#text[this.#at + 1] ?? '';
        const isEscape = this.#text[this.#at] === '\\' && '$`"\\\n'.includes(next) && next !== '';
        if (isEscape) this.#at++;
        if (!isEscape || next !== '\n') this.#add(this.#text[this.#at]!);
        this.#at++;
      }
    }
    this.#isOpen ||= this.#at >= this.#text.length;
    this.#at++;
  }

  #add(text: string, literal = text): void {
    this.#word ??= { text: '', literal: '' };
    this.#word.text += text;
    this.#word.literal += literal;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }
}

function unescaped(
  all: string,
  byte?: string,
  short?: string,
  long?: string,
  octal?: string,
  other?: string,
): string {
  const code = byte ?? short ?? long;
  if (code !== undefined) {
    const point = Number.parseInt(code, 16);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
  }
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
  return escapes[other!] ?? other!;
}
