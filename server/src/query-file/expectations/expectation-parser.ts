/** The grammar of `@expect`. The parser never throws: what it cannot read is a problem, and then there is no expectation. */
import { nearest } from '#shared/base/text/nearest.ts';
import type { Span, Token } from '#shared/base/text/span.ts';
import { isWrongDate, momentOf } from './moments.ts';
import {
  type ExpectProblem,
  type CellExpectation,
  type Condition,
  type Expectation,
  type Quantifier,
  type Relation,
  relations,
  subjects,
  type WantedValue,
} from './expectation.ts';
import { type ExpectToken, tokenize } from './expectation-tokens.ts';

/** The tokens that can follow the end of an expectation's text. */
type Next =
  | { readonly kind: 'subject' | 'count' | 'duration' | 'column' | 'end' }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'operator'; readonly operators: readonly string[]; readonly column?: string }
  | { readonly kind: 'value'; readonly column: string; readonly operator: string };

export interface ParsedExpectation {
  /** Absent where it cannot be read. */
  readonly expectation?: Expectation;
  readonly problems: readonly ExpectProblem[];
  /** The columns as they are written; offsets are those of the value. */
  readonly columns: readonly Token[];
  readonly next: Next;
}

/** The operators of a column, as they are written. */
const cellOperators: readonly string[] = [
  ...relations,
  '~',
  '!~',
  'in',
  'not in',
  'is empty',
  'is not empty',
];

/** Reads what follows `# @expect`. */
export const parseExpectation = (value: string): ParsedExpectation => new Parser(value).parse();

const durations: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** How other languages write operators. */
const otherOperators: Readonly<Record<string, string>> = {
  '==': '=',
  '===': '=',
  '<>': '!=',
  '!==': '!=',
  '≠': '!=',
  '≤': '<=',
  '=<': '<=',
  '≥': '>=',
  '=>': '>=',
  '=~': '~',
  '~=': '~',
  '!': '!=',
};

/** The words that end a column of several words. */
const operatorWords: ReadonlySet<string> = new Set(['in', 'not', 'is']);

class Parser {
  readonly #value: string;
  readonly #tokens: readonly ExpectToken[];
  readonly #problems: ExpectProblem[] = [];
  readonly #columns: Token[] = [];
  #at = 0;
  #next: Next = { kind: 'subject' };

  constructor(value: string) {
    this.#value = value;
    this.#tokens = tokenize(value);
  }

  parse(): ParsedExpectation {
    const expectation = this.#expectation();
    const rest = this.#token;
    if (expectation !== undefined && rest !== undefined) {
      const end = this.#value.trimEnd().length;
      this.#report(
        'expect-end',
        { start: rest.span.start, end },
        { found: this.#value.slice(rest.span.start, end) },
      );
    }
    for (const { kind, isClosed, span } of this.#tokens)
      if (kind === 'quoted' && !isClosed) this.#report('expect-quote', span, {});
    const isRead = expectation !== undefined && this.#problems.length === 0;
    return {
      ...(isRead && { expectation }),
      problems: this.#problems.slice(0, 1),
      columns: this.#columns,
      next: this.#next,
    };
  }

  get #token(): ExpectToken | undefined {
    return this.#tokens[this.#at];
  }

