import type { Span } from '../../language/span.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import type { Run, Sentence } from './sentence.ts';

/** A value with an apostrophe or a sign inside, or with doubled quotes around it. */
export function findValue(sentence: Sentence, run: Run): void {
  const isQuoted = sentence.kind(run.from) === TokenKind.Quoted;
  if (isQuoted ? run.to > run.from + 1 : isOdd(sentence, run)) reportValue(sentence, run);
}

/** True where a sign is in one of the words. */
export const isOdd = (sentence: Sentence, { from, to }: Run): boolean =>
  sentence.words.slice(from, to).some(({ odd }) => odd);

/** Tells that a value needs quotes. */
export function reportValue(sentence: Sentence, run: Run, covers: Span = reachOf(sentence, run)): void {
  if (!sentence.isLiteral(run)) return;
  const [text, to] = [sentence.text(run), sentence.written(run)];
  sentence.mistakes.push({
    code: 'unquoted-value',
    span: sentence.span(run),
    arguments: { text, to },
    covers,
    fixes: [
      {
        kind: 'quotes',
        title: 'fix.quote',
        arguments: { text },
        edits: [sentence.replace(run, to)],
        preferred: true,
      },
    ],
  });
}

/** An apostrophe makes something else of all that follows. */
function reachOf(sentence: Sentence, run: Run): Span {
  const reach = sentence.reach(run);
  const last = sentence.words.length - 1;
  return sentence.text(run).includes("'") ? sentence.reach({ from: run.from, to: last }) : reach;
}
