/** The parser's cursor over the tokens of a query. */
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Expectation, JqlSyntaxError, SyntaxCode } from './jql-query.ts';
import type { OperatorName } from './operators.ts';
import type { TermClause } from './tree/clauses.ts';
import { Missing, missingSpanIn, type Source, spanIn } from './tree/node.ts';
import { Scanner } from './scanner.ts';
import { kindOf, TokenKind } from './token-kinds.ts';

/** The text in place of an undefined variable. It is a letter, so that it can be part of any name or value. */
export const undefinedVariable = '\uFFFC';

/** The maximum nesting of groups, lists and negations. Code that walks a tree can therefore recurse. */
const maximumDepth = 200;

/** The maximum number of characters of the rejected text in a message. */
const maxRejectedLength = 60;

/** All cursors share it: queries are parsed one after the other. */
const scanner = new Scanner();
const noErrors: readonly JqlSyntaxError[] = [];

/** A cursor over the tokens of a text for the parser: the current token, and the errors so far. */
export class Cursor {
  declare readonly source: Source;
  /** The terms read so far. */
  declare readonly terms: TermClause[];
  /** The kind of the token. */
  declare kind: TokenKind;
  /** The offset after the token before. */
  declare lastEnd: number;
  #index: number;
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #count: number;
  #errors: JqlSyntaxError[] | undefined;
  #lastErrorAt: number;
  #depth: number;
  #faultCount: number;

  /** Starts at the first token of a part of a text. Only one cursor can be in use at a time. */
  constructor(text: string, from = 0, limit = text.length, map?: MappedText) {
    scanner.read(text, from, limit);
    this.source = { text, map };
    this.terms = [];
    this.lastEnd = from;
    this.#index = 0;
    this.#errors = undefined;
    this.#lastErrorAt = -1;
    this.#depth = 0;
    this.#faultCount = 0;
    this.#kinds = scanner.kinds;
    this.#starts = scanner.starts;
    this.#ends = scanner.ends;
    this.#count = scanner.count;
    this.kind = kindOf(this.#kinds[0]!);
  }

  at(kind: TokenKind): boolean {
    return this.kind === kind;
  }
  /** The offset of the token. */
  get start(): number {
    return this.#starts[this.#index]!;
  }
  /** The offset after the token. */
  get end(): number {
    return this.#ends[this.#index]!;
  }
  /** The token as written. */
  get tokenText(): string {
    return this.source.text.slice(this.start, this.end);
  }
  get hasComments(): boolean {
    return scanner.hasComments;
  }
  /** The number of errors up to the end of the token; it grows where the text read in between has errors. */
  get errorCount(): number {
    const ownCount = this.#errors === undefined ? 0 : this.#errors.length;
    return scanner.faults.length === 0 ? ownCount : ownCount + this.#countFaults();
  }

  /** Moves past the token. */
  skip(): void {
    this.lastEnd = this.#ends[this.#index]!;
    if (this.#index < this.#count) this.#index++;
    this.kind = kindOf(this.#kinds[this.#index]!);
  }

  /** Moves past the token and returns its offset. */
  take(): number {
    const start = this.#starts[this.#index]!;
    this.skip();
    return start;
  }

  /** The kind of the token after this one. */
  peek(): TokenKind {
    return kindOf(this.#kinds[Math.min(this.#index + 1, this.#count)]!);
  }

  /** Returns a missing node after the last token. */
  createMissing(): Missing {
    return new Missing(this.source, this.lastEnd);
  }

  /** Reports that this token is not allowed here. At most one error is kept for a token. */
  rejectToken(code: SyntaxCode, expected: readonly Expectation[], operator?: OperatorName): void {
    const { start, end, kind, source } = this;
    if (start === this.#lastErrorAt) return;
    this.#lastErrorAt = start;
    if (this.#isFaulty() || this.#isAtUndefined()) return;
    const isEnd = kind === TokenKind.End;
    const span = isEnd ? missingSpanIn(source, this.lastEnd) : spanIn(source, start, end);
    this.#add(code, span, expected, isEnd ? '' : this.tokenText, operator);
  }

  /** Reports an error in the text read since the offset `from`; `end` is where the reported span ends. */
  report(
    code: SyntaxCode,
    from: number,
    end: number,
    expected: readonly Expectation[],
    operator?: OperatorName,
  ): void {
    const readText = this.source.text.slice(from, this.lastEnd);
    this.#add(code, spanIn(this.source, from, end), expected, readText, operator);
  }

  /** Reports an unclosed parenthesis. */
  reportUnclosed(opening: number): void {
    if (this.start !== this.#lastErrorAt)
      this.#add('unclosed-parenthesis', spanIn(this.source, opening, opening + 1), ['close'], '(');
  }

  /** Enters a nesting level; returns false, after reporting an error, where the nesting is too deep. */
  enter(): boolean {
    if (this.#depth === maximumDepth) {
      this.rejectToken('too-deep', []);
      return false;
    }
    this.#depth++;
    return true;
  }

  /** Leaves a nesting level. */
  leave(): void {
    this.#depth--;
  }

  /** Moves past the group that the parenthesis at the cursor opens; returns true where it is closed. */
  skipGroup(): boolean {
    let open = 0;
    do {
      if (this.kind === TokenKind.Open) open++;
      else if (this.kind === TokenKind.Close) open--;
      this.skip();
    } while (open > 0 && this.kind !== TokenKind.End);
    // A further error at the end of a query that is too deep would not help.
    if (open > 0) this.#lastErrorAt = this.start;
    return open === 0;
  }

  /** Returns all errors, in the order of their places. */
  errors(): readonly JqlSyntaxError[] {
    const { source } = this;
    for (const { code, start, end } of scanner.faults)
      this.#add(code, spanIn(source, start, end), [], source.text.slice(start, end));
    const errors = this.#errors;
    if (errors === undefined) return noErrors;
    return errors.length < 2 ? errors : errors.toSorted((a, b) => a.span.start - b.span.start);
  }

  #add(
    code: SyntaxCode,
    span: Span,
    expected: readonly Expectation[],
    foundText: string,
    operator?: OperatorName,
  ): void {
    const variable = this.source.map?.variableAt(span.start);
    this.#errors ??= [];
    this.#errors.push({
      code,
      span,
      expected,
      foundText: foundText.slice(0, maxRejectedLength),
      ...(operator !== undefined && { operator }),
      ...(variable !== undefined && { variable }),
    });
  }

  /** True where the scanner found something wrong with the token. */
  #isFaulty(): boolean {
    if (scanner.faults.length === 0) return false;
    const last = this.#countFaults() - 1;
    return last >= 0 && scanner.faults[last]!.start >= this.start;
  }

  /** Returns the number of scanner faults up to the end of the token. They are in the order of their tokens. */
  #countFaults(): number {
    const { faults } = scanner;
    const { end } = this;
    while (this.#faultCount < faults.length && faults[this.#faultCount]!.start < end) this.#faultCount++;
    return this.#faultCount;
  }

  /** True next to an undefined variable, where no error is certain. */
  #isAtUndefined(): boolean {
    if (this.source.map === undefined) return false;
    const { text } = this.source;
    return text.charAt(this.lastEnd - 1) === undefinedVariable || this.tokenText.includes(undefinedVariable);
  }
}
