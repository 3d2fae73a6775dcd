import { isIssueKey } from '../../common/issue-key.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import type { Sentence } from './sentence.ts';

/**
 * `ABC-1` or `ABC-1, ABC-2` in place of a condition: keys of issues without their field. Returns the number of the word
 * after them; `undefined` where it is something else.
 */
export function findLoneKeys(sentence: Sentence, from: number): number | undefined {
  const keys: number[] = [];
  let to = from;
  while (isKey(sentence, to)) {
    keys.push(to);
    to++;
    const isJoined = separators.has(sentence.kind(to)) && isKey(sentence, to + 1);
    if (isJoined) to++;
  }
  const run = { from, to };
  if (keys.length === 0 || sentence.isOperator(to) || !ends(sentence, to) || !sentence.isLiteral(run))
    return undefined;
  const list = keys.map(at => sentence.wordText(at)).join(', ');
  const written = keys.length === 1 ? `key = ${list}` : `key in (${list})`;
  sentence.mistakes.push({
    code: 'lone-value',
    span: sentence.span(run),
    arguments: { text: sentence.text(run) },
    covers: sentence.reach(run),
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

const isKey = (sentence: Sentence, at: number): boolean =>
  sentence.kind(at) === TokenKind.Word && isIssueKey(sentence.wordText(at));

const separators: ReadonlySet<TokenKind> = new Set([TokenKind.Comma, TokenKind.Or]);

/** True where a condition can end. */
const ends = (sentence: Sentence, at: number): boolean =>
  sentence.isEnd(at) || !(sentence.isWord(at) || sentence.kind(at) === TokenKind.OpenBracket);
