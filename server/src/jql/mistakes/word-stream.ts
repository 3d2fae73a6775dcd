import type { Edit } from '../../language/problem.ts';
import type { MappedText } from '../../language/mapped-text.ts';
import type { Span } from '../../language/span.ts';
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

/** Words from the one to before the other, by their numbers. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** The operator as written; undefined where JQL has no such operator. */
export interface WrittenOperator extends WordRange {
  readonly name: OperatorName | undefined;
}

/** A query as a row of words, read without its grammar, and the mistakes that are found in it. */
export class WordStream {
  readonly words: readonly Word[];
  readonly mistakes: Mistake[] = [];
  readonly catalogue: JqlCatalogue;
  readonly #body: MappedText;
  readonly #source: string;
  /** The numbers of the closing parentheses that close nothing. */
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
  /** The place of a run in the block. */
  span({ from, to }: WordRange): Span {
    return this.#body.sourceOf(this.word(from).start, this.word(to - 1).end);
  }
  /** From a run to where the word after it begins. */
  spanToNext({ from, to }: WordRange): Span {
    const start = this.#body.sourceOf(this.word(from).start, this.word(from).end);
    const end = this.word(to).start;
    return { start: start.start, end: this.#body.sourceOf(end, end).start };
  }
  /** Puts another text in place of a run. */
  replace(run: WordRange, newText: string): Edit {
    return { span: this.span(run), newText };
  }

  /** True where a run is written in the block as it is read: no variable is in it. */
  isLiteral(run: WordRange): boolean {
    const { start, end } = this.span(run);
    return (
      this.#source.slice(start, end) ===
      this.#body.text.slice(this.word(run.from).start, this.word(run.to - 1).end)
    );
  }

  /** True where a line ends before a word. */
  beginsLine(at: number): boolean {
    return at > 0 && /[\r\n]/.test(this.#body.text.slice(this.word(at - 1).end, this.word(at).start));
  }
  /** True where nothing is between a word and the one before it. */
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

  /** After the parenthesis or bracket that closes what opens here; the end where nothing closes it. */
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

  /** True for a closing parenthesis before which none is open. */
  isUnmatchedClose(at: number): boolean {
    this.#unopened ??= unopenedIn(this.words);
    return this.#unopened.has(at);
  }

  /** The offsets of the parentheses that are open before a word, in the block. */
  openParenthesesBefore(at: number): readonly number[] {
    const open: number[] = [];
    for (let before = 0; before < at; before++)
      if (this.kind(before) === TokenKind.Open) open.push(this.span({ from: before, to: before + 1 }).start);
      else if (this.kind(before) === TokenKind.Close) open.pop();
    return open;
  }

  /** The offsets of the parentheses around a word, in the block; only those that are closed. */
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

  /** The words of the value here, with a function's parentheses; empty if there is no value. */
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

  /** True where an operator follows a word, or where the word is one before a list. */
  #beginsList(at: number): boolean {
    return this.isOperator(at + 1) || (this.isOperator(at) && this.kind(at + 1) === TokenKind.Open);
  }

  /** After `""two words""`, or after a quoted text. */
  #phraseEnd(from: number): number {
    const isEmpty = (at: number): boolean => this.wordText(at) === '""';
    if (!isEmpty(from) || !this.isAdjacent(from + 1)) return from + 1;
    let to = from + 1;
    while (this.isWord(to) && !this.beginsLine(to)) to++;
    return to > from + 1 && isEmpty(to) && this.isAdjacent(to) ? to + 1 : from + 1;
  }

  /** True for a value that must be quoted and is not. */
  isUnquoted(run: WordRange): boolean {
    const { from, to } = run;
    if (this.kind(from) === TokenKind.Quoted) return to > from + 1 || this.word(from).misread;
    if (this.kind(to - 1) === TokenKind.Close) return false;
    if (to > from + 1) return true;
    const kind = this.kind(from);
    return (
      this.word(from).misread ||
      (isReserved(kind) && kind !== TokenKind.Empty) ||
      refused.test(this.text(run))
    );
  }

  /** A value as JQL wants it written. */
  correctedText(run: WordRange): string {
    if (!this.isUnquoted(run)) return this.text(run);
    if (this.kind(run.from) !== TokenKind.Quoted) return quoted(this.text(run));
    if (run.to === run.from + 1) return requoted(this.text(run));
    return quoted(`"${this.text({ from: run.from + 1, to: run.to - 1 })}"`);
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
