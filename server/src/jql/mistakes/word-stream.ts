/** A query as a stream of words, for finding mistakes that break its grammar. */
import type { Edit } from '#shared/base/text/problem.ts';
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import type { OperatorName } from '../syntax/operators.ts';
import {
  isOperatorSign,
  isOperatorStart,
  isPredicate,
  isReserved,
  TokenKind,
} from '../syntax/token-kinds.ts';
import { quoted, requoted } from '../syntax/quotes.ts';
import type { Mistake } from './mistake.ts';
import { type Word, wordsOf } from './meant-words.ts';

/** A range of words by their indexes; `to` is exclusive. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** The operator as written; undefined where JQL has no such operator. */
export interface WrittenOperator extends WordRange {
  readonly name: OperatorName | undefined;
}

/** A query as a stream of words, read without its grammar, and the mistakes found in it. */
export class WordStream {
  readonly words: readonly Word[];
  readonly mistakes: Mistake[] = [];
  readonly catalogue: JqlCatalogue;
  readonly #body: MappedText;
  readonly #source: string;
  /** The indexes of the unmatched closing parentheses. */
  #unopened: ReadonlySet<number> | undefined;

  /** @param source the text of the block */
  constructor(body: MappedText, source: string, catalogue: JqlCatalogue) {
    this.#body = body;
    this.#source = source;
    this.catalogue = catalogue;
    this.words = wordsOf(body.text);
  }

