import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { isHistory, takesList } from '../syntax/operators.ts';
import { isOperatorSign, isPredicate, TokenKind } from '../syntax/token-kinds.ts';
import { findValuesWithoutField } from './values-without-field.ts';
import { findColonCondition } from './colon-conditions.ts';
import { findWrongBrackets, findListMistakes, findUnopenedList } from './list-mistakes.ts';
import { findLoneKeys, findConditionWithoutField, findSharedCondition } from './incomplete-conditions.ts';
import { findMissingQuote } from './unclosed-quotes.ts';
import { findUnquotedName, findShortForm } from './name-mistakes.ts';
import { type WordRange, WordStream, type WrittenOperator } from './word-stream.ts';
import type { Mistake } from './mistake.ts';
import { findQuotesInside, findUnquotedValue, reportValue, reportValues } from './value-mistakes.ts';

const cache = new WeakMap<
  JqlQuery,
  { readonly catalogue: JqlCatalogue; readonly mistakes: readonly Mistake[] }
>();

/**
 * What looks like a mistake that people make in writing, in order; empty for a query that the grammar takes. Each counts
 * only where the grammar refuses something that it covers.
 *
 * @param text the block's
 */
export function findMistakes(query: JqlQuery, text: string, catalogue: JqlCatalogue): readonly Mistake[] {
  if (query.errors.length === 0) return [];
  const cached = cache.get(query);
  if (cached?.catalogue === catalogue) return cached.mistakes;
  const sentence = new WordStream(query.body, text, catalogue);
  findQuotesInside(sentence);
  findMissingQuote(sentence);
  let at = 0;
  while (!sentence.isEnd(at)) at = Math.max(at + 1, readCondition(sentence, at));
  const mistakes = sentence.mistakes.toSorted((a, b) => a.span.start - b.span.start);
  cache.set(query, { catalogue, mistakes });
  return mistakes;
}

/** Reads one condition, from its field's name; returns the number of the word after it. */
function readCondition(sentence: WordStream, from: number): number {
  const behindColon = findColonCondition(sentence, from);
  if (behindColon !== undefined) return behindColon;
  const behindKeys = findLoneKeys(sentence, from);
  if (behindKeys !== undefined) return behindKeys;
  const behindShared = findSharedCondition(sentence, from, at => {
    const operator = operatorAt(sentence, at);
    return { operator, operand: readOperand(sentence, operator) };
  });
  if (behindShared !== undefined) return behindShared;
  const name = nameAt(sentence, from);
  if (name.to === from) return from + 1;
  const next = sentence.kind(name.to);
  const isCall = next === TokenKind.Open && sentence.isAdjacent(name.to);
  if (isCall) return sentence.groupEnd(name.to);
  const following = findShortForm(sentence, name);
  if (following === undefined && !sentence.isOperator(name.to)) return name.to;
  if (following === undefined) findUnquotedName(sentence, name);
  const operator =
    following === undefined ? operatorAt(sentence, name.to) : { from, to: following, name: undefined };
  const operand = readOperand(sentence, operator);
  const condition = { name, operator, operand };
  const behindList = findUnopenedList(sentence, condition);
  if (behindList !== undefined) return behindList;
  let to = findValuesWithoutField(sentence, condition);
  const phrases: WordRange[] = [];
  while (isPredicate(sentence.kind(to))) {
    const value = readOperand(sentence, { from: to, to: to + 1, name: undefined });
    if (isPhrase(sentence, value)) phrases.push(value);
    ({ to } = value);
  }
  if (phrases.length > 0) reportValues(sentence, phrases);
  const read = (at: number): WordRange => readOperand(sentence, operatorAt(sentence, at));
  for (;;) {
    const end = findConditionWithoutField(sentence, name, to, read);
    if (end === undefined) return to;
    to = end;
  }
}

/** The words before an operator. What is in brackets belongs to the name. */
function nameAt(sentence: WordStream, from: number): WordRange {
  if (sentence.kind(from) === TokenKind.Quoted) return { from, to: from + 1 };
  let to = from;
  while (sentence.isWord(to) && !sentence.isOperator(to)) {
    to++;
    if (sentence.kind(to) === TokenKind.OpenBracket) to = sentence.groupEnd(to);
  }
  return { from, to };
}

function operatorAt(sentence: WordStream, from: number): WrittenOperator {
  let to = from + 1;
  const kind = sentence.kind(from);
  const goesOn = (next: TokenKind) => sentence.kind(to) === next && !!to++;
  if (isOperatorSign(kind)) while (isOperatorSign(sentence.kind(to))) to++;
  else if (kind === TokenKind.Is) goesOn(TokenKind.Not);
  else if (kind === TokenKind.Not) goesOn(TokenKind.In);
  else if (kind === TokenKind.Was) {
    goesOn(TokenKind.Not);
    goesOn(TokenKind.In);
  }
  const text = sentence.text({ from, to }).toLowerCase().replaceAll(/\s+/g, ' ');
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

/** Reads what a field is compared with. */
function readOperand(sentence: WordStream, operator: WrittenOperator): WordRange {
  const from = operator.to;
  // CHANGED is followed by predicates alone.
  if (sentence.kind(from - 1) === TokenKind.Changed) return { from, to: from };
  const kind = sentence.kind(from);
  if (kind === TokenKind.Open) return findListMistakes(sentence, operator);
  if (kind === TokenKind.OpenBracket) return findWrongBrackets(sentence, operator);
  const run = longValue(sentence, operator) ?? sentence.value(from);
  findUnquotedValue(sentence, run);
  return run;
}

/**
 * A value with a word in it that begins a predicate, as in `Ready to Deploy` and `On Hold`, where none can follow;
 * `undefined` = it has none. Of `To Do` the grammar says as much.
 */
function longValue(sentence: WordStream, { to: from, name }: WrittenOperator): WordRange | undefined {
  if (name === undefined || takesList(name)) return undefined;
  const isPart = (at: number): boolean => isPartOfValue(sentence, at, isHistory(name));
  const isFirst = isPart(from) && sentence.kind(from) !== TokenKind.To;
  const begin = isFirst ? from + 2 : sentence.value(from).to;
  let to = begin;
  while (to > from && isPart(to) && !sentence.beginsLine(to)) to = sentence.value(to + 1).to;
  if (to === begin && !isFirst) return undefined;
  const run = { from, to };
  if (!sentence.words.slice(from, to).every((_, index) => sentence.isWord(from + index))) return undefined;
  reportValue(sentence, run);
  return run;
}

/** `= Open on 2024-01-15` and `= Open by anna` rather ask for the past. */
function isPartOfValue(sentence: WordStream, at: number, isPast: boolean): boolean {
  const kind = sentence.kind(at);
  if (!isPredicate(kind) || !sentence.isWord(at + 1) || isPredicate(sentence.kind(at + 1))) return false;
  if (kind === TokenKind.To || (kind === TokenKind.From && !isPast)) return true;
  const isCall = sentence.kind(at + 2) === TokenKind.Open;
  return !isPast && kind !== TokenKind.By && !isCall && /^\p{L}/u.test(sentence.wordText(at + 1));
}

/** True for several words without quotes. */
const isPhrase = (sentence: WordStream, { from, to }: WordRange): boolean =>
  to > from + 1 && sentence.words.slice(from, to).every((_, index) => sentence.isWord(from + index));
