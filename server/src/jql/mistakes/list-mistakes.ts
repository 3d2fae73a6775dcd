import { isIssueKey } from '../../common/issue-key.ts';
import type { Edit } from '../../language/problem.ts';
import { counterpart, takesList } from '../syntax/operators.ts';
import { isReserved, TokenKind } from '../syntax/token-kinds.ts';
import type { WordRange, WordStream, WrittenOperator } from './word-stream.ts';
import { hasMisreadWord, reportValue } from './value-mistakes.ts';
import type { Condition } from './values-without-field.ts';

/** The values of a list in parentheses, each of several words without quotes, and what separates them other than commas. */
export function findListMistakes(sentence: WordStream, operator: WrittenOperator): WordRange {
  const from = operator.to;
  const to = sentence.groupEnd(from);
  const { items, separators } = itemsOf(sentence, from, to);
  for (const item of items) {
    if (!isOneValue(sentence, item, separators.length > 0)) continue;
    // Such a word ends the list too early, so that even its parenthesis is said to be open.
    const breaksList =
      hasMisreadWord(sentence, item) ||
      sentence.words.slice(item.from + 1, item.to).some(({ kind }) => isReserved(kind));
    const reach = sentence.text(item).includes("'") ? sentence.words.length - 1 : to;
    reportValue(sentence, item, sentence.spanToNext(breaksList ? { from, to: reach } : item));
  }
  for (const at of separators) {
    const run = { from: at, to: at + 1 };
    if (sentence.wordText(at) === ';' && sentence.isLiteral(run))
      reportSeparators(sentence, run, run, [sentence.replace(run, ',')]);
  }
  const connectives = separators.filter(at => connectiveKinds.has(sentence.kind(at)));
  const [first] = connectives;
  if (first === undefined || !sentence.isLiteral({ from, to })) return { from, to };
  const list =
    operator.name === undefined || takesList(operator.name) ? undefined : counterpart(operator.name);
  const edits = [
    ...(list === undefined ? [] : [sentence.replace(operator, list)]),
    ...connectives.map(at => commaAt(sentence, at)),
  ];
  // After a connective the grammar expects another condition, up to the end of the list.
  reportSeparators(sentence, { from: first, to: first + 1 }, { from, to }, edits);
  return { from, to };
}

function reportSeparators(
  sentence: WordStream,
  run: WordRange,
  covered: WordRange,
  edits: readonly Edit[],
): void {
  sentence.mistakes.push({
    code: 'separator',
    message: 'separator.list',
    span: sentence.span(run),
    arguments: { found: sentence.text(run) },
    covers: sentence.spanToNext(covered),
    fixes: [{ kind: 'syntax', title: 'fix.writeComma', arguments: {}, edits, preferred: true }],
  });
}

/** A list in other brackets than parentheses. */
export function findWrongBrackets(sentence: WordStream, operator: WrittenOperator): WordRange {
  const from = operator.to;
  const to = sentence.groupEnd(from);
  const run = { from, to };
  const [first, last] = [sentence.wordText(from), sentence.wordText(to - 1)];
  const isClosed = sentence.kind(to - 1) === TokenKind.CloseBracket;
  const { items, separators } = itemsOf(sentence, from, to);
  const isWanted = operator.name !== undefined && takesList(operator.name);
  // One value in braces is rather a variable's name.
  const isList = items.length > 1 || (items.length === 1 && (first === '[' || isWanted));
  if (!isClosed || !isList || !sentence.isLiteral(run)) return run;
  const list = isWanted ? undefined : operator.name && counterpart(operator.name);
  const edits: Edit[] = [
    ...(list === undefined ? [] : [sentence.replace(operator, list)]),
    sentence.replace({ from, to: from + 1 }, '('),
    ...items.flatMap(item => quoting(sentence, item)),
    ...separators.flatMap(at =>
      sentence.wordText(at) === ',' ? [] : [sentence.replace({ from: at, to: at + 1 }, ',')],
    ),
    sentence.replace({ from: to - 1, to }, ')'),
  ];
  sentence.mistakes.push({
    code: 'list-brackets',
    span: sentence.span(run),
    arguments: { first, last },
    covers: sentence.spanToNext(run),
    fixes: [{ kind: 'list', title: 'fix.roundBrackets', arguments: {}, edits, preferred: true }],
  });
  return run;
}

