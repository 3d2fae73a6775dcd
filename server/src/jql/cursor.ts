import type { MappedText } from '../language/mapped-text.ts';
import type { Span } from '../language/span.ts';
import type { Expectation, JqlSyntaxError, Missing, OperatorName, SyntaxCode } from './nodes.ts';
import { Scanner } from './scanner.ts';
import { TokenKind } from './tokens.ts';

/** Stands in the text for a variable that nothing defines; a letter of words, so that it can be anything. */
export const undefinedVariable = '\uFFFC';

/** Groups, lists and negations may stand in each other this deep. Whoever walks a tree may therefore recurse. */
export const maximumDepth = 200;

/** A message names so many characters of what it found. */
const longestFound = 60;

/** A scanner at a token, for a parser: what stands there, and what was found wrong so far. */
export class Cursor extends Scanner {
  /** Absent = the offsets of the scanned text are those of the block. */
  private readonly map: MappedText | undefined;
  private readonly found: JqlSyntaxError[] = [];
  private lastEnd: number;
  private lastErrorAt = -1;
  private depth = 0;

  /** Stands at the first token of a part of a text. */
  constructor(text: string, from = 0, limit = text.length, map?: MappedText) {
    super(text, from, limit);
    this.map = map;
    this.lastEnd = from;
    this.next();
  }

  at(kind: TokenKind): boolean {
    return this.kind === kind;
  }
  /** The token as written. */
  get written(): string {
    return this.text.slice(this.start, this.end);
  }
  get span(): Span {
    return this.spanOf(this.start, this.end);
  }
  /** How many errors there are so far: more than before = what was read in between is not right. */
  get errorCount(): number {
    return this.found.length + this.faults.length;
  }

  /** Goes behind the token; answers its span. */
  take(): Span {
    const { span } = this;
    this.skip();
    return span;
  }

  /** Goes behind the token. */
  skip(): void {
    this.lastEnd = this.end;
    this.next();
  }

  /** The kind of the token behind this one. */
  peek(): TokenKind {
    const { kind, start, end, escaped, faults } = this;
    const known = faults.length;
    this.next();
    const next = this.kind;
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.escaped = escaped;
    faults.length = known;
    return next;
  }

  /** A hole behind the last token. */
  missing(): Missing {
    const { lastEnd } = this;
    if (this.map === undefined || lastEnd === 0) {
      const { start } = this.spanOf(lastEnd, lastEnd);
      return { kind: 'missing', span: { start, end: start } };
    }
    const { end } = this.spanOf(lastEnd - 1, lastEnd);
    return { kind: 'missing', span: { start: end, end } };
  }

  /** Says that this token is not what may stand here. At most one error is kept for a token. */
  refuse(code: SyntaxCode, expected: readonly Expectation[], operator?: OperatorName): void {
    const { start, kind, faults } = this;
    if (start === this.lastErrorAt) return;
    this.lastErrorAt = start;
    if ((faults.at(-1)?.start ?? -1) >= start || this.isAtUndefined()) return;
    const span = kind === TokenKind.End ? this.missing().span : this.span;
    this.add(code, span, expected, kind === TokenKind.End ? '' : this.written, operator);
  }

  /** Says that what was read since the offset `from` is not right. */
  report(
    code: SyntaxCode,
    span: Span,
    from: number,
    expected: readonly Expectation[],
    operator?: OperatorName,
  ): void {
    this.add(code, span, expected, this.text.slice(from, this.lastEnd), operator);
  }

  /** Says that nothing closes the parenthesis that was opened there. */
  leftOpen(opening: Span): void {
    if (this.start !== this.lastErrorAt) this.add('unclosed-parenthesis', opening, ['close'], '(');
  }

  /** Goes one level deeper; false, after an error, where that is too deep. */
  enter(): boolean {
    if (this.depth === maximumDepth) {
      this.refuse('too-deep', []);
      return false;
    }
    this.depth++;
    return true;
  }

  /** Comes back from what was entered. */
  leave(): void {
    this.depth--;
  }

  /** Goes behind what the opening parenthesis at the cursor opens; true where it is closed. */
  skipGroup(): boolean {
    let open = 0;
    do {
      if (this.kind === TokenKind.Open) open++;
      else if (this.kind === TokenKind.Close) open--;
      this.skip();
    } while (open > 0 && this.kind !== TokenKind.End);
    // What is wrong with the end of a query that is too deep says nothing more.
    if (open > 0) this.lastErrorAt = this.start;
    return open === 0;
  }

  /** All that is wrong, in the order of the places. */
  errors(): readonly JqlSyntaxError[] {
    const { faults, text } = this;
    for (const { code, start, end } of faults)
      this.add(code, this.spanOf(start, end), [], text.slice(start, end));
    return this.found.length < 2 ? this.found : this.found.toSorted((a, b) => a.span.start - b.span.start);
  }

  private add(
    code: SyntaxCode,
    span: Span,
    expected: readonly Expectation[],
    found: string,
    operator?: OperatorName,
  ): void {
    const variable = this.map?.pieces.find(
      ({ source, variable: name }) =>
        name !== undefined && source.start <= span.start && span.start < source.end,
    )?.variable;
    this.found.push({
      code,
      span,
      expected,
      found: found.slice(0, longestFound),
      ...(operator !== undefined && { operator }),
      ...(variable !== undefined && { variable }),
    });
  }

  /** Nothing is known of a place where an undefined variable stands. */
  private isAtUndefined(): boolean {
    if (this.map === undefined) return false;
    const { text, end, start } = this;
    return (
      text.charAt(this.lastEnd - 1) === undefinedVariable ||
      text.slice(start, end).includes(undefinedVariable)
    );
  }

  private spanOf(start: number, end: number): Span {
    return this.map === undefined ? { start, end } : this.map.sourceOf(start, end);
  }
}
