import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import type { JqlQuery } from '../syntax/nodes.ts';
import { isOperatorSign, isPredicate, TokenKind } from '../syntax/token-kinds.ts';
import { findAlternatives } from './alternatives.ts';
import { findColon } from './colon.ts';
import { findBrackets, findItems } from './list-mistakes.ts';
import { findLoneKeys } from './lone-keys.ts';
import { findMissingField } from './missing-field.ts';
import { findName, findShortForm } from './name-mistakes.ts';
import { type Run, Sentence, type WrittenOperator } from './sentence.ts';
import type { Mistake } from './mistake.ts';
import { findQuotesInside, findValue } from './value-mistakes.ts';

const known = new WeakMap<
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
  const found = known.get(query);
  if (found?.catalogue === catalogue) return found.mistakes;
  const sentence = new Sentence(query.body, text, catalogue);
  findQuotesInside(sentence);
  let at = 0;
  while (!sentence.isEnd(at)) at = Math.max(at + 1, readCondition(sentence, at));
  const mistakes = sentence.mistakes.toSorted((a, b) => a.span.start - b.span.start);
  known.set(query, { catalogue, mistakes });
  return mistakes;
}

/** Reads one condition, from its field's name; returns the number of the word after it. */
function readCondition(sentence: Sentence, from: number): number {
  const behindColon = findColon(sentence, from);
  if (behindColon !== undefined) return behindColon;
  const behindKeys = findLoneKeys(sentence, from);
  if (behindKeys !== undefined) return behindKeys;
  const name = nameAt(sentence, from);
  if (name.to === from) return from + 1;
  const next = sentence.kind(name.to);
  const isCall = next === TokenKind.Open && sentence.isGlued(name.to);
  if (isCall) return sentence.behindGroup(name.to);
  const following = findShortForm(sentence, name);
  if (following === undefined && !sentence.isOperator(name.to)) return name.to;
  if (following === undefined) findName(sentence, name);
  const operator =
    following === undefined ? operatorAt(sentence, name.to) : { from, to: following, name: undefined };
  const operand = readOperand(sentence, operator);
  let to = findAlternatives(sentence, { name, operator, operand });
  while (isPredicate(sentence.kind(to)))
    ({ to } = readOperand(sentence, { from: to, to: to + 1, name: undefined }));
  const read = (at: number): Run => readOperand(sentence, operatorAt(sentence, at));
  for (;;) {
    const end = findMissingField(sentence, name, to, read);
    if (end === undefined) return to;
    to = end;
  }
}

/** The words before an operator. What is in brackets belongs to the name. */
function nameAt(sentence: Sentence, from: number): Run {
  if (sentence.kind(from) === TokenKind.Quoted) return { from, to: from + 1 };
  let to = from;
  while (sentence.isWord(to) && !sentence.isOperator(to)) {
    to++;
    if (sentence.kind(to) === TokenKind.OpenBracket) to = sentence.behindGroup(to);
  }
  return { from, to };
}

function operatorAt(sentence: Sentence, from: number): WrittenOperator {
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
function readOperand(sentence: Sentence, operator: WrittenOperator): Run {
  const from = operator.to;
  const kind = sentence.kind(from);
  if (kind === TokenKind.Open) return findItems(sentence, operator);
  if (kind === TokenKind.OpenBracket) return findBrackets(sentence, operator);
  const run = sentence.value(from);
  findValue(sentence, run);
  return run;
}
