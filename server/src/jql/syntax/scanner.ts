/** Splits the text of a query into tokens. */
import { CharClass, classes, Lead, leads, quotedSteps, Step, wordSteps } from './characters.ts';
import { escapeLength, lineEndFrom } from './escapes.ts';
import { keywords, TokenKind } from './token-kinds.ts';

export type LexicalCode = 'reserved-character' | 'control-character' | 'illegal-escape' | 'unclosed-quote';

/** A place that is invalid in any token. */
export interface LexicalFault {
  readonly code: LexicalCode;
  readonly start: number;
  readonly end: number;
}

const blank = 32;
const backslash = 92;
const capacity = { first: 512, kept: 65_536 };

/**
 * Splits texts into tokens: three arrays with an entry for each, white space and comments excluded. Every other
 * character belongs to a token; an invalid one is included in it and recorded as a fault. Offsets are UTF-16 units of
 * the text. One scanner reads one text after the other, so that its arrays are reused.
 */
export class Scanner {
  text = '';
  /** The number of tokens. The last one is followed by an empty one of the kind `End`. */
  count = 0;
  kinds = new Uint8Array(capacity.first);
  starts = new Int32Array(capacity.first);
  ends = new Int32Array(capacity.first);
  /** In the order of their tokens. */
  faults: LexicalFault[] = [];
  hasComments = false;
  #limit = 0;

  /** Reads the part of a text between two offsets. */
  read(text: string, from = 0, limit = text.length): void {
    this.text = text;
    this.#limit = limit;
    this.hasComments = false;
    if (this.faults.length > 0) this.faults = [];
    if (this.kinds.length > capacity.kept) this.#makeRoom(capacity.first);
    let { kinds, starts, ends } = this;
    let count = 0;
    let at = from;
    while (at < limit) {
      let code = text.charCodeAt(at);
      if (code === blank) {
        if (++at === limit) break;
        code = text.charCodeAt(at);
      }
      let kind = leads[code]!;
      let end = at + 1;
      if (kind === Lead.Word) {
        let step: number = Step.On;
        while (end < limit && (step = wordSteps[text.charCodeAt(end)]!) === Step.On) end++;
        if (step === Step.Look) end = this.#unusualWord(at);
        kind = keywords.at(text, at, end) ?? TokenKind.Word;
      } else if (kind === Lead.Quote) {
        kind = TokenKind.Quoted;
        while (end < limit && quotedSteps[text.charCodeAt(end)] === Step.On) end++;
        end = end < limit && text.charCodeAt(end) === code ? end + 1 : this.#quoted(code, at);
      } else if (kind >= Lead.Word) {
        if (kind === Lead.Space) {
          at++;
          continue;
        }
        if (this.#isComment(code, at)) {
          this.hasComments = true;
          at = lineEndFrom(text, at, limit);
          continue;
        }
        if (kind === Lead.Pair) {
          kind = this.#pair(code, end);
          if (kind >= twoCharacters) {
            kind -= twoCharacters;
            end++;
          }
        } else {
          end = this.#unusualWord(at);
          kind = this.#kindOfUnusual(at, end);
        }
      }
      if (count + 1 >= kinds.length) {
        this.#makeRoom(4 * kinds.length);
        ({ kinds, starts, ends } = this);
      }
      kinds[count] = kind;
      starts[count] = at;
      ends[count] = end;
      count++;
      at = end;
    }
    kinds[count] = TokenKind.End;
    starts[count] = limit;
    ends[count] = limit;
    this.count = count;
  }

