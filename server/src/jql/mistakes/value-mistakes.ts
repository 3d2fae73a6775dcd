import type { Span } from '../../language/span.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import type { Word } from './meant-words.ts';
import type { WordRange, WordStream } from './word-stream.ts';

/** A value with an apostrophe or a sign inside, or with doubled quotes around it. */
export function findUnquotedValue(sentence: WordStream, run: WordRange): void {
  const isQuoted = sentence.kind(run.from) === TokenKind.Quoted;
  if (sentence.kind(run.to - 1) === TokenKind.Close) findArguments(sentence, run);
  else if (isQuoted ? run.to > run.from + 1 : hasMisreadWord(sentence, run)) reportValue(sentence, run);
}

/** The words with a sign inside in a function's parentheses. */
function findArguments(sentence: WordStream, { from, to }: WordRange): void {
  for (let at = from; at < to; at++) {
    const word = { from: at, to: at + 1 };
    if (hasMisreadWord(sentence, word)) reportValue(sentence, word);
  }
}

/** True where a sign is in one of the words. */
export const hasMisreadWord = (sentence: WordStream, { from, to }: WordRange): boolean =>
  sentence.words.slice(from, to).some(({ misread: odd, kind }) => odd && kind !== TokenKind.Quoted);

const isMisreadQuote = ({ misread: odd, kind }: Word): boolean => odd && kind === TokenKind.Quoted;

/** Each quoted text with a quote in it that is not escaped, whatever it is: the rest of the query is read otherwise. */
export function findQuotesInside(sentence: WordStream): void {
  const covered = { from: sentence.words.findIndex(isMisreadQuote), to: sentence.words.length - 1 };
  for (const [at, word] of sentence.words.entries()) {
    const run = { from: at, to: at + 1 };
    if (!isMisreadQuote(word) || !sentence.isLiteral(run)) continue;
    const to = sentence.correctedText(run);
    sentence.mistakes.push({
      code: 'quote-inside',
      span: sentence.span(run),
      arguments: { quote: sentence.text(run).charAt(0), to },
      covers: sentence.spanToNext(covered),
      opens: sentence.parenthesesAround(at),
      fixes: [
        {
          kind: 'quotes',
          title: 'fix.asName',
          arguments: { to },
          edits: [sentence.replace(run, to)],
          preferred: true,
        },
      ],
    });
  }
}

/** Tells that a value needs quotes. */
export const reportValue = (
  sentence: WordStream,
  run: WordRange,
  covers: Span = coveredSpan(sentence, run),
): void => report(sentence, [run], covers);

/** Tells that several values of a condition need quotes: the first one hides the others from the grammar. */
export const reportValues = (sentence: WordStream, runs: readonly WordRange[]): void =>
  report(sentence, runs, sentence.spanToNext({ from: runs[0]!.from, to: runs.at(-1)!.to }));

function report(sentence: WordStream, runs: readonly WordRange[], covers: Span): void {
  const [first] = runs;
  if (first === undefined || !runs.every(run => sentence.isLiteral(run))) return;
  const text = runs.map(run => sentence.text(run)).join('”, “');
  sentence.mistakes.push({
    code: 'unquoted-value',
    span: sentence.span(first),
    arguments: { text, to: runs.map(run => sentence.correctedText(run)).join(', ') },
    covers,
    ...(text.includes("'") && { opens: sentence.parenthesesAround(first.from) }),
    fixes: [
      {
        kind: 'quotes',
        title: 'fix.quote',
        arguments: { text },
        edits: runs.map(run => sentence.replace(run, sentence.correctedText(run))),
        preferred: true,
      },
    ],
  });
}

/** An apostrophe makes something else of all that follows. */
function coveredSpan(sentence: WordStream, run: WordRange): Span {
  const reach = sentence.spanToNext(run);
  const last = sentence.words.length - 1;
  return sentence.text(run).includes("'") ? sentence.spanToNext({ from: run.from, to: last }) : reach;
}
