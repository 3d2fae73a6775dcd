import type { Cursor } from './cursor.ts';
import type { Expectation } from './nodes.ts';
import { isOperatorSign, isPredicate, isReserved, TokenKind } from './token-kinds.ts';
import { CallNode, EmptyNode, ListNode, type OperandNode, type ValueNode } from './tree/operand-nodes.ts';
import { isPlain, parseValue } from './parse-value.ts';

/** Reads an operand of any shape. Anything else is an error, answered with a missing node, and is not read. */
export function parseOperand(cursor: Cursor, expected: readonly Expectation[]): OperandNode {
  const { kind } = cursor;
  if (isPlain(kind)) return parseValueOrCall(cursor);
  if (kind === TokenKind.Open) return parseList(cursor);
  if (kind === TokenKind.Empty) {
    const start = cursor.take();
    return new EmptyNode(cursor.source, start, cursor.lastEnd);
  }
  if (!isReserved(kind) || hasOwnMeaning(cursor)) {
    cursor.refuse('expected', expected);
    return cursor.missing();
  }
  cursor.refuse('reserved-word', expected);
  return parseValueOrCall(cursor);
}

function parseValueOrCall(cursor: Cursor): ValueNode | CallNode {
  const value = parseValue(cursor);
  return cursor.kind === TokenKind.Open ? parseCall(cursor, value) : value;
}

/** True for a keyword that goes on with the query rather than being meant as a value. */
function hasOwnMeaning(cursor: Cursor): boolean {
  const { kind } = cursor;
  if (kind === TokenKind.And || kind === TokenKind.Or || kind === TokenKind.Not) return true;
  if (kind === TokenKind.Order) return cursor.peek() === TokenKind.By;
  if (!isPredicate(kind)) return false;
  const next = cursor.peek();
  return isPlain(next) || next === TokenKind.Open || next === TokenKind.Empty;
}

const inList: readonly Expectation[] = ['value', 'function', 'list', 'empty'];
const inCall: readonly Expectation[] = ['argument'];

function parseList(cursor: Cursor): ListNode {
  const { source, start } = cursor;
  const items: OperandNode[] = [];
  const closed = parseItems(cursor, items, listItem);
  return new ListNode(source, start, cursor.lastEnd, items, closed);
}

function parseCall(cursor: Cursor, name: ValueNode): CallNode {
  const { source, start: opening } = cursor;
  const items: OperandNode[] = [];
  const closed = parseItems(cursor, items, argument);
  return new CallNode(source, name.start, cursor.lastEnd, name, opening, items, closed);
}

const listItem = (cursor: Cursor): OperandNode => parseOperand(cursor, inList);

/** A function takes words, numbers and quoted text, but no functions and lists. */
function argument(cursor: Cursor): OperandNode {
  const { start, errorCount } = cursor;
  const read = parseOperand(cursor, inCall);
  const isRight = read.kind === 'value' || read.kind === 'missing';
  if (!isRight && cursor.errorCount === errorCount) cursor.report('argument-shape', start, read.end, inCall);
  return read;
}

type Item = (cursor: Cursor) => OperandNode;

/** Reads from an opening parenthesis to its closing one, with commas between the items; true where it is closed. */
function parseItems(cursor: Cursor, items: OperandNode[], parseItem: Item): boolean {
  if (!cursor.enter()) return cursor.skipGroup();
  const opening = cursor.take();
  if (!cursor.at(TokenKind.Close)) readItems(cursor, items, parseItem);
  else if (parseItem === listItem) cursor.refuse('empty-list', inList);
  cursor.leave();
  if (cursor.at(TokenKind.Close)) {
    cursor.skip();
    return true;
  }
  if (cursor.at(TokenKind.End)) cursor.leftOpen(opening);
  else cursor.refuse('expected', ['comma', 'close']);
  return false;
}

function readItems(cursor: Cursor, items: OperandNode[], parseItem: Item): void {
  items.push(parseItem(cursor));
  for (;;) {
    if (cursor.at(TokenKind.Comma)) cursor.skip();
    else if (startsItem(cursor.kind)) cursor.refuse('expected', ['comma', 'close']);
    else if (isOperatorSign(cursor.kind)) {
      cursor.refuse('expected', ['comma', 'close']);
      cursor.skip();
    } else return;
    items.push(parseItem(cursor));
  }
}

const startsItem = (kind: TokenKind): boolean =>
  isPlain(kind) || kind === TokenKind.Reserved || kind === TokenKind.Empty || kind === TokenKind.Open;
