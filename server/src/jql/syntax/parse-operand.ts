/** Parses operands: values, functions and lists. */
import type { Cursor } from './cursor.ts';
import type { Expectation } from './jql-query.ts';
import { FunctionCall, Empty, List, type Operand, Value } from './tree/operands.ts';
import { isOperatorSign, isPredicate, isReserved, TokenKind } from './token-kinds.ts';
import type { WordForm } from './tree/node.ts';

/** Parses an operand of any shape. Any other token is an error and is not consumed; the result is a missing node. */
export function parseOperand(cursor: Cursor, expected: readonly Expectation[]): Operand {
  const { kind } = cursor;
  if (isNameOrValue(kind)) return parseValueOrCall(cursor);
  if (kind === TokenKind.Open) return parseList(cursor);
  if (kind === TokenKind.Empty) {
    const start = cursor.take();
    return new Empty(cursor.source, start, cursor.lastEnd);
  }
  if (!isReserved(kind) || continuesQuery(cursor)) {
    cursor.rejectToken('expected', expected);
    return cursor.createMissing();
  }
  cursor.rejectToken('reserved-word', expected);
  return parseValueOrCall(cursor);
}

function parseValueOrCall(cursor: Cursor): Value | FunctionCall {
  const value = parseValue(cursor);
  return cursor.kind === TokenKind.Open ? parseCall(cursor, value) : value;
}

/** True for a keyword that continues the query rather than being meant as a value. */
function continuesQuery(cursor: Cursor): boolean {
  const { kind } = cursor;
  if (kind === TokenKind.And || kind === TokenKind.Or || kind === TokenKind.Not) return true;
  if (kind === TokenKind.Order) return cursor.peek() === TokenKind.By;
  if (!isPredicate(kind)) return false;
  const next = cursor.peek();
  return isNameOrValue(next) || next === TokenKind.Open || next === TokenKind.Empty;
}

const inList: readonly Expectation[] = ['value', 'function', 'list', 'empty'];
const inCall: readonly Expectation[] = ['argument'];

function parseList(cursor: Cursor): List {
  const { source, start } = cursor;
  const items: Operand[] = [];
  const closed = parseItems(cursor, items, parseListItem);
  return new List(source, start, cursor.lastEnd, items, closed);
}

function parseCall(cursor: Cursor, name: Value): FunctionCall {
  const { source, start: opening } = cursor;
  const items: Operand[] = [];
  const closed = parseItems(cursor, items, parseArgument);
  return new FunctionCall(source, name.start, cursor.lastEnd, name, opening, items, closed);
}

const parseListItem = (cursor: Cursor): Operand => parseOperand(cursor, inList);

/** Parses a function's argument: a word, a number or quoted text, but no function or list. */
function parseArgument(cursor: Cursor): Operand {
  const { start, errorCount } = cursor;
  const read = parseOperand(cursor, inCall);
  const isRight = read.kind === 'value' || read.kind === 'missing';
  if (!isRight && cursor.errorCount === errorCount) cursor.report('argument-shape', start, read.end, inCall);
  return read;
}

type Item = (cursor: Cursor) => Operand;

/**
 * Parses from an opening parenthesis to its closing one, with commas between the items; returns true where it is
 * closed.
 */
function parseItems(cursor: Cursor, items: Operand[], parseItem: Item): boolean {
  if (!cursor.enter()) return cursor.skipGroup();
  const opening = cursor.take();
  if (!cursor.at(TokenKind.Close)) readItems(cursor, items, parseItem);
  else if (parseItem === parseListItem) cursor.rejectToken('empty-list', inList);
  cursor.leave();
  if (cursor.at(TokenKind.Close)) {
    cursor.skip();
    return true;
  }
  if (cursor.at(TokenKind.End)) cursor.reportUnclosed(opening);
  else cursor.rejectToken('expected', ['comma', 'close']);
  return false;
}

function readItems(cursor: Cursor, items: Operand[], parseItem: Item): void {
  items.push(parseItem(cursor));
  for (;;) {
    if (cursor.at(TokenKind.Comma)) cursor.skip();
    else if (startsItem(cursor.kind)) cursor.rejectToken('expected', ['comma', 'close']);
    else if (isOperatorSign(cursor.kind)) {
      cursor.rejectToken('expected', ['comma', 'close']);
      cursor.skip();
    } else return;
    items.push(parseItem(cursor));
  }
}

const startsItem = (kind: TokenKind): boolean =>
  isNameOrValue(kind) || kind === TokenKind.Reserved || kind === TokenKind.Empty || kind === TokenKind.Open;

/** True for a token that can be a name or a value: a word, a number or a quoted text. */
export const isNameOrValue = (kind: TokenKind): boolean => kind >= TokenKind.Word && kind <= TokenKind.Quoted;

/** Parses the token at the cursor, whatever its kind, as a value. */
export function parseValue(cursor: Cursor): Value {
  const form = formOf(cursor.kind);
  const start = cursor.take();
  return new Value(cursor.source, start, cursor.lastEnd, form);
}

/** Returns how a name or a value with a token of that kind is written. */
export function formOf(kind: TokenKind): WordForm {
  if (kind === TokenKind.Quoted) return 'quoted';
  return kind === TokenKind.Number || kind === TokenKind.NegativeNumber ? 'number' : 'word';
}