  #report(
    code: ExpectProblem['code'],
    span: Span,
    values: ExpectProblem['arguments'],
    variant?: string,
  ): undefined {
    this.#problems.push({ code, span, arguments: values, ...(variant !== undefined && { variant }) });
    return undefined;
  }

  /** The place of the next token; at the end, that of the last one. */
  get #place(): Span {
    return this.#token?.span ?? this.#tokens.at(-1)?.span ?? { start: 0, end: 0 };
  }

  #take(...words: readonly string[]): ExpectToken | undefined {
    const token = this.#token;
    if (token?.kind !== 'word' || !words.includes(token.text.toLowerCase())) return undefined;
    this.#at++;
    return token;
  }

  #expectation(): Expectation | undefined {
    const subject = this.#take(...subjects)?.text.toLowerCase();
    const kind = subjects.find(candidate => candidate === subject);
    switch (kind) {
      case 'rows':
        return this.#rows();
      case 'time':
        return this.#time();
      case 'every':
      case 'any':
      case 'none':
        return this.#cells(kind);
      case 'unique':
        return this.#unique();
      case 'same':
        return this.#same();
      case 'complete':
        this.#next = { kind: 'end' };
        return { kind };
      case undefined: {
        const word = this.#token?.text ?? '';
        const similar = nearest(word, subjects);
        return this.#report(
          'expect-word',
          this.#place,
          { found: word, choices: subjectList, ...(similar !== undefined && { nearest: similar }) },
          similar === undefined ? undefined : 'nearest',
        );
      }
    }
  }

  #rows(): Expectation | undefined {
    const relation = this.#relation();
    if (relation === undefined) return undefined;
    this.#next = { kind: 'count' };
    const token = this.#token;
    const count = Number(token?.text);
    if (token?.kind !== 'word' || !/^-?\d{1,15}$/.test(token.text))
      return this.#report(
        'expect-number',
        this.#place,
        { found: token?.text ?? '' },
        token ? 'found' : undefined,
      );
    this.#at++;
    this.#next = { kind: 'end' };
    return { kind: 'rows', relation, count };
  }

  #time(): Expectation | undefined {
    const relation = this.#relation();
    if (relation === undefined) return undefined;
    this.#next = { kind: 'duration' };
    const token = this.#token;
    const [, digits = '', attached = ''] =
      /^(-?\d{1,9}(?:\.\d{1,3})?)([a-z]*)$/.exec(token?.text ?? '') ?? [];
    if (digits === '')
      return this.#report(
        'expect-duration',
        this.#place,
        { found: token?.text ?? '' },
        token ? 'found' : undefined,
      );
    this.#at++;
    const unit = attached === '' ? (this.#take(...Object.keys(durations))?.text ?? '') : attached;
    const length = Object.hasOwn(durations, unit) ? durations[unit] : undefined;
    if (length === undefined)
      return this.#report(
        'expect-duration',
        token!.span,
        { found: token!.text, nearest: `${digits}s` },
        unit === '' ? 'unit' : 'found',
      );
    this.#next = { kind: 'end' };
    return { kind: 'time', relation, milliseconds: Math.round(Number(digits) * length) };
  }

  /** An operator between a measure and a number. */
  #relation(): Relation | undefined {
    this.#next = { kind: 'operator', operators: relations };
    const token = this.#token;
    const relation = relations.find(candidate => candidate === token?.text);
    if (relation === undefined) return this.#noOperator(relations);
    this.#at++;
    return relation;
  }

  #noOperator(operators: readonly string[]): undefined {
    const token = this.#token;
    const choices = operators.join(', ');
    if (token === undefined) return this.#report('expect-operator', this.#place, { choices });
    const meant = Object.hasOwn(otherOperators, token.text) ? otherOperators[token.text] : undefined;
    const isMeant = meant !== undefined && operators.includes(meant);
    return this.#report(
      'expect-operator',
      token.span,
      { found: token.text, choices, ...(isMeant && { nearest: meant }) },
      isMeant ? 'nearest' : 'found',
    );
  }

  #cells(kind: Quantifier): CellExpectation | undefined {
    const column = this.#column();
    if (column === undefined) return undefined;
    const condition = this.#condition(column);
    return condition && { kind, column, condition };
  }

  #unique(): Expectation | undefined {
    const columns: string[] = [];
    for (;;) {
      const column = this.#column(true);
      if (column === undefined) return undefined;
      columns.push(column);
      this.#next = { kind: 'end' };
      if (this.#token?.kind !== 'comma') return { kind: 'unique', columns };
      this.#at++;
    }
  }

  #same(): Expectation | undefined {
    for (const word of ['as', 'last']) {
      this.#next = { kind: 'word', words: [word] };
      if (!this.#take(word))
        return this.#report(
          'expect-word',
          this.#place,
          { found: this.#token?.text ?? '', nearest: word },
          'same',
        );
    }
    this.#next = { kind: 'end' };
    return { kind: 'same' };
  }

  /** A name in quotes, or words up to an operator. */
  #column(isList = false): string | undefined {
    this.#next = { kind: 'column' };
    const first = this.#token;
    if (first?.kind === 'quoted') {
      this.#at++;
      if (first.content.trim() === '') return this.#report('expect-column', first.span, {});
      this.#columns.push({ text: first.content.trim(), span: first.span });
      return first.content.trim();
    }
    const isOfName = (token: ExpectToken | undefined, index: number): boolean =>
      token?.kind === 'word' && (isList || index === 0 || !operatorWords.has(token.text.toLowerCase()));
    const from = this.#at;
    while (isOfName(this.#token, this.#at - from)) this.#at++;
    const last = this.#tokens[this.#at - 1];
    if (first === undefined || last === undefined || this.#at === from)
      return this.#report('expect-column', this.#place, {});
    const span = { start: first.span.start, end: last.span.end };
    const text = this.#value.slice(span.start, span.end).replaceAll(/\s+/g, ' ');
    this.#columns.push({ text, span });
    return text;
  }

  #condition(column: string): Condition | undefined {
    this.#next = { kind: 'operator', operators: cellOperators, column };
    const token = this.#token;
    const relation = relations.find(candidate => candidate === token?.text);
    if (relation !== undefined) {
      this.#at++;
      const value = this.#parseValue(column, relation);
      return value && { kind: 'relation', relation, value };
    }
    if (token?.text === '~' || token?.text === '!~') {
      this.#at++;
      const value = this.#parseValue(column, token.text);
      return value && { kind: 'contains', isNegated: token.text === '!~', text: value.text };
    }
    if (this.#take('is')) return this.#emptiness();
    const isNegated = this.#take('not') !== undefined;
    if (isNegated) this.#next = { kind: 'word', words: ['in'] };
    if (this.#take('in')) return this.#list(column, isNegated);
    return this.#noOperator(isNegated ? ['in'] : cellOperators);
  }

  #emptiness(): Condition | undefined {
    this.#next = { kind: 'word', words: ['empty', 'not empty'] };
    const isNegated = this.#take('not') !== undefined;
    if (isNegated) this.#next = { kind: 'word', words: ['empty'] };
    if (this.#take('empty')) {
      this.#next = { kind: 'end' };
      return { kind: 'empty', isNegated };
    }
    const word = this.#token?.text ?? '';
    const isNull = /^(?:null|emtpy|blank|none|missing)$/i.test(word);
    return this.#report(
      'expect-value',
      this.#place,
      { found: word, ...(isNull && { nearest: 'empty' }) },
      'empty',
    );
  }

  #list(column: string, isNegated: boolean): Condition | undefined {
    const operator = isNegated ? 'not in' : 'in';
    this.#next = { kind: 'word', words: ['('] };
    const open = this.#token;
    if (open?.kind !== 'open') return this.#report('expect-list', this.#place, { operator });
    this.#at++;
    const values: WantedValue[] = [];
    for (;;) {
      const value = this.#parseValue(column, operator);
      if (value === undefined) return undefined;
      values.push(value);
      this.#next = { kind: 'word', words: [',', ')'] };
      const after = this.#token;
      this.#at++;
      if (after?.kind === 'close') break;
      if (after?.kind !== 'comma')
        return this.#report('expect-list', after?.span ?? open.span, { operator }, 'open');
    }
    this.#next = { kind: 'end' };
    return { kind: 'in', isNegated, values };
  }

  /** Parses one value: in quotes, or words up to the end of the expectation or of the item. */
  #parseValue(column: string, operator: string): WantedValue | undefined {
    this.#next = { kind: 'value', column, operator };
    const first = this.#token;
    if (first === undefined || first.kind === 'close' || first.kind === 'comma')
      return this.#report('expect-value', this.#place, { operator });
    if (first.kind === 'open')
      return this.#report(
        'expect-value',
        first.span,
        { operator, other: operator === '!=' ? 'not in' : 'in' },
        'list',
      );
    if (first.kind === 'operator') return this.#noValueBut(first, operator);
    if (first.kind === 'quoted') {
      this.#at++;
      this.#next = { kind: 'end' };
      if (isWrongDate(first.content)) return this.#wrongDate(first.content, first.span);
      const moment = /^\d/.test(first.content) ? momentOf(first.content) : undefined;
      return { text: first.content, ...(moment && { moment }) };
    }
    const from = this.#at;
    while (this.#token?.kind === 'word') {
      this.#at++;
      const [open, close] = [this.#token, this.#tokens[this.#at + 1]];
      const isCall = /^(?:now|today)$/i.test(this.#tokens[this.#at - 1]?.text ?? '');
      if (isCall && open?.kind === 'open' && close?.kind === 'close') this.#at += 2;
    }
    const last = this.#tokens[this.#at - 1] ?? this.#tokens[from]!;
    const span = { start: first.span.start, end: last.span.end };
    const text = this.#value.slice(span.start, span.end);
    this.#next = { kind: 'end' };
    if (isWrongDate(text)) return this.#wrongDate(text, span);
    return bareValue(text);
  }

  #wrongDate(text: string, span: Span): undefined {
    return this.#report('expect-date', span, { found: text });
  }

  #noValueBut({ text, span }: ExpectToken, operator: string): undefined {
    return this.#report('expect-value', span, { found: text, operator }, 'found');
  }
}

/** The subjects as a list for messages. */
const subjectList = subjects.map(subject => (subject === 'same' ? 'same as last' : subject)).join(', ');

const plainNumber = /^[+-]?\d{1,15}(?:\.\d{1,9})?$/;

function bareValue(text: string): WantedValue {
  if (plainNumber.test(text)) return { text, number: Number(text) };
  const moment = momentOf(text);
  return { text, ...(moment && { moment }) };
}