const quoting = (sentence: WordStream, item: WordRange): Edit[] =>
  sentence.isUnquoted(item) ? [sentence.replace(item, sentence.correctedText(item))] : [];

interface Items {
  readonly items: readonly WordRange[];
  /** The numbers of the commas and semicolons. */
  readonly separators: readonly number[];
}

/** What is between two brackets, without those of functions in it. */
function itemsOf(sentence: WordStream, from: number, to: number): Items {
  const items: WordRange[] = [];
  const separators: number[] = [];
  let begin = from + 1;
  const end = isClosing(sentence.kind(to - 1)) ? to - 1 : to;
  const isSeparator = separatorsIn(sentence, begin, end);
  for (let at = begin; at <= end; at++) {
    const kind = sentence.kind(at);
    if (at < end && kind === TokenKind.Open) at = sentence.groupEnd(at) - 1;
    else if (at >= end || isSeparator(at)) {
      if (at < end) separators.push(at);
      if (at > begin) items.push({ from: begin, to: at });
      begin = at + 1;
    }
  }
  return { items, separators };
}

/** What separates values: commas, and a last `or` or `and`; or these alone. */
function separatorsIn(sentence: WordStream, from: number, end: number): (at: number) => boolean {
  const separators: number[] = [];
  for (let at = from; at < end; at++) {
    const kind = sentence.kind(at);
    const isSeparator = kind === TokenKind.Comma || connectiveKinds.has(kind);
    if (isSeparator) separators.push(at);
    else if (kind !== TokenKind.Quoted && !sentence.isWord(at)) return isComma;
    if (isSeparator && (at === from || at === end - 1 || separators.at(-2) === at - 1)) return isComma;
  }
  const isJoined = separators.every(at => connectiveKinds.has(sentence.kind(at)));
  const isLastJoined = separators.slice(0, -1).every(at => isComma(at));
  return isJoined || isLastJoined ? at => separators.includes(at) : isComma;

  function isComma(at: number): boolean {
    return sentence.kind(at) === TokenKind.Comma;
  }
}

const connectiveKinds: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or]);

/** A comma directly after the value before it. */
function commaAt(sentence: WordStream, at: number): Edit {
  const { span } = sentence.replace({ from: at, to: at + 1 }, ',');
  return { span: { start: sentence.span({ from: at - 1, to: at }).end, end: span.end }, newText: ',' };
}

const isClosing = (kind: TokenKind): boolean => kind === TokenKind.Close || kind === TokenKind.CloseBracket;

/** True for words that are rather one value than values without commas between them. */
function isOneValue(sentence: WordStream, { from, to }: WordRange, hasCommas: boolean): boolean {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  const isPart = (at: number): boolean =>
    sentence.isWord(at) || (hasCommas && at > from && at < to - 1 && connectiveKinds.has(sentence.kind(at)));
  if (numbers.some(at => !isPart(at) || isIssueKey(sentence.wordText(at)))) return false;
  if (numbers.slice(1).some(at => sentence.beginsLine(at) || sentence.isAdjacent(at))) return false;
  if (hasMisreadWord(sentence, { from, to })) return true;
  return to > from + 1 && (hasCommas || numbers.some(at => isReserved(sentence.kind(at))));
}

/**
 * `status in Open, Done)`: a list whose parenthesis was closed, and not opened. Returns the number of the word after it;
 * `undefined` where it is something else.
 */
export function findUnopenedList(sentence: WordStream, { operator, operand }: Condition): number | undefined {
  if (operator.name === undefined || !takesList(operator.name)) return undefined;
  const values: WordRange[] = [];
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
  if (!sentence.isUnmatchedClose(at) || !sentence.isLiteral(run)) return undefined;
  const [first, ...others] = values.map(value => ({ value, text: sentence.correctedText(value) }));
  if (first === undefined) return undefined;
  sentence.mistakes.push({
    code: 'unopened-list',
    span: sentence.span(run),
    arguments: { text: sentence.text(first.value) },
    covers: sentence.spanToNext(run),
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