  word(at: number): Word {
    return this.words[Math.min(at, this.words.length - 1)]!;
  }
  kind(at: number): TokenKind {
    return this.word(at).kind;
  }
  text({ from, to }: WordRange): string {
    return to <= from ? '' : this.#body.text.slice(this.word(from).start, this.word(to - 1).end);
  }
  wordText(at: number): string {
    return this.text({ from: at, to: at + 1 });
  }
  /** Returns the span of a range in the block. */
  span({ from, to }: WordRange): Span {
    return this.#body.sourceOf(this.word(from).start, this.word(to - 1).end);
  }
  /** Returns the span from the start of a range to the start of the word after it. */
  spanToNext({ from, to }: WordRange): Span {
    const start = this.#body.sourceOf(this.word(from).start, this.word(from).end);
    const end = this.word(to).start;
    return { start: start.start, end: this.#body.sourceOf(end, end).start };
  }
  /** Returns an edit that replaces a range. */
  replace(range: WordRange, newText: string): Edit {
    return { span: this.span(range), newText };
  }

  /** True where a range of the block contains no variable. */
  isLiteral(range: WordRange): boolean {
    const { start, end } = this.span(range);
    return (
      this.#source.slice(start, end) ===
      this.#body.text.slice(this.word(range.from).start, this.word(range.to - 1).end)
    );
  }

  /** True where a line ends before a word. */
  beginsLine(at: number): boolean {
    return at > 0 && /[\r\n]/.test(this.#body.text.slice(this.word(at - 1).end, this.word(at).start));
  }
  /** True where a word directly follows the one before it. */
  isAdjacent(at: number): boolean {
    return at > 0 && this.word(at - 1).end === this.word(at).start;
  }

  /** True where an operator begins; `not` is one only as a part of it. */
  isOperator(at: number): boolean {
    const kind = this.kind(at);
    if (kind === TokenKind.Not)
      return this.kind(at + 1) === TokenKind.In || isOperatorSign(this.kind(at + 1));
    return isOperatorStart(kind);
  }

  /** True where ORDER BY begins, or nothing more follows. */
  isEnd(at: number): boolean {
    const kind = this.kind(at);
    return kind === TokenKind.End || (kind === TokenKind.Order && this.kind(at + 1) === TokenKind.By);
  }

  /** True for a word in letters or digits that does not join conditions. */
  isWord(at: number): boolean {
    const kind = this.kind(at);
    const isLetters =
      kind === TokenKind.Word ||
      kind === TokenKind.Number ||
      kind === TokenKind.NegativeNumber ||
      (isReserved(kind) && !connectiveKinds.has(kind));
    return isLetters && !this.isEnd(at);
  }

  /** Returns the index after the matching closing bracket; the last index where it is missing. */
  groupEnd(at: number): number {
    let open = 0;
    let next = at;
    do {
      const kind = this.kind(next);
      if (kind === TokenKind.Open || kind === TokenKind.OpenBracket) open++;
      else if (kind === TokenKind.Close || kind === TokenKind.CloseBracket) open--;
      next++;
    } while (open > 0 && this.kind(next) !== TokenKind.End);
    return Math.min(next, this.words.length - 1);
  }

  /** True for an unmatched closing parenthesis. */
  isUnmatchedClose(at: number): boolean {
    this.#unopened ??= unopenedIn(this.words);
    return this.#unopened.has(at);
  }

  /** Returns the offsets in the block of the parentheses that are open before a word. */
  openParenthesesBefore(at: number): readonly number[] {
    const open: number[] = [];
    for (let before = 0; before < at; before++)
      if (this.kind(before) === TokenKind.Open) open.push(this.span({ from: before, to: before + 1 }).start);
      else if (this.kind(before) === TokenKind.Close) open.pop();
    return open;
  }

  /** Returns the offsets in the block of the closed parentheses around a word. */
  parenthesesAround(at: number): readonly number[] {
    const open = [...this.openParenthesesBefore(at)];
    const closed: number[] = [];
    let inner = 0;
    for (let after = at; open.length > 0 && after < this.words.length; after++)
      if (this.kind(after) === TokenKind.Open) inner++;
      else if (this.kind(after) === TokenKind.Close && inner > 0) inner--;
      else if (this.kind(after) === TokenKind.Close) closed.push(open.pop()!);
    return closed;
  }

  /** Returns the range of the value at an index, with a function's parentheses; an empty range = no value. */
  value(from: number): WordRange {
    let to = from;
    if (this.kind(to) === TokenKind.Quoted) return { from, to: this.#phraseEnd(from) };
    if (!this.isWord(to)) return { from, to };
    to++;
    if (this.kind(to) === TokenKind.Open && this.isAdjacent(to)) return { from, to: this.groupEnd(to) };
    while (this.isWord(to) && !isPredicate(this.kind(to)) && !this.beginsLine(to) && !this.#beginsList(to))
      to++;
    return { from, to };
  }

  /** True where an operator follows a word, or where the word is an operator before a list. */
  #beginsList(at: number): boolean {
    return this.isOperator(at + 1) || (this.isOperator(at) && this.kind(at + 1) === TokenKind.Open);
  }

  /** Returns the index after a quoted text, or after `""two words""`. */
  #phraseEnd(from: number): number {
    const isEmpty = (at: number): boolean => this.wordText(at) === '""';
    if (!isEmpty(from) || !this.isAdjacent(from + 1)) return from + 1;
    let to = from + 1;
    while (this.isWord(to) && !this.beginsLine(to)) to++;
    return to > from + 1 && isEmpty(to) && this.isAdjacent(to) ? to + 1 : from + 1;
  }

  /** True for a value that must be quoted and is not. */
  isUnquoted(range: WordRange): boolean {
    const { from, to } = range;
    if (this.kind(from) === TokenKind.Quoted) return to > from + 1 || this.word(from).misread;
    if (this.kind(to - 1) === TokenKind.Close) return false;
    if (to > from + 1) return true;
    const kind = this.kind(from);
    return (
      this.word(from).misread ||
      (isReserved(kind) && kind !== TokenKind.Empty) ||
      refused.test(this.text(range))
    );
  }

  /** Returns a value as valid JQL. */
  correctedText(range: WordRange): string {
    if (!this.isUnquoted(range)) return this.text(range);
    if (this.kind(range.from) !== TokenKind.Quoted) return quoted(this.text(range));
    if (range.to === range.from + 1) return requoted(this.text(range));
    return quoted(`"${this.text({ from: range.from + 1, to: range.to - 1 })}"`);
  }
}

function unopenedIn(words: readonly Word[]): ReadonlySet<number> {
  const unopened = new Set<number>();
  let open = 0;
  for (const [at, { kind }] of words.entries())
    if (kind === TokenKind.Open) open++;
    else if (kind === TokenKind.Close && open > 0) open--;
    else if (kind === TokenKind.Close) unopened.add(at);
  return unopened;
}

const connectiveKinds: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or, TokenKind.Not]);

const refused = /[{}*/%+^$#@?;\\]/;
