/**
 * Checks expectations that can be parsed: those that never hold, that always hold, and that contradict another one.
 */
import { nameList } from '#shared/base/text/name-list.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Span, Token } from '#shared/base/text/span.ts';
import type { ExpectProblem, Expectation, Relation } from './expectation.ts';
import { type ParsedExpectation, parseExpectation } from './expectation-parser.ts';

/** The whole numbers that a relation allows; both ends belong to it. `undefined` = all but one, so no interval. */
interface Interval {
  readonly least: number;
  readonly most: number;
}

/** The columns that a query shows. */
export class ShownColumns {
  readonly names: readonly string[];
  /** In lower case. */
  readonly folded: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.folded = new Set(names.map(name => name.toLowerCase()));
    this.names = names.slice(0, maxNames);
  }
}

/** Columns among which a similar name is looked for. */
const maxNames = 200;

/** Checks one expectation by itself, and its columns against those that the query shows. */
export function checkExpectation(value: string, shown: ShownColumns | undefined): readonly ExpectProblem[] {
  const parsed = parseExpectation(value);
  const whole = { start: 0, end: value.length };
  const meaning = parsed.expectation && checkMeaning(parsed.expectation, whole);
  return [...parsed.problems, ...(meaning ? [meaning] : []), ...hiddenColumns(parsed, shown)];
}

function hiddenColumns(
  { columns }: ParsedExpectation,
  shown: ShownColumns | undefined,
): readonly ExpectProblem[] {
  if (shown === undefined) return [];
  const { names, folded } = shown;
  return columns
    .filter(({ text }) => !folded.has(text.toLowerCase()))
    .map(({ text, span }: Token) => {
      const similar = nearest(text, names);
      const isNear = similar !== undefined;
      return {
        code: 'expect-hidden-column' as const,
        span,
        arguments: { name: text, columns: nameList(names), ...(isNear && { nearest: similar }) },
        ...(isNear && { variant: 'nearest' }),
      };
    });
}

function checkMeaning(expectation: Expectation, span: Span): ExpectProblem | undefined {
  if (expectation.kind === 'rows') return checkLimit(expectation.relation, expectation.count, span, '');
  if (expectation.kind === 'time') {
    const { relation, milliseconds } = expectation;
    const isExact = relation === '=' || relation === '<=';
    if (isExact && milliseconds <= 0) return { code: 'expect-never', span, arguments: {}, variant: 'time' };
    return checkLimit(relation, milliseconds, span, 'time');
  }
  if (expectation.kind !== 'every' && expectation.kind !== 'any' && expectation.kind !== 'none')
    return undefined;
  const { condition, column } = expectation;
  // An empty text is not a value that a cell can have.
  const isEmptyText =
    (condition.kind === 'relation' && condition.value.text === '') ||
    (condition.kind === 'contains' && condition.text === '');
  return isEmptyText ? { code: 'expect-never', span, arguments: { column }, variant: 'empty' } : undefined;
}

function checkLimit(
  relation: Relation,
  limit: number,
  span: Span,
  variant: string,
): ExpectProblem | undefined {
  const suffix = variant === '' ? {} : { variant };
  const interval = intervalOf(relation, limit);
  if (interval === undefined)
    return limit < 0 ? { code: 'expect-always', span, arguments: {}, ...suffix } : undefined;
  if (interval.most < 0) return { code: 'expect-never', span, arguments: {}, ...suffix };
  const isAll = interval.least <= 0 && interval.most === Infinity;
  return isAll ? { code: 'expect-always', span, arguments: {}, ...suffix } : undefined;
}

function intervalOf(relation: Relation, limit: number): Interval | undefined {
  switch (relation) {
    case '=':
      return { least: limit, most: limit };
    case '<':
      return { least: -Infinity, most: limit - 1 };
    case '<=':
      return { least: -Infinity, most: limit };
    case '>':
      return { least: limit + 1, most: Infinity };
    case '>=':
      return { least: limit, most: Infinity };
    case '!=':
      return undefined;
  }
}

/** An expectation about rows, and its place among those of its query. */
interface Placed {
  readonly index: number;
  readonly text: string;
}

/** The earlier expectations of a query, so that each is compared with all of them at once. */
export class EarlierExpectations {
  readonly #first = new Map<string, Placed>();
  /** Numbers of rows that “!=” excludes, and those that “=” demands. */
  readonly #excluded = new Map<number, Placed>();
  readonly #exact = new Map<number, Placed>();
  /** Those that allow the least and the most rows. */
  #lowest: (Placed & { readonly most: number }) | undefined;
  #highest: (Placed & { readonly least: number }) | undefined;
  #count = 0;

  /** Checks whether an expectation repeats or contradicts an earlier one, and adds it to them. */
  add(value: string): ExpectProblem | undefined {
    const { expectation } = parseExpectation(value);
    if (expectation === undefined) return undefined;
    const placed = { index: this.#count++, text: value.trim() };
    const key = JSON.stringify(expectation);
    const same = this.#first.get(key);
    const conflict = this.#excluding(expectation);
    if (same === undefined) this.#first.set(key, placed);
    this.#addRows(expectation, placed);
    const span = { start: 0, end: value.length };
    if (same !== undefined && (conflict === undefined || same.index < conflict.index))
      return { code: 'expect-repeated', span, arguments: {} };
    return conflict && { code: 'expect-conflict', span, arguments: { other: conflict.text } };
  }

  #addRows(expectation: Expectation, placed: Placed): void {
    if (expectation.kind !== 'rows') return;
    const { relation, count } = expectation;
    const interval = intervalOf(relation, count);
    if (interval === undefined) {
      if (!this.#excluded.has(count)) this.#excluded.set(count, placed);
      return;
    }
    if (relation === '=' && !this.#exact.has(count)) this.#exact.set(count, placed);
    if (this.#lowest === undefined || interval.most < this.#lowest.most)
      this.#lowest = { ...placed, most: interval.most };
    if (this.#highest === undefined || interval.least > this.#highest.least)
      this.#highest = { ...placed, least: interval.least };
  }

  /** An earlier expectation that cannot hold together with this one; `undefined` = no such expectation. */
  #excluding(expectation: Expectation): Placed | undefined {
    if (expectation.kind !== 'rows') return undefined;
    const { relation, count } = expectation;
    const interval = intervalOf(relation, count);
    if (interval === undefined) return this.#exact.get(count);
    const excluded = this.#excluded.get(count);
    return [
      ...(this.#lowest && interval.least > this.#lowest.most ? [this.#lowest] : []),
      ...(this.#highest && interval.most < this.#highest.least ? [this.#highest] : []),
      ...(relation === '=' && excluded ? [excluded] : []),
    ].toSorted((a, b) => a.index - b.index)[0];
  }
}
