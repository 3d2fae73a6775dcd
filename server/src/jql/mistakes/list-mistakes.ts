/** Finds mistakes in lists: wrong separators and brackets, missing quotes and parentheses. */
import { isIssueKey } from '#shared/base/issue-key.ts';
import type { Edit } from '#shared/base/text/problem.ts';
import { counterpart, takesList } from '../syntax/operators.ts';
import { isReserved, TokenKind } from '../syntax/token-kinds.ts';
import type { WordRange, WordStream, WrittenOperator } from './word-stream.ts';
import { hasMisreadWord, isUsualValue, reportValue } from './value-mistakes.ts';
import type { Condition } from './values-without-field.ts';

/** Reports values of several words without quotes in a list, and wrong separators. Returns the range of the list. */
export function findListMistakes(stream: WordStream, operator: WrittenOperator): WordRange {
  const from = operator.to;
  const to = listEnd(stream, from);
  const { items, separators } = itemsOf(stream, from, to);
  for (const item of items) {
    if (!isOneValue(stream, item, separators.length > 0)) continue;
    // Such a word ends the list too early, so that its parenthesis is reported as unclosed too.
    const breaksList =
      hasMisreadWord(stream, item) ||
      stream.words.slice(item.from + 1, item.to).some(({ kind }) => isReserved(kind));
    // An apostrophe opens a quoted text, so that all text after it is misread.
    const reach = stream.text(item).includes("'") ? stream.words.length - 1 : to;
    reportValue(stream, item, stream.spanToNext(breaksList ? { from, to: reach } : item));
  }
  for (const at of separators) {
    const range = { from: at, to: at + 1 };
    if (stream.wordText(at) === ';' && stream.isLiteral(range))
      reportSeparators(stream, range, range, [stream.replace(range, ',')]);
  }
  const connectives = separators.filter(at => connectiveKinds.has(stream.kind(at)));
  const [first] = connectives;
  if (first === undefined || !stream.isLiteral({ from, to })) return { from, to };
  const listOperator =
    operator.name === undefined || takesList(operator.name) ? undefined : counterpart(operator.name);
  const edits = [
    ...(listOperator === undefined ? [] : [stream.replace(operator, listOperator)]),
    ...connectives.map(at => commaAt(stream, at)),
  ];
  // After a connective the grammar expects another condition, up to the end of the list.
  reportSeparators(stream, { from: first, to: first + 1 }, { from, to }, edits);
  return { from, to };
}

/** Returns the index after a list; one that nothing closes ends before the next connective. */
function listEnd(stream: WordStream, from: number): number {
  const end = stream.groupEnd(from);
  if (isClosing(stream.kind(end - 1))) return end;
  let to = from;
  while (to < end && !connectiveKinds.has(stream.kind(to))) to++;
  return to;
}

function reportSeparators(
  stream: WordStream,
  range: WordRange,
  covered: WordRange,
  edits: readonly Edit[],
): void {
  stream.mistakes.push({
    code: 'separator',
    message: 'separator.list',
    span: stream.span(range),
    arguments: { found: stream.text(range) },
    covers: stream.spanToNext(covered),
    fixes: [{ kind: 'syntax', title: 'fix.writeComma', arguments: {}, edits, preferred: true }],
  });
}

/** Reports a list in brackets other than parentheses. Returns the range of the list. */
export function findWrongBrackets(stream: WordStream, operator: WrittenOperator): WordRange {
  const from = operator.to;
  const to = stream.groupEnd(from);
  const range = { from, to };
  const [first, last] = [stream.wordText(from), stream.wordText(to - 1)];
  const isClosed = stream.kind(to - 1) === TokenKind.CloseBracket;
  const { items, separators } = itemsOf(stream, from, to);
  const isWanted = operator.name !== undefined && takesList(operator.name);
  // One value in braces is more likely the name of a variable.
  const isList = items.length > 1 || (items.length === 1 && (first === '[' || isWanted));
  if (!isClosed || !isList || !stream.isLiteral(range)) return range;
  const listOperator = isWanted ? undefined : operator.name && counterpart(operator.name);
  const edits: Edit[] = [
    ...(listOperator === undefined ? [] : [stream.replace(operator, listOperator)]),
    stream.replace({ from, to: from + 1 }, '('),
    ...items.flatMap(item => quoting(stream, item)),
    ...separators.flatMap(at =>
      stream.wordText(at) === ',' ? [] : [stream.replace({ from: at, to: at + 1 }, ',')],
    ),
    stream.replace({ from: to - 1, to }, ')'),
  ];
  stream.mistakes.push({
    code: 'list-brackets',
    span: stream.span(range),
    arguments: { first, last },
    covers: stream.spanToNext(range),
    fixes: [{ kind: 'list', title: 'fix.roundBrackets', arguments: {}, edits, preferred: true }],
  });
  return range;
}

