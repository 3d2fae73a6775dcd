/** Finds conditions that lack a part: `assignee or reporter = anna`, `and < -1d`, `ABC-1`. */
import { isPredicate, TokenKind } from '../syntax/token-kinds.ts';
import { type Condition, isBesideAnd, isField, fieldOf } from './values-without-field.ts';
import type { MistakeFix } from './mistake.ts';
import type { WordRange, WordStream, WrittenOperator } from './word-stream.ts';
import { isIssueKey } from '#shared/base/issue-key.ts';

/** The maximum number of fields that share a condition; each gets a copy of it. */
const maxFields = 10;

/** Fields with one condition for all of them. */
interface Shared {
  /** The names of the fields, as written. */
  readonly names: readonly string[];
  /** The range of all names but the last. */
  readonly bare: WordRange;
  /** The connective as written; `undefined` where several differ. */
  readonly joint: string | undefined;
  readonly isInParentheses: boolean;
  /** The index of the operator. */
  readonly to: number;
}

/**
 * Reports `assignee or reporter = anna`, `summary, description ~ x` and `(assignee or reporter) = anna`: fields that
 * share one condition, where each needs its own.
 *
 * @param read reads an operator and what follows it
 * @returns the number of the word after the condition; `undefined` where it is something else
 */
export function findSharedCondition(
  stream: WordStream,
  from: number,
  read: (at: number) => { readonly operator: WrittenOperator; readonly operand: WordRange },
): number | undefined {
  const shared = sharedAt(stream, from);
  if (shared === undefined) return undefined;
  const { operator, operand } = read(shared.to);
  const range = { from, to: operand.to };
  const isOperator = operator.name !== undefined || stream.kind(operator.from) === TokenKind.Is;
  if (operand.to === operand.from || !isOperator || !stream.isLiteral(range)) return undefined;
  // A predicate would apply to the last field alone.
  if (isPredicate(stream.kind(operand.to))) return undefined;
  stream.mistakes.push({
    code: 'missing-condition',
    span: stream.span(shared.bare),
    arguments: { text: stream.text(shared.bare) },
    covers: stream.spanToNext(range),
    ...(shared.isInParentheses && { opens: [stream.span(range).start] }),
    fixes: fixesOf(stream, shared, range, operator),
  });
  return operand.to;
}

function sharedAt(stream: WordStream, from: number): Shared | undefined {
  const isInParentheses = stream.kind(from) === TokenKind.Open;
  const names: string[] = [];
  const joints = new Set<string>();
  const begin = isInParentheses ? from + 1 : from;
  let to = begin;
  for (;;) {
    const name = { from: to, to: to + 1 };
    if (!isField(stream, name) || names.push(stream.text(name)) > maxFields) return undefined;
    to++;
    if (!fieldSeparators.has(stream.kind(to))) break;
    joints.add(stream.kind(to) === TokenKind.And ? 'AND' : 'OR');
    to++;
  }
  const bare = { from: begin, to: to - 2 };
  if (isInParentheses && stream.kind(to++) !== TokenKind.Close) return undefined;
  if (names.length < 2 || !stream.isOperator(to)) return undefined;
  const [joint, ...others] = joints;
  return { names, bare, joint: others.length > 0 ? undefined : joint, isInParentheses, to };
}

const fieldSeparators: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or, TokenKind.Comma]);

function fixesOf(
  stream: WordStream,
  { names, joint, isInParentheses }: Shared,
  range: WordRange,
  operator: WrittenOperator,
): readonly MistakeFix[] {
  if (joint === undefined) return [];
  const blank = stream.isAdjacent(operator.from) ? '' : ' ';
  const conditionText = stream.text({ from: operator.from, to: range.to });
  // The meaning of `a or b != x` is not clear.
  const isNegative = /!|not/i.test(stream.text(operator));
  // Fields of several types do not have one value: what `project and component = A` lacks is more likely the first value.
  const types = new Set(names.map(name => stream.catalogue.field(name)?.type));
  const isSensible = types.size === 1 || stream.kind(operator.from) === TokenKind.Is;
  const conditions = names.map(name => name + blank + conditionText).join(` ${joint} `);
  const isGrouped = isInParentheses || (joint === 'OR' && isBesideAnd(stream, range));
  const to = isGrouped ? `(${conditions})` : conditions;
  return [
    {
      kind: 'syntax',
      title: 'fix.asName',
      arguments: { to },
      edits: [stream.replace(range, to)],
      ...(!(isNegative && joint === 'OR') && isSensible && { preferred: true }),
    },
  ];
}

