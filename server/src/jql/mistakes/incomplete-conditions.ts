import { isPredicate, TokenKind } from '../syntax/token-kinds.ts';
import { isBesideAnd, isField, fieldOf } from './values-without-field.ts';
import type { MistakeFix } from './mistake.ts';
import type { WordRange, WordStream, WrittenOperator } from './word-stream.ts';
import { isIssueKey } from '../../common/issue-key.ts';

/** More fields would hardly be meant to share a condition, and each gets all of it. */
const mostFields = 10;

/** Fields with one condition for all of them. */
interface Shared {
  /** Each a field's name, as written. */
  readonly names: readonly string[];
  /** All but the last one. */
  readonly bare: WordRange;
  /** The connective as written; `undefined` where several differ. */
  readonly joint: string | undefined;
  readonly isInParentheses: boolean;
  /** The number of the operator. */
  readonly to: number;
}

/**
 * `assignee or reporter = anna`, `summary, description ~ x` and `(assignee or reporter) = anna`: fields that share one
 * condition, where each needs its own.
 *
 * @param read reads an operator and what follows it
 * @returns the number of the word after the condition; `undefined` where it is something else
 */
export function findSharedCondition(
  sentence: WordStream,
  from: number,
  read: (at: number) => { readonly operator: WrittenOperator; readonly operand: WordRange },
): number | undefined {
  const shared = sharedAt(sentence, from);
  if (shared === undefined) return undefined;
  const { operator, operand } = read(shared.to);
  const run = { from, to: operand.to };
  const isOperator = operator.name !== undefined || sentence.kind(operator.from) === TokenKind.Is;
  if (operand.to === operand.from || !isOperator || !sentence.isLiteral(run)) return undefined;
  // What follows would go with the last field alone.
  if (isPredicate(sentence.kind(operand.to))) return undefined;
  sentence.mistakes.push({
    code: 'missing-condition',
    span: sentence.span(shared.bare),
    arguments: { text: sentence.text(shared.bare) },
    covers: sentence.spanToNext(run),
    ...(shared.isInParentheses && { opens: [sentence.span(run).start] }),
    fixes: fixesOf(sentence, shared, run, operator),
  });
  return operand.to;
}

function sharedAt(sentence: WordStream, from: number): Shared | undefined {
  const isInParentheses = sentence.kind(from) === TokenKind.Open;
  const names: string[] = [];
  const joints = new Set<string>();
  const begin = isInParentheses ? from + 1 : from;
  let to = begin;
  for (;;) {
    const name = { from: to, to: to + 1 };
    if (!isField(sentence, name) || names.push(sentence.text(name)) > mostFields) return undefined;
    to++;
    if (!fieldSeparators.has(sentence.kind(to))) break;
    joints.add(sentence.kind(to) === TokenKind.And ? 'AND' : 'OR');
    to++;
  }
  const bare = { from: begin, to: to - 2 };
  if (isInParentheses && sentence.kind(to++) !== TokenKind.Close) return undefined;
  if (names.length < 2 || !sentence.isOperator(to)) return undefined;
  const [joint, ...others] = joints;
  return { names, bare, joint: others.length > 0 ? undefined : joint, isInParentheses, to };
}

const fieldSeparators: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or, TokenKind.Comma]);

function fixesOf(
  sentence: WordStream,
  { names, joint, isInParentheses }: Shared,
  run: WordRange,
  operator: WrittenOperator,
): readonly MistakeFix[] {
  if (joint === undefined) return [];
  const blank = sentence.isAdjacent(operator.from) ? '' : ' ';
  const written = sentence.text({ from: operator.from, to: run.to });
  // `a or b != x` may be meant of both.
  const isNegative = /!|not/i.test(sentence.text(operator));
  const all = names.map(name => name + blank + written).join(` ${joint} `);
  const isGrouped = isInParentheses || (joint === 'OR' && isBesideAnd(sentence, run));
  const to = isGrouped ? `(${all})` : all;
  return [
    {
      kind: 'syntax',
      title: 'fix.asName',
      arguments: { to },
      edits: [sentence.replace(run, to)],
      ...(!(isNegative && joint === 'OR') && { preferred: true }),
    },
  ];
}

/**
 * `created > -7d and < -1d`: an operator where a condition begins, which is about the field before it.
 *
 * @param name the field of the condition before it
 * @param at the number of the word after that condition
 * @param read reads what follows an operator
 * @returns the number of the word after the operator and its value; `undefined` where it is something else
 */
export function findConditionWithoutField(
  sentence: WordStream,
  name: WordRange,
  at: number,
  read: (from: number) => WordRange,
): number | undefined {
  const isJoined = joining.has(sentence.kind(at));
  const from = isJoined ? at + 1 : at;
  if (!sentence.isOperator(from) || (!isJoined && !comparing.has(sentence.kind(from)))) return undefined;
  const operand = read(from);
  const run = { from, to: operand.to };
  if (operand.to === operand.from || !sentence.isLiteral({ from: name.from, to: operand.to }))
    return undefined;
  const field = fieldOf(sentence, name);
  const { start } = sentence.span(run);
  sentence.mistakes.push({
    code: 'missing-field',
    span: sentence.span(run),
    arguments: { text: sentence.text(run) },
    covers: sentence.spanToNext(run),
    fixes: [
      {
        kind: 'syntax',
        title: 'fix.repeat',
        arguments: { start: field },
        edits: [{ span: { start, end: start }, newText: isJoined ? `${field} ` : `AND ${field} ` }],
        preferred: true,
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

/**
 * `ABC-1` or `ABC-1, ABC-2` in place of a condition: keys of issues without their field. Returns the number of the word
 * after them; `undefined` where it is something else.
 */
export function findLoneKeys(sentence: WordStream, from: number): number | undefined {
  const keys: number[] = [];
  let to = from;
  while (isKey(sentence, to)) {
    keys.push(to);
    to++;
    const isJoined = keySeparators.has(sentence.kind(to)) && isKey(sentence, to + 1);
    if (isJoined) to++;
  }
  const run = { from, to };
  if (
    keys.length === 0 ||
    sentence.isOperator(to) ||
    !endsCondition(sentence, to) ||
    !sentence.isLiteral(run)
  )
    return undefined;
  const list = keys.map(at => sentence.wordText(at)).join(', ');
  const written = keys.length === 1 ? `key = ${list}` : `key in (${list})`;
  sentence.mistakes.push({
    code: 'lone-value',
    span: sentence.span(run),
    arguments: { text: sentence.text(run) },
    covers: sentence.spanToNext(run),
    fixes: [
      {
        kind: 'syntax',
        title: 'fix.asName',
        arguments: { to: written },
        edits: [sentence.replace(run, written)],
        preferred: true,
      },
    ],
  });
  return to;
}

const isKey = (sentence: WordStream, at: number): boolean =>
  sentence.kind(at) === TokenKind.Word && isIssueKey(sentence.wordText(at));

const keySeparators: ReadonlySet<TokenKind> = new Set([TokenKind.Comma, TokenKind.Or]);

/** True where a condition can end. */
const endsCondition = (sentence: WordStream, at: number): boolean =>
  sentence.isEnd(at) || !(sentence.isWord(at) || sentence.kind(at) === TokenKind.OpenBracket);