  #makeRoom(size: number): void {
    const { kinds, starts, ends } = this;
    const keptLength = Math.min(size, kinds.length);
    this.kinds = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.kinds.set(kinds.subarray(0, keptLength));
    this.starts.set(starts.subarray(0, keptLength));
    this.ends.set(ends.subarray(0, keptLength));
  }

  /**
   * Returns the kind of a sign that may have a second character, by the code of its first; plus `twoCharacters` where
   * it has one.
   */
  #pair(code: number, next: number): number {
    const second = next < this.#limit ? this.text.charCodeAt(next) : 0;
    switch (code) {
      case 38:
        return second === 38 ? TokenKind.And + twoCharacters : TokenKind.And;
      case 124:
        return second === 124 ? TokenKind.Or + twoCharacters : TokenKind.Or;
      case 60:
        return second === 61 ? TokenKind.LessOrEqual + twoCharacters : TokenKind.Less;
      case 62:
        return second === 61 ? TokenKind.GreaterOrEqual + twoCharacters : TokenKind.Greater;
      default:
        if (second === 61) return TokenKind.NotEquals + twoCharacters;
        return second === 126 ? TokenKind.NotLike + twoCharacters : TokenKind.Bang;
    }
  }

  /**
   * Returns the offset after a quoted text. An unclosed quote ends with its line, so that the lines below can still
   * be read.
   */
  #quoted(quote: number, start: number): number {
    const { text } = this;
    const limit = this.#limit;
    let at = start + 1;
    while (at < limit) {
      const code = text.charCodeAt(at);
      if (quotedSteps[code] === Step.On) at++;
      else if (code === quote) return at + 1;
      else if (code === backslash) at = this.#escape(at);
      else {
        if (quotedSteps[code] === Step.Look) this.#fault('control-character', at, at + 1);
        at++;
      }
    }
    return this.#unclosed(start);
  }

  #unclosed(start: number): number {
    const end = lineEndFrom(this.text, start, this.#limit);
    while ((this.faults.at(-1)?.end ?? 0) > end) this.faults.pop();
    this.#fault('unclosed-quote', start, end);
    return end;
  }

  /** Returns the offset after an escape; an invalid backslash is read as itself. */
  #escape(at: number): number {
    const length = escapeLength(this.text, at, this.#limit);
    if (length > 0) return at + length;
    const escaped = at + 1 < this.#limit ? this.text.codePointAt(at + 1)! : 0;
    const escapedLength = escaped > 0xffff ? 2 : 1;
    this.#fault('illegal-escape', at, at + 1 + (escaped < 32 ? 0 : escapedLength));
    return at + 1;
  }

  /** Returns the offset after a word with unusual characters; the first invalid one is recorded as a fault. */
  #unusualWord(start: number): number {
    const { text } = this;
    const limit = this.#limit;
    let at = start;
    let isRefused = false;
    while (at < limit) {
      const code = text.charCodeAt(at);
      const kind = classes[code]!;
      if (kind === CharClass.Word) at++;
      else if (kind === CharClass.Backslash) at = this.#escape(at);
      else if (kind < CharClass.Backslash || this.#isComment(code, at)) break;
      else {
        const fault = kind === CharClass.Reserved ? 'reserved-character' : 'control-character';
        if (!isRefused) this.#fault(fault, at, at + 1);
        isRefused = true;
        at++;
      }
    }
    return at;
  }

  /** Returns the kind of a word with unusual characters: a number, or a keyword that ends at a comment. */
  #kindOfUnusual(start: number, end: number): TokenKind {
    const { text } = this;
    const isNegative = text.charCodeAt(start) === 45;
    let at = isNegative ? start + 1 : start;
    while (at < end && isDigit(text.charCodeAt(at))) at++;
    if (at === end && end > start + (isNegative ? 1 : 0))
      return isNegative ? TokenKind.NegativeNumber : TokenKind.Number;
    return keywords.at(text, start, end) ?? TokenKind.Word;
  }

  #isComment(code: number, at: number): boolean {
    return code === 35 || (code === 47 && at + 1 < this.#limit && this.text.charCodeAt(at + 1) === 47);
  }

  #fault(code: LexicalCode, start: number, end: number): void {
    this.faults.push({ code, start, end });
  }
}

/** Added to a kind that has a second character. */
const twoCharacters = 64;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
