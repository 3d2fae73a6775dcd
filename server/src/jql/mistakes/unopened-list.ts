import { takesList } from '../syntax/operator-kinds.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import type { Condition } from './alternatives.ts';
import type { Run, Sentence } from './sentence.ts';

/**
 * `status in Open, Done)`: a list whose parenthesis was closed, and not opened. Returns the number of the word after it;
 * `undefined` where it is something else.
 */
export function findUnopenedList(sentence: Sentence, { operator, operand }: Condition): number | undefined {
  if (operator.name === undefined || !takesList(operator.name)) return undefined;
  const values: Run[] = [];
  let at = operand.from;
  for (;;) {
    const value = sentence.value(at);
    if (value.to === value.from) return undefined;
    values.push(value);
    at = value.to;
    if (sentence.kind(at) !== TokenKind.Comma) break;
    at++;
  }
  const run = { from: operand.from, to: at + 1 };
  if (!sentence.closesNothing(at) || !sentence.isLiteral(run)) return undefined;
  const [first, ...others] = values.map(value => ({ value, text: sentence.written(value) }));
  if (first === undefined) return undefined;
  sentence.mistakes.push({
    code: 'unopened-list',
    span: sentence.span(run),
    arguments: { text: sentence.text(first.value) },
    covers: sentence.reach(run),
    fixes: [
      {
        kind: 'list',
        title: 'fix.openParenthesis',
        arguments: {},
        edits: [
          sentence.replace(first.value, `(${first.text}`),
          ...others.map(({ value, text }) => sentence.replace(value, text)),
        ],
        preferred: true,
      },
    ],
  });
  return run.to;
}
