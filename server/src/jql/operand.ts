import type { Span } from '../language/span.ts';
import type { Cursor } from './cursor.ts';
import type { Expectation, FunctionCall, List, Operand, Value } from './nodes.ts';
import { isOperatorSign, isPredicate, isReserved, TokenKind } from './tokens.ts';
import { isPlain, parseValue } from './value.ts';

/** Reads an operand of any shape. Anything else is an error, answered with a hole, and stays where it is. */
export function parseOperand(cursor: Cursor, expected: readonly Expectation[]): Operand {
  const { kind } = cursor;
  if (isPlain(kind)) {
    const value = parseValue(cursor);
    return cursor.at(TokenKind.Open) ? parseCall(cursor, value) : value;
  }
  if (kind === TokenKind.Empty) return { kind: 'empty', span: cursor.take() };
  if (kind === TokenKind.Open) return parseList(cursor);
  if (!isReserved(kind) || hasOwnMeaning(cursor)) {
    cursor.refuse('expected', expected);
    return cursor.missing();
  }
  cursor.refuse('reserved-word', expected);
  const value = parseValue(cursor);
  return cursor.at(TokenKind.Open) ? parseCall(cursor, value) : value;
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

function parseList(cursor: Cursor): List {
  const items = parseItems(cursor, listItem, ['value', 'function', 'list', 'empty']);
  return { kind: 'list', span: items.span, items: items.nodes, closed: items.closed };
}

const listItem = (cursor: Cursor): Operand => parseOperand(cursor, ['value', 'function', 'list', 'empty']);

function parseCall(cursor: Cursor, name: Value): FunctionCall {
  const items = parseItems(cursor, parseArgument, ['argument']);
  const span = { start: name.span.start, end: items.span.end };
  return {
    kind: 'function',
    span,
    name,
    arguments: items.nodes,
    parentheses: items.span,
    closed: items.closed,
  };
}

/** A function takes words, numbers and quoted text, but no functions and lists. */
function parseArgument(cursor: Cursor): Operand {
  const { start, errorCount } = cursor;
  const argument = parseOperand(cursor, ['argument']);
  const isRight = argument.kind === 'value' || argument.kind === 'missing';
  if (!isRight && cursor.errorCount === errorCount)
    cursor.report('argument-shape', argument.span, start, ['argument']);
  return argument;
}

interface Items {
  readonly nodes: readonly Operand[];
  readonly span: Span;
  readonly closed: boolean;
}

const noItems: readonly Operand[] = [];

/** Reads from an opening parenthesis to its closing one, with commas between the items. */
function parseItems(
  cursor: Cursor,
  parseItem: (cursor: Cursor) => Operand,
  expected: readonly Expectation[],
): Items {
  if (!cursor.enter()) return skipped(cursor);
  const opening = cursor.take();
  const nodes = readItems(cursor, parseItem, expected);
  cursor.leave();
  return closed(cursor, opening, nodes);
}

function skipped(cursor: Cursor): Items {
  const { start } = cursor.span;
  const isClosed = cursor.skipGroup();
  return { nodes: noItems, span: { start, end: cursor.missing().span.end }, closed: isClosed };
}

function closed(cursor: Cursor, opening: Span, nodes: readonly Operand[]): Items {
  if (cursor.at(TokenKind.Close))
    return { nodes, span: { start: opening.start, end: cursor.take().end }, closed: true };
  if (cursor.at(TokenKind.End)) cursor.leftOpen(opening);
  else cursor.refuse('expected', ['comma', 'close']);
  return { nodes, span: { start: opening.start, end: cursor.missing().span.end }, closed: false };
}

function readItems(
  cursor: Cursor,
  parseItem: (cursor: Cursor) => Operand,
  expected: readonly Expectation[],
): readonly Operand[] {
  if (cursor.at(TokenKind.Close)) {
    if (parseItem === listItem) cursor.refuse('empty-list', expected);
    return noItems;
  }
  const nodes = [parseItem(cursor)];
  for (;;) {
    if (cursor.at(TokenKind.Comma)) cursor.skip();
    else if (startsItem(cursor.kind)) cursor.refuse('expected', ['comma', 'close']);
    else if (isOperatorSign(cursor.kind)) {
      cursor.refuse('expected', ['comma', 'close']);
      cursor.skip();
    } else return nodes;
    nodes.push(parseItem(cursor));
  }
}

const startsItem = (kind: TokenKind): boolean =>
  isPlain(kind) || kind === TokenKind.Reserved || kind === TokenKind.Empty || kind === TokenKind.Open;