/**
 * Reports `created > -7d and < -1d`: an operator without a field, which continues the condition before it.
 *
 * @param before the field and the operator of the condition before it
 * @param at the number of the word after that condition
 * @param read reads what follows an operator
 * @returns the number of the word after the operator and its value; `undefined` where it is something else
 */
export function findConditionWithoutField(
  stream: WordStream,
  before: Pick<Condition, 'name' | 'operator'>,
  at: number,
  read: (from: number) => WordRange,
): number | undefined {
  const isJoined = joining.has(stream.kind(at));
  const from = isJoined ? at + 1 : at;
  if (!stream.isOperator(from) || (!isJoined && !comparing.has(stream.kind(from)))) return undefined;
  const operand = read(from);
  const range = { from, to: operand.to };
  if (operand.to === operand.from || !stream.isLiteral({ from: before.name.from, to: operand.to }))
    return undefined;
  const field = fieldOf(stream, before.name);
  const { start } = stream.span(range);
  const isPreferred =
    /^[\p{L}"']/u.test(stream.text(before.name)) &&
    (stream.kind(at) !== TokenKind.And || isAlike(stream.kind(before.operator.from), stream.kind(from)));
  stream.mistakes.push({
    code: 'missing-field',
    span: stream.span(range),
    arguments: { text: stream.text(range) },
    covers: stream.spanToNext(range),
    fixes: [
      {
        kind: 'syntax',
        title: 'fix.repeat',
        arguments: { start: field },
        edits: [{ span: { start, end: start }, newText: isJoined ? `${field} ` : `AND ${field} ` }],
        ...(isPreferred && { preferred: true }),
      },
    ],
  });
  return operand.to;
}

const joining: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or]);

const comparing: ReadonlySet<TokenKind> = new Set([
  TokenKind.Less,
  TokenKind.LessOrEqual,
  TokenKind.Greater,
  TokenKind.GreaterOrEqual,
]);

/** True for operators that can both apply to one value: `project = A and in (B, C)` more likely lacks another field. */
const isAlike = (one: TokenKind, other: TokenKind): boolean =>
  [comparing, excluding, searching].some(kinds => kinds.has(one) && kinds.has(other));

const excluding: ReadonlySet<TokenKind> = new Set([TokenKind.NotEquals, TokenKind.NotLike, TokenKind.Not]);
const searching: ReadonlySet<TokenKind> = new Set([TokenKind.Like, TokenKind.NotLike]);

/**
 * Reports `ABC-1` or `ABC-1, ABC-2` in place of a condition: keys of issues without a field. Returns the index after
 * them; `undefined` = something else.
 */
export function findLoneKeys(stream: WordStream, from: number): number | undefined {
  const keys: number[] = [];
  let to = from;
  while (isKey(stream, to)) {
    keys.push(to);
    to++;
    const isJoined = keySeparators.has(stream.kind(to)) && isKey(stream, to + 1);
    if (isJoined) to++;
  }
  const range = { from, to };
  if (keys.length === 0 || stream.isOperator(to) || !endsCondition(stream, to) || !stream.isLiteral(range))
    return undefined;
  const list = keys.map(at => stream.wordText(at)).join(', ');
  const keyCondition = keys.length === 1 ? `key = ${list}` : `key in (${list})`;
  stream.mistakes.push({
    code: 'lone-value',
    span: stream.span(range),
    arguments: { text: stream.text(range) },
    covers: stream.spanToNext(range),
    fixes: [
      {
        kind: 'syntax',
        title: 'fix.asName',
        arguments: { to: keyCondition },
        edits: [stream.replace(range, keyCondition)],
        preferred: true,
      },
    ],
  });
  return to;
}

const isKey = (stream: WordStream, at: number): boolean =>
  stream.kind(at) === TokenKind.Word && isIssueKey(stream.wordText(at));

const keySeparators: ReadonlySet<TokenKind> = new Set([TokenKind.Comma, TokenKind.Or]);

/** True where a condition can end. */
const endsCondition = (stream: WordStream, at: number): boolean =>
  stream.isEnd(at) || !(stream.isWord(at) || stream.kind(at) === TokenKind.OpenBracket);
