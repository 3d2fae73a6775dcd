import { TokenKind } from '../syntax/token-kinds.ts';
import { fieldOf } from './alternatives.ts';
import type { Run, Sentence } from './sentence.ts';

/**
 * `created > -7d and < -1d`: an operator where a condition begins, which is about the field before it.
 *
 * @param name the field of the condition before it
 * @param at the number of the word after that condition
 * @param read reads what follows an operator
 * @returns the number of the word after the operator and its value; `undefined` where it is something else
 */
export function findMissingField(
  sentence: Sentence,
  name: Run,
  at: number,
  read: (from: number) => Run,
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
    covers: sentence.reach(run),
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
