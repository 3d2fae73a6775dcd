/** Decodes escapes in a stream of bytes. */
/** Receives the characters of a text, as bytes of UTF-8. */
export interface CharacterSink {
  /** `start` and `end` (exclusive) are the positions of the bytes that encode the character. */
  take(character: number, start: number, end: number): void;
  /** Only interesting characters matter now; the others can be skipped. */
  readonly isIdle: boolean;
  /** By character: 1 = interesting while idle. */
  readonly interesting: Uint8Array;
}

const code = (character: string): number => character.charCodeAt(0);
const backslash = code('\\');
const percent = code('%');
const ampersand = code('&');
const semicolon = code(';');
const hash = code('#');
const [openBrace, closeBrace] = [code('{'), code('}')];
const [n, r, u, x, upperX] = [code('n'), code('r'), code('u'), code('x'), code('X')];
const [lineFeed, carriageReturn] = [10, 13];

/** Characters of the longest escape: `&#x0010ffff;`. */
const maxEscapeLength = 12;
/** Size of the buffer for characters of an unfinished escape, a power of two. */
const bufferSize = 16;

/** The entities of HTML for characters that a session can contain. */
const entities: ReadonlyMap<string, number> = new Map(
  Object.entries({
    amp: '&',
    apos: "'",
    ast: '*',
    colon: ':',
    comma: ',',
    commat: '@',
    dollar: '$',
    equals: '=',
    excl: '!',
    grave: '`',
    gt: '>',
    Hat: '^',
    lbrace: '{',
    lbrack: '[',
    lcub: '{',
    lowbar: '_',
    lpar: '(',
    lsqb: '[',
    lt: '<',
    num: '#',
    percnt: '%',
    period: '.',
    plus: '+',
    quest: '?',
    quot: '"',
    rbrace: '}',
    rbrack: ']',
    rcub: '}',
    rpar: ')',
    rsqb: ']',
    semi: ';',
    sol: '/',
    verbar: '|',
    vert: '|',
  }).map(([name, character]) => [name, code(character)]),
);

/** Bytes to skip: halves of UTF-16 characters, and the line ends of a wrapped text. */
const skipped: ReadonlySet<number> = new Set([0, lineFeed, carriageReturn]);
/** Bytes that start an escape or are skipped. */
const special: ReadonlySet<number> = new Set([...skipped, backslash, percent, ampersand]);

/** The value of a hexadecimal digit; -1 = not a digit. */
const digits = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? -1 : value;
});

const isOctalDigit = (character: number): boolean => character >= code('0') && character <= code('7');

/** Whether a character begins an escape after a backslash: `\u002f`, `\x2f`, `\057`. */
const isEscapeStart = (character: number): boolean =>
  character === u || character === x || (isOctalDigit(character) && character <= code('3'));

/**
 * Decodes the escapes of URLs (`%2F`), of JSON and JavaScript (`\/`, `\u002f`, `\u{2f}`, `\x2f`, `\057`) and of HTML
 * (`&#47;`, `&amp;`) in a stream of bytes, also nested ones (`%252F`). Backslashes and NULs are skipped, so that UTF-16
 * reads as ASCII, and so are line ends, so that a wrapped text reads as one. Memory and the time for each byte are bounded.
 */
export class Unescaper {
  readonly #sink: CharacterSink;
  /** By byte: 1 = it can be skipped while the buffer is empty and the sink is idle. */
  readonly #isDull: Uint8Array;
  readonly #characters = new Uint8Array(bufferSize);
  readonly #starts = new Float64Array(bufferSize);
  readonly #ends = new Float64Array(bufferSize);
  /** By slot: 1 = after a backslash. */
  readonly #isEscaped = new Uint8Array(bufferSize);
  /** Numbers of characters pushed, and of those taken. */
  #pushed = 0;
  #taken = 0;
  /** The value of `#pushed` after the last character that starts an escape. */
  #opened = -maxEscapeLength;
  /** The position of the preceding backslashes; -1 = none. */
  #slash = -1;

