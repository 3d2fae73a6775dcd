/** Finds values without quotes, and quotes inside quoted texts. */
import usual from '../../../catalogue/jql/values.json' with { type: 'json' };
import type { Span } from '#shared/base/text/span.ts';
import { quoteIfNeeded } from '../syntax/quotes.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import type { Word } from './meant-words.ts';
import type { MistakeFix } from './mistake.ts';
import type { WordRange, WordStream } from './word-stream.ts';

/** Reports a value with an apostrophe or a special character inside, or with doubled quotes around it. */
export function findUnquotedValue(stream: WordStream, range: WordRange): void {
  const isQuoted = stream.kind(range.from) === TokenKind.Quoted;
  if (stream.kind(range.to - 1) === TokenKind.Close) findArguments(stream, range);
  else if (isQuoted ? range.to > range.from + 1 : hasMisreadWord(stream, range)) reportValue(stream, range);
}

/** Reports the words with a special character inside, and values of several words, in a function's parentheses. */
function findArguments(stream: WordStream, { from, to }: WordRange): void {
  for (let at = from; at < to; at++) {
    const word = { from: at, to: at + 1 };
    if (hasMisreadWord(stream, word)) reportValue(stream, word);
  }
  let start = from + 2;
  for (let at = start; at < to; at++) {
    if (at < to - 1 && stream.kind(at) !== TokenKind.Comma) continue;
    const value = { from: start, to: at };
    if (at > start + 1 && isOneValue(stream, value)) reportValue(stream, value);
    start = at + 1;
  }
}

/** True for words that are no query: those of a query begin with a field. */
const isOneValue = (stream: WordStream, { from, to }: WordRange): boolean =>
  stream.words.slice(from, to).every((_, index) => stream.isWord(from + index)) &&
  stream.catalogue.field(stream.wordText(from)) === undefined &&
  !hasMisreadWord(stream, { from, to });

/** True where one of the words contains a special character that JQL misreads. */
export const hasMisreadWord = (stream: WordStream, { from, to }: WordRange): boolean =>
  stream.words.slice(from, to).some(({ misread: odd, kind }) => odd && kind !== TokenKind.Quoted);

const isMisreadQuote = ({ misread: odd, kind }: Word): boolean => odd && kind === TokenKind.Quoted;

/** Reports each quoted text with an unescaped quote in it, because it changes how the rest of the query is read. */
export function findQuotesInside(stream: WordStream): void {
  const covered = { from: stream.words.findIndex(isMisreadQuote), to: stream.words.length - 1 };
  for (const [at, word] of stream.words.entries()) {
    const range = { from: at, to: at + 1 };
    if (!isMisreadQuote(word) || !stream.isLiteral(range)) continue;
    const to = stream.correctedText(range);
    stream.mistakes.push({
      code: 'quote-inside',
      span: stream.span(range),
      arguments: { quote: stream.text(range).charAt(0), to },
      covers: stream.spanToNext(covered),
      opens: stream.parenthesesAround(at),
      fixes: [
        {
          kind: 'quotes',
          title: 'fix.asName',
          arguments: { to },
          edits: [stream.replace(range, to)],
          preferred: true,
        },
      ],
    });
  }
}

/** Reports that a value needs quotes. */
export const reportValue = (
  stream: WordStream,
  range: WordRange,
  covers: Span = coveredSpan(stream, range),
): void => report(stream, [range], covers);

/** Reports several values of a condition that need quotes: the first one hides the others from the grammar. */
export const reportValues = (stream: WordStream, ranges: readonly WordRange[]): void =>
  report(stream, ranges, stream.spanToNext({ from: ranges[0]!.from, to: ranges.at(-1)!.to }));

