/** Finds typical mistakes in queries with syntax errors. */
import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { isHistory, takesList } from '../syntax/operators.ts';
import { isOperatorSign, isPredicate, TokenKind } from '../syntax/token-kinds.ts';
import { findValuesWithoutField } from './values-without-field.ts';
import { findColonCondition } from './colon-conditions.ts';
import { findWrongBrackets, findListMistakes, findUnopenedList } from './list-mistakes.ts';
import { findLoneKeys, findConditionWithoutField, findSharedCondition } from './incomplete-conditions.ts';
import { findMissingQuote } from './unclosed-quotes.ts';
import { findMisspelledKeywords } from './misspelled-keywords.ts';
import { findUnquotedName, findShortForm } from './name-mistakes.ts';
import { type WordRange, WordStream, type WrittenOperator } from './word-stream.ts';
import type { Mistake } from './mistake.ts';
import { findQuotesInside, findUnquotedValue, reportValue, reportValues } from './value-mistakes.ts';

const cache = new WeakMap<
  JqlQuery,
  { readonly catalogue: JqlCatalogue; readonly mistakes: readonly Mistake[] }
>();

/**
 * Returns typical mistakes, in order; empty for a query without syntax errors. Each is reported only where the
 * grammar rejects something that it covers.
 *
 * @param text the text of the block
 */
export function findMistakes(query: JqlQuery, text: string, catalogue: JqlCatalogue): readonly Mistake[] {
  if (query.errors.length === 0) return [];
  const cached = cache.get(query);
  if (cached?.catalogue === catalogue) return cached.mistakes;
  const misspelled = findMisspelledKeywords(query, text);
  const mistakes = misspelled.length > 0 ? misspelled : findOtherMistakes(query, text, catalogue);
  cache.set(query, { catalogue, mistakes });
  return mistakes;
}

function findOtherMistakes({ body }: JqlQuery, text: string, catalogue: JqlCatalogue): readonly Mistake[] {
  const stream = new WordStream(body, text, catalogue);
  findQuotesInside(stream);
  findMissingQuote(stream);
  let at = 0;
  while (!stream.isEnd(at)) at = Math.max(at + 1, readCondition(stream, at));
  const mistakes = stream.mistakes.toSorted((a, b) => a.span.start - b.span.start);
  // After a missing quote what is quoted and what is not are mixed up.
  const last = mistakes.findIndex(({ code }) => code === 'missing-quote');
  return last < 0 ? mistakes : mistakes.slice(0, last + 1);
}

/** Reads one condition, starting with its field; returns the index after it. */
function readCondition(stream: WordStream, from: number): number {
  const afterColon = findColonCondition(stream, from);
  if (afterColon !== undefined) return afterColon;
  const afterKeys = findLoneKeys(stream, from);
  if (afterKeys !== undefined) return afterKeys;
  const afterShared = findSharedCondition(stream, from, at => {
    const operator = operatorAt(stream, at);
    return { operator, operand: readOperand(stream, operator) };
  });
  if (afterShared !== undefined) return afterShared;
  const name = nameAt(stream, from);
  if (name.to === from) return from + 1;
  const next = stream.kind(name.to);
  const isCall = next === TokenKind.Open && stream.isAdjacent(name.to);
  if (isCall) return stream.groupEnd(name.to);
  const afterShortForm = findShortForm(stream, name);
  if (afterShortForm === undefined && !stream.isOperator(name.to)) return name.to;
  if (afterShortForm === undefined) findUnquotedName(stream, name);
  const operator =
    afterShortForm === undefined
      ? operatorAt(stream, name.to)
      : { from, to: afterShortForm, name: undefined };
  const operand = readOperand(stream, operator);
  const condition = { name, operator, operand };
  const afterList = findUnopenedList(stream, condition);
  if (afterList !== undefined) return afterList;
  let to = findValuesWithoutField(stream, condition);
  const phrases: WordRange[] = [];
  while (isPredicate(stream.kind(to))) {
    const value = readOperand(stream, { from: to, to: to + 1, name: undefined });
    if (isSeveralWords(stream, value)) phrases.push(value);
    ({ to } = value);
  }
  if (phrases.length > 0) reportValues(stream, phrases);
  const read = (at: number): WordRange => readOperand(stream, operatorAt(stream, at));
  for (;;) {
    const end = findConditionWithoutField(stream, condition, to, read);
    if (end === undefined) return to;
    to = end;
  }
}