  constructor(sink: CharacterSink) {
    this.#sink = sink;
    this.#isDull = sink.interesting.map((isInteresting, byte) =>
      isInteresting === 0 && !special.has(byte) ? 1 : 0,
    );
  }

  /** `at` is the position of the first byte. */
  add(bytes: Uint8Array, at: number): void {
    const sink = this.#sink;
    const isDull = this.#isDull;
    for (let index = 0; index < bytes.length; index++) {
      const isWaiting = this.#slash >= 0 || this.#taken < this.#pushed;
      if (!isWaiting && sink.isIdle) while (index < bytes.length && isDull[bytes[index]!] === 1) index++;
      const byte = bytes[index] ?? 0;
      if (!skipped.has(byte)) this.#push(byte, at + index, at + index + 1);
    }
  }

  /** The text is complete. */
  end(): void {
    while (this.#taken < this.#pushed) this.#takeOldest();
  }

  #push(character: number, start: number, end: number): void {
    if (character === backslash) {
      if (this.#slash < 0) this.#slash = start;
      return;
    }
    const isEscaped = this.#slash >= 0;
    const from = isEscaped ? this.#slash : start;
    this.#slash = -1;
    if (isEscaped && (character === n || character === r)) return;
    const opens = character === percent || character === ampersand || (isEscaped && isEscapeStart(character));
    if (this.#taken === this.#pushed && !opens) {
      this.#sink.take(character, from, end);
      return;
    }
    const slot = this.#pushed & (bufferSize - 1);
    this.#characters[slot] = character;
    this.#starts[slot] = from;
    this.#ends[slot] = end;
    this.#isEscaped[slot] = isEscaped ? 1 : 0;
    this.#pushed++;
    if (opens) this.#opened = this.#pushed;
    else this.#close(end);
    if (this.#pushed - this.#opened >= maxEscapeLength) this.end();
    else if (this.#pushed - this.#taken > maxEscapeLength) this.#takeOldest();
  }

  /** If the last character ends an escape, replaces it with the character that it encodes. */
  #close(end: number): void {
    const last = this.#last(1);
    if (last === semicolon) this.#closeEntity(end);
    else if (last === closeBrace) this.#closeBraces(end);
    else if (this.#isOctal()) this.#replace(3, Number.parseInt(this.#text(3), 8), end);
    else if (this.#digit(1) >= 0 && this.#digit(2) >= 0) {
      if (this.#last(3) === percent || (this.#last(3) === x && this.#isEscapedAt(3)))
        this.#replace(3, this.#number(2), end);
      else if (this.#last(5) === u && this.#isEscapedAt(5) && this.#digit(3) >= 0 && this.#digit(4) >= 0)
        this.#replace(5, this.#number(4), end);
    }
  }

  #closeEntity(end: number): void {
    const most = Math.min(maxEscapeLength, this.#pushed - this.#taken);
    for (let length = 3; length <= most; length++) {
      if (this.#last(length) !== ampersand) continue;
      const name = this.#text(length - 1, 2);
      const value = name.startsWith('#') ? numberIn(name) : entities.get(name);
      if (value !== undefined) this.#replace(length, value, end);
      return;
    }
  }

  #closeBraces(end: number): void {
    let open = 2;
    while (this.#digit(open) >= 0) open++;
    const isEscape = open > 2 && this.#last(open) === openBrace && this.#last(open + 1) === u;
    if (isEscape && this.#isEscapedAt(open + 1)) this.#replace(open + 1, this.#number(open - 1, 2), end);
  }

  /** Whether the last characters are an octal number after a backslash. */
  #isOctal(): boolean {
    return this.#isEscapedAt(3) && [3, 2, 1].every(back => isOctalDigit(this.#last(back)));
  }

  /** The characters from one distance from the end to another. */
  #text(first: number, last = 1): string {
    let text = '';
    for (let back = first; back >= last; back--) text += String.fromCharCode(this.#last(back));
    return text;
  }

  #replace(length: number, value: number, end: number): void {
    const slot = (this.#pushed - length) & (bufferSize - 1);
    const start = this.#starts[slot] ?? 0;
    this.#pushed -= length;
    if (this.#taken === this.#pushed) this.#opened = -maxEscapeLength;
    if (value < 0x80) {
      if (value !== 0) this.#push(value, start, end);
      return;
    }
    const text = value <= 0x10ffff ? String.fromCodePoint(value) : '?';
    for (const byte of Buffer.from(text)) this.#push(byte, start, end);
  }

  /** The character at this distance from the end; 0 = none. */
  #last(back: number): number {
    if (back > this.#pushed - this.#taken) return 0;
    return this.#characters[(this.#pushed - back) & (bufferSize - 1)] ?? 0;
  }

  #isEscapedAt(back: number): boolean {
    return this.#isEscaped[(this.#pushed - back) & (bufferSize - 1)] === 1;
  }

  /** The value of a hexadecimal digit; -1 = none, or one that begins an octal number. */
  #digit(back: number): number {
    if (this.#isEscapedAt(back)) return -1;
    return digits[this.#last(back)] ?? -1;
  }

  /** The value of a hexadecimal number, whose last digit is at a distance from the end. */
  #number(first: number, last = 1): number {
    let value = 0;
    for (let back = first; back >= last; back--) value = value * 16 + this.#digit(back);
    return value;
  }

  #takeOldest(): void {
    const slot = this.#taken & (bufferSize - 1);
    this.#taken++;
    this.#sink.take(this.#characters[slot]!, this.#starts[slot]!, this.#ends[slot]!);
  }
}

/** The code point of `#47` or `#x2f`. */
function numberIn(name: string): number | undefined {
  const second = name.charCodeAt(1);
  const isHex = second === x || second === upperX;
  const text = name.slice(isHex ? 2 : 1);
  const isNumber = isHex ? /^[0-9a-f]{1,6}$/i.test(text) : /^[0-9]{1,7}$/.test(text);
  return name.charCodeAt(0) === hash && isNumber ? Number.parseInt(text, isHex ? 16 : 10) : undefined;
}
