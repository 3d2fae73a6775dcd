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

/** Checks one expectation by itself, and its columns against those that the query shows. */
export function checkExpectation(
  value: string,
  shown: readonly string[] | undefined,
): readonly ExpectProblem[] {
  const parsed = parseExpectation(value);
  const whole = { start: 0, end: value.length };
  const meaning = parsed.expectation && checkMeaning(parsed.expectation, whole);
  return [...parsed.problems, ...(meaning ? [meaning] : []), ...hiddenColumns(parsed, shown)];
}

function hiddenColumns(
  { columns }: ParsedExpectation,
  shown: readonly string[] | undefined,
): readonly ExpectProblem[] {
  if (shown === undefined) return [];
  const shownNames = new Set(shown.map(name => name.toLowerCase()));
  return columns
    .filter(({ text }) => !shownNames.has(text.toLowerCase()))
    .map(({ text, span }: Token) => {
      const similar = nearest(text, shown);
      const isNear = similar !== undefined;
      return {
        code: 'expect-hidden-column' as const,
        span,
        arguments: { name: text, columns: nameList(shown), ...(isNear && { nearest: similar }) },
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

/** Checks whether an expectation repeats or contradicts an earlier one of the same query. */
export function checkAmongOthers(value: string, before: readonly string[]): ExpectProblem | undefined {
  const { expectation } = parseExpectation(value);
  if (expectation === undefined) return undefined;
  const span = { start: 0, end: value.length };
  for (const text of before) {
    const other = parseExpectation(text).expectation;
    if (other === undefined) continue;
    if (JSON.stringify(other) === JSON.stringify(expectation))
      return { code: 'expect-repeated', span, arguments: {} };
    if (excludes(expectation, other))
      return { code: 'expect-conflict', span, arguments: { other: text.trim() } };
  }
  return undefined;
}

function excludes(one: Expectation, other: Expectation): boolean {
  if (one.kind !== 'rows' || other.kind !== 'rows') return false;
  const [a, b] = [intervalOf(one.relation, one.count), intervalOf(other.relation, other.count)];
  if (a && b) return Math.max(a.least, b.least) > Math.min(a.most, b.most);
  // “!=” excludes only one number.
  const [exact, others] = a ? [one, other] : [other, one];
  return exact.relation === '=' && exact.count === others.count;
}