/** Returns the words before an operator, including what is in brackets. */
function nameAt(stream: WordStream, from: number): WordRange {
  if (stream.kind(from) === TokenKind.Quoted) return { from, to: from + 1 };
  let to = from;
  while (stream.isWord(to) && !stream.isOperator(to)) {
    to++;
    if (stream.kind(to) === TokenKind.OpenBracket) to = stream.groupEnd(to);
  }
  return { from, to };
}

function operatorAt(stream: WordStream, from: number): WrittenOperator {
  let to = from + 1;
  const kind = stream.kind(from);
  const skip = (next: TokenKind): void => {
    if (stream.kind(to) === next) to++;
  };
  if (isOperatorSign(kind)) while (isOperatorSign(stream.kind(to))) to++;
  else if (kind === TokenKind.Is) skip(TokenKind.Not);
  else if (kind === TokenKind.Not) skip(TokenKind.In);
  else if (kind === TokenKind.Was) {
    skip(TokenKind.Not);
    skip(TokenKind.In);
  }
  const text = stream.text({ from, to }).toLowerCase().replaceAll(/\s+/g, ' ');
  return { from, to, name: operatorNames.find(name => name === text) };
}

const operatorNames = [
  '=',
  '!=',
  '~',
  '!~',
  '<',
  '>',
  '<=',
  '>=',
  'in',
  'not in',
  'was',
  'was not',
  'was in',
  'was not in',
] as const;

/** Reads the operand after an operator; returns its range. */
function readOperand(stream: WordStream, operator: WrittenOperator): WordRange {
  const from = operator.to;
  // Only predicates can follow CHANGED.
  if (stream.kind(from - 1) === TokenKind.Changed) return { from, to: from };
  const kind = stream.kind(from);
  if (kind === TokenKind.Open) return findListMistakes(stream, operator);
  if (kind === TokenKind.OpenBracket) return findWrongBrackets(stream, operator);
  const range = longValue(stream, operator) ?? stream.value(from);
  findUnquotedValue(stream, range);
  return range;
}

/**
 * Returns a value that contains the first word of a predicate, as in `Ready to Deploy` and `On Hold`, where no
 * predicate can follow; `undefined` = none. The grammar itself reports `To Do` well enough.
 */
function longValue(stream: WordStream, { to: from, name }: WrittenOperator): WordRange | undefined {
  if (name === undefined || takesList(name)) return undefined;
  const isPart = (at: number): boolean => isPartOfValue(stream, at, isHistory(name));
  const isFirst = isPart(from) && stream.kind(from) !== TokenKind.To;
  const begin = isFirst ? from + 2 : stream.value(from).to;
  let to = begin;
  while (to > from && isPart(to) && !stream.beginsLine(to)) to = stream.value(to + 1).to;
  if (to === begin && !isFirst) return undefined;
  const range = { from, to };
  if (!stream.words.slice(from, to).every((_, index) => stream.isWord(from + index))) return undefined;
  reportValue(stream, range);
  return range;
}

/** True for a word inside a value; `= Open on 2024-01-15` and `= Open by anna` are more likely conditions on history. */
function isPartOfValue(stream: WordStream, at: number, isPast: boolean): boolean {
  const kind = stream.kind(at);
  if (!isPredicate(kind) || !stream.isWord(at + 1) || isPredicate(stream.kind(at + 1))) return false;
  if (kind === TokenKind.To || (kind === TokenKind.From && !isPast)) return true;
  const isCall = stream.kind(at + 2) === TokenKind.Open;
  return !isPast && kind !== TokenKind.By && !isCall && /^\p{L}/u.test(stream.wordText(at + 1));
}

/** True for several words without quotes. */
const isSeveralWords = (stream: WordStream, { from, to }: WordRange): boolean =>
  to > from + 1 && stream.words.slice(from, to).every((_, index) => stream.isWord(from + index));