const quoting = (stream: WordStream, item: WordRange): Edit[] =>
  stream.isUnquoted(item) ? [stream.replace(item, stream.correctedText(item))] : [];

interface Items {
  readonly items: readonly WordRange[];
  /** The indexes of the separators. */
  readonly separators: readonly number[];
}

/** Returns the items between two brackets, and their separators; those of functions inside are ignored. */
function itemsOf(stream: WordStream, from: number, to: number): Items {
  const items: WordRange[] = [];
  const separators: number[] = [];
  let begin = from + 1;
  const end = isClosing(stream.kind(to - 1)) ? to - 1 : to;
  const isSeparator = separatorsIn(stream, begin, end);
  for (let at = begin; at <= end; at++) {
    const kind = stream.kind(at);
    if (at < end && kind === TokenKind.Open) at = stream.groupEnd(at) - 1;
    else if (at >= end || isSeparator(at)) {
      if (at < end) separators.push(at);
      if (at > begin) items.push({ from: begin, to: at });
      begin = at + 1;
    }
  }
  return { items, separators };
}

/** Returns a test for separators: commas of which the last may be `and` or `or`, or only `and` or `or`. */
function separatorsIn(stream: WordStream, from: number, end: number): (at: number) => boolean {
  const separators: number[] = [];
  for (let at = from; at < end; at++) {
    if (stream.kind(at) === TokenKind.Open && stream.isAdjacent(at)) at = stream.groupEnd(at);
    if (at === end) break;
    const kind = stream.kind(at);
    const isSeparator = kind === TokenKind.Comma || connectiveKinds.has(kind);
    if (isSeparator) separators.push(at);
    else if (kind !== TokenKind.Quoted && !stream.isWord(at)) return isComma;
    if (isSeparator && (at === from || at === end - 1 || separators.at(-2) === at - 1)) return isComma;
  }
  const isJoined = separators.every(at => connectiveKinds.has(stream.kind(at)));
  const isLastJoined = separators.slice(0, -1).every(at => isComma(at));
  return isJoined || isLastJoined ? at => separators.includes(at) : isComma;

  function isComma(at: number): boolean {
    return stream.kind(at) === TokenKind.Comma;
  }
}

const connectiveKinds: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or]);

/** Returns an edit that writes a comma directly after the value before it. */
function commaAt(stream: WordStream, at: number): Edit {
  const { span } = stream.replace({ from: at, to: at + 1 }, ',');
  return { span: { start: stream.span({ from: at - 1, to: at }).end, end: span.end }, newText: ',' };
}

const isClosing = (kind: TokenKind): boolean => kind === TokenKind.Close || kind === TokenKind.CloseBracket;

/** True for words that are probably one value, not several without commas. */
function isOneValue(stream: WordStream, { from, to }: WordRange, hasCommas: boolean): boolean {
  const indexes = Array.from({ length: to - from }, (_, index) => from + index);
  const isPart = (at: number): boolean =>
    stream.isWord(at) || (hasCommas && at > from && at < to - 1 && connectiveKinds.has(stream.kind(at)));
  if (indexes.some(at => !isPart(at) || isIssueKey(stream.wordText(at)))) return false;
  if (indexes.slice(1).some(at => stream.beginsLine(at) || stream.isAdjacent(at))) return false;
  if (hasMisreadWord(stream, { from, to })) return true;
  return to > from + 1 && (hasCommas || indexes.some(at => isReserved(stream.kind(at))));
}

/**
 * Reports `status in Open, Done)`: a list without its opening parenthesis. Returns the index after it; `undefined` =
 * something else.
 */
export function findUnopenedList(stream: WordStream, { operator, operand }: Condition): number | undefined {
  if (operator.name === undefined || !takesList(operator.name)) return undefined;
  const values: WordRange[] = [];
  let at = operand.from;
  for (;;) {
    const value = stream.value(at);
    if (value.to === value.from) return undefined;
    values.push(value);
    at = value.to;
    if (stream.kind(at) !== TokenKind.Comma) break;
    at++;
  }
  const range = { from: operand.from, to: at + 1 };
  if (!stream.isUnmatchedClose(at) || !stream.isLiteral(range)) return undefined;
  const [first, ...others] = values.map(value => ({ value, text: stream.correctedText(value) }));
  if (first === undefined) return undefined;
  stream.mistakes.push({
    code: 'unopened-list',
    span: stream.span(range),
    arguments: { text: stream.text(first.value) },
    covers: stream.spanToNext(range),
    fixes: [
      {
        kind: 'list',
        title: 'fix.openParenthesis',
        arguments: {},
        edits: [
          stream.replace(first.value, `(${first.text}`),
          ...others.map(({ value, text }) => stream.replace(value, text)),
        ],
        // Other words can be several values.
        ...(values.every(value => value.to === value.from + 1 || isUsualValue(stream.text(value))) && {
          preferred: true,
        }),
      },
    ],
  });
  return range.to;
}