function report(stream: WordStream, ranges: readonly WordRange[], covers: Span): void {
  const [first] = ranges;
  if (first === undefined || !ranges.every(range => stream.isLiteral(range) && !isCall(stream, range)))
    return;
  const text = ranges.map(range => stream.text(range)).join('”, “');
  // Words such as `Open Done` are one value, or several without a comma.
  const several = ranges.length === 1 ? usualValuesIn(stream.text(first)) : undefined;
  const before = stream.kind(first.from - 1);
  const isInList = before === TokenKind.Open || before === TokenKind.Comma;
  stream.mistakes.push({
    code: 'unquoted-value',
    span: stream.span(first),
    arguments: { text, to: ranges.map(range => stream.correctedText(range)).join(', ') },
    covers,
    ...(text.includes("'") && { opens: stream.parenthesesAround(first.from) }),
    fixes: [
      {
        kind: 'quotes',
        title: 'fix.quote',
        arguments: { text },
        edits: ranges.map(range => stream.replace(range, stream.correctedText(range))),
        ...(several === undefined &&
          !(isInList && ranges.some(range => beginsWithUsualValue(stream.text(range)))) &&
          ranges.every(({ from, to }) => isPhrase(stream.text({ from: Math.max(0, from - 1), to }))) && {
            preferred: true,
          }),
      },
      ...(isInList && several !== undefined ? [asValuesFix(stream, first, several)] : []),
    ],
  });
}

const asValuesFix = (stream: WordStream, range: WordRange, values: readonly string[]): MistakeFix => {
  const to = values.join(', ');
  return { kind: 'list', title: 'fix.asList', arguments: { to }, edits: [stream.replace(range, to)] };
};

/**
 * Returns the usual values of one field, or the keys, that words consist of, in quotes where they need it; undefined = other
 * words, or one value.
 */
function usualValuesIn(text: string): readonly string[] | undefined {
  const words = text.split(/\s+/);
  if (words.length > 1 && !isUsualValue(text) && words.every(isCapitals)) return words.map(quoteIfNeeded);
  for (const names of Object.values(usual.values)) {
    const values = splitIntoValues(text.toLowerCase().replaceAll(/\s+/g, ' '), names);
    if (values.length > 1) return values.map(quoteIfNeeded);
  }
  return undefined;
}

/** True for `Done Obsolete`: a usual value and more, which is more likely a list. */
const beginsWithUsualValue = (text: string): boolean =>
  Object.values(usual.values).some(names => {
    const isUsual = names.some(name => isSameText(name, text));
    return (
      !isUsual &&
      names.some(name => isSameText(name, text.slice(0, name.length)) && text[name.length] === ' ')
    );
  });

/** True for a value that most sites have in one of their fields. */
export const isUsualValue = (text: string): boolean =>
  Object.values(usual.values).some(names => names.some(name => isSameText(name, text)));

const isSameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** True for what may be the key of a project. */
const isCapitals = (word: string): boolean => /^[A-Z][A-Z\d_]+$/.test(word);

/** Takes the longest value at the start, then those of the rest; empty = the text has other words. */
function splitIntoValues(text: string, names: readonly string[]): readonly string[] {
  const fitting = names.filter(value => `${text} `.startsWith(`${value.toLowerCase()} `));
  const [longest = ''] = fitting.toSorted((a, b) => b.length - a.length);
  if (longest.length === 0 || longest.length === text.length) return longest === '' ? [] : [longest];
  const rest = splitIntoValues(text.slice(longest.length + 1), names);
  return rest.length === 0 ? [] : [longest, ...rest];
}

const period = /^(?:last|previous|this|current|next) (?:\d+ )?(?:minute|hour|day|week|month|quarter|year)s?$/;

/**
 * True for words, with the one before them, that may be one value: no word twice in a row, no OR between others, no
 * ORDER BY, no day or period after other words.
 */
export function isPhrase(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const isDoubled = words.some((word, index) => word === words[index - 1]);
  const isChoice = words.slice(1, -1).some((word, index) => word === 'or' && /\p{L}|\d/u.test(words[index]!));
  const isPeriod =
    words.slice(2).some(word => /^(?:-?\d+[smhdwy]|today|yesterday|tomorrow|ago)$/.test(word)) ||
    [2, 3].some(count => words.length > count + 1 && period.test(words.slice(-count).join(' ')));
  return !isDoubled && !isChoice && !isPeriod && !(words.includes('order') && words.includes('by'));
}

/** True for words before a parenthesis, the last of which is more likely the name of a function. */
const isCall = (stream: WordStream, { from, to }: WordRange): boolean =>
  to > from + 1 && stream.kind(to) === TokenKind.Open;

/** Returns the span that a value explains; an apostrophe in it affects all text after it. */
function coveredSpan(stream: WordStream, range: WordRange): Span {
  const reach = stream.spanToNext(range);
  const last = stream.words.length - 1;
  return stream.text(range).includes("'") ? stream.spanToNext({ from: range.from, to: last }) : reach;
}
