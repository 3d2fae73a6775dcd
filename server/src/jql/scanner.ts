import { CharClass, classOf, isRefusedInQuotes } from './characters.ts';
import { escapeLength, lineEndFrom } from './quotes.ts';
import { hashed, TokenKind, wordKind } from './tokens.ts';

export type LexicalCode = 'reserved-character' | 'control-character' | 'illegal-escape' | 'unclosed-quote';

/** A place that no token may look like. */
export interface LexicalFault {
  readonly code: LexicalCode;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a text token by token; every character belongs to one. What may not stand in a token is taken into it
 * and noted as a fault. Offsets are UTF-16 units of the text.
 */
export class Scanner {
  readonly text: string;
  readonly limit: number;
  kind: TokenKind = TokenKind.End;
  start: number;
  end: number;
  /** True where the token holds a backslash. */
  escaped = false;
  readonly faults: LexicalFault[] = [];

  constructor(text: string, from = 0, limit = text.length) {
    this.text = text;
    this.limit = limit;
    this.start = from;
    this.end = from;
  }

  /** Goes on to the next token that is neither white space nor a comment. */
  next(): void {
    const { text, limit } = this;
    let at = this.end;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (classOf(code) === CharClass.Space) continue;
      if (!this.isComment(code, at)) break;
      at = lineEndFrom(text, at, limit) - 1;
    }
    this.end = at;
    this.nextRaw();
  }

  /** Goes on to the next token. Behind the last one stand empty ones of the kind `End`. */
  nextRaw(): void {
    const { text, end: at } = this;
    this.start = at;
    if (at >= this.limit) {
      this.kind = TokenKind.End;
      return;
    }
    const code = text.charCodeAt(at);
    switch (classOf(code)) {
      case CharClass.Space:
        return this.space(at + 1);
      case CharClass.Sign:
        return this.sign(code, at);
      case CharClass.Quote:
        return this.quoted(code, at);
      default:
        if (this.isComment(code, at)) this.took(TokenKind.Comment, lineEndFrom(text, at, this.limit));
        else this.word(at);
    }
  }

  private took(kind: TokenKind, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  private space(from: number): void {
    let at = from;
    while (at < this.limit && classOf(this.text.charCodeAt(at)) === CharClass.Space) at++;
    this.took(TokenKind.Space, at);
  }

  private sign(code: number, at: number): void {
    const next = at + 1 < this.limit ? this.text.charCodeAt(at + 1) : 0;
    switch (code) {
      case 40:
        return this.took(TokenKind.Open, at + 1);
      case 41:
        return this.took(TokenKind.Close, at + 1);
      case 44:
        return this.took(TokenKind.Comma, at + 1);
      case 91:
        return this.took(TokenKind.OpenBracket, at + 1);
      case 93:
        return this.took(TokenKind.CloseBracket, at + 1);
      case 61:
        return this.took(TokenKind.Equals, at + 1);
      case 126:
        return this.took(TokenKind.Like, at + 1);
      case 38:
        return this.took(TokenKind.And, next === 38 ? at + 2 : at + 1);
      case 124:
        return this.took(TokenKind.Or, next === 124 ? at + 2 : at + 1);
      case 60:
        return next === 61 ? this.took(TokenKind.LessOrEqual, at + 2) : this.took(TokenKind.Less, at + 1);
      case 62:
        return next === 61
          ? this.took(TokenKind.GreaterOrEqual, at + 2)
          : this.took(TokenKind.Greater, at + 1);
      default:
        if (next === 61) return this.took(TokenKind.NotEquals, at + 2);
        if (next === 126) return this.took(TokenKind.NotLike, at + 2);
        return this.took(TokenKind.Bang, at + 1);
    }
  }

  /** A quote that nothing closes ends with its line, so that what stands below can still be read. */
  private quoted(quote: number, start: number): void {
    const { text, limit } = this;
    this.escaped = false;
    let at = start + 1;
    while (at < limit) {
      const code = text.charCodeAt(at);
      if (code === quote) return this.took(TokenKind.Quoted, at + 1);
      if (code === 92) at = this.escape(at);
      else {
        if (isRefusedInQuotes(code)) this.fault('control-character', at, at + 1);
        at++;
      }
    }
    this.unclosed(start);
  }

  private unclosed(start: number): void {
    const end = lineEndFrom(this.text, start, this.limit);
    while ((this.faults.at(-1)?.end ?? 0) > end) this.faults.pop();
    this.fault('unclosed-quote', start, end);
    this.took(TokenKind.Quoted, end);
  }

  /** The offset behind a backslash and what it escapes; an illegal one stands for itself. */
  private escape(at: number): number {
    this.escaped = true;
    const length = escapeLength(this.text, at, this.limit);
    if (length > 0) return at + length;
    const escaped = at + 1 < this.limit ? this.text.codePointAt(at + 1)! : 0;
    this.fault('illegal-escape', at, at + (escaped < 32 ? 1 : escaped > 0xffff ? 3 : 2));
    return at + 1;
  }

  /** A word with whatever stands in it; the first character that may not is the fault. */
  private word(start: number): void {
    const { text, limit } = this;
    let at = start;
    let hash = 0;
    let digits = 0;
    let isRefused = false;
    this.escaped = false;
    while (at < limit) {
      const code = text.charCodeAt(at);
      const kind = classOf(code);
      if (kind === CharClass.Word) {
        hash = hashed(hash, code);
        if (code >= 48 && code <= 57) digits++;
        at++;
      } else if (kind === CharClass.Backslash) at = this.escape(at);
      else if (kind < CharClass.Backslash || this.isComment(code, at)) break;
      else {
        const fault = kind === CharClass.Reserved ? 'reserved-character' : 'control-character';
        if (!isRefused) this.fault(fault, at, at + 1);
        isRefused = true;
        at++;
      }
    }
    this.took(this.wordKind(start, at, hash, digits), at);
  }

  private wordKind(start: number, end: number, hash: number, digits: number): TokenKind {
    const length = end - start;
    if (digits === 0) return this.escaped ? TokenKind.Word : wordKind(this.text, start, end, hash);
    if (digits === length) return TokenKind.Number;
    return digits === length - 1 && this.text.charCodeAt(start) === 45
      ? TokenKind.NegativeNumber
      : TokenKind.Word;
  }

  private isComment(code: number, at: number): boolean {
    return code === 35 || (code === 47 && at + 1 < this.limit && this.text.charCodeAt(at + 1) === 47);
  }

  private fault(code: LexicalCode, start: number, end: number): void {
    this.faults.push({ code, start, end });
  }
}

/** A token with its place in the scanned text. */
export interface ScannedToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** Every token of a part of a text in order, white space and comments included: together they are the whole part. */
export function tokensOf(text: string, from = 0, limit = text.length): ScannedToken[] {
  const scanner = new Scanner(text, from, limit);
  const tokens: ScannedToken[] = [];
  for (scanner.nextRaw(); scanner.kind !== TokenKind.End; scanner.nextRaw())
    tokens.push({ kind: scanner.kind, start: scanner.start, end: scanner.end });
  return tokens;
}
