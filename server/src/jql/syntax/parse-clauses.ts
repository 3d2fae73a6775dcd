import type { Cursor } from './cursor.ts';
import type { Expectation } from './nodes.ts';
import { isAtTerm, parseTerm } from './parse-term.ts';
import { isOperatorSign, TokenKind } from './token-kinds.ts';
import { type ClauseNode, CompoundNode, GroupNode, NotNode } from './tree/clause-nodes.ts';

/** Reads clauses with `and` and `or` between them, up to a closing parenthesis, `order` or the end. */
export const parseClauses = (cursor: Cursor): ClauseNode => parseCompound(cursor, 'or');

/** `or` holds clauses with `and` between them, which hold single ones. */
function parseCompound(cursor: Cursor, kind: 'and' | 'or'): ClauseNode {
  const first = kind === 'or' ? parseCompound(cursor, 'and') : parseOne(cursor);
  const connective = kind === 'or' ? TokenKind.Or : TokenKind.And;
  if (!cursor.at(connective) && !isLeftOut(cursor, kind)) return first;
  const clauses = [first];
  const places: number[] = [];
  let last = first;
  while (cursor.at(connective) || isLeftOut(cursor, kind)) {
    places.push(cursor.at(connective) ? cursor.take() : cursor.lastEnd, cursor.lastEnd);
    last = kind === 'or' ? parseCompound(cursor, 'and') : parseOne(cursor);
    clauses.push(last);
  }
  return new CompoundNode(cursor.source, first.start, last.end, kind, clauses, places);
}

/** True where a term directly follows another one: it is read as if there were an `and`. */
function isLeftOut(cursor: Cursor, kind: 'and' | 'or'): boolean {
  return kind === 'and' && isJunk(cursor.kind) && isAtTerm(cursor);
}

function parseOne(cursor: Cursor): ClauseNode {
  const before = cursor.errorCount;
  const clause = parseUnary(cursor);
  if (isJunk(cursor.kind)) skipJunk(cursor, cursor.errorCount > before);
  return clause;
}

function parseUnary(cursor: Cursor): ClauseNode {
  if (cursor.at(TokenKind.Open)) return parseGroup(cursor);
  if (cursor.at(TokenKind.Bang)) return parseNot(cursor);
  // `not in` is an operator without its field.
  if (cursor.at(TokenKind.Not) && !isOperatorOrIn(cursor.peek())) return parseNot(cursor);
  return parseTerm(cursor);
}

const isOperatorOrIn = (kind: TokenKind): boolean => isOperatorSign(kind) || kind === TokenKind.In;

function parseNot(cursor: Cursor): NotNode {
  const { start, end: operatorEnd } = cursor;
  const inner = cursor.enter() ? parseNegated(cursor) : skipNegations(cursor);
  return new NotNode(cursor.source, start, Math.max(operatorEnd, inner.end), operatorEnd, inner);
}

function parseNegated(cursor: Cursor): ClauseNode {
  cursor.skip();
  const clause = parseUnary(cursor);
  cursor.leave();
  return clause;
}

function skipNegations(cursor: Cursor): ClauseNode {
  while (cursor.at(TokenKind.Not) || cursor.at(TokenKind.Bang)) cursor.skip();
  if (cursor.at(TokenKind.Open)) cursor.skipGroup();
  return cursor.missing();
}

function parseGroup(cursor: Cursor): GroupNode {
  const { source, start } = cursor;
  if (!cursor.enter()) {
    const closed = cursor.skipGroup();
    return new GroupNode(source, start, cursor.lastEnd, cursor.missing(), closed);
  }
  cursor.skip();
  const clause = parseClauses(cursor);
  cursor.leave();
  const closed = cursor.at(TokenKind.Close);
  if (closed) cursor.skip();
  else cursor.leftOpen(start);
  const end = closed ? cursor.lastEnd : Math.max(start + 1, clause.end);
  return new GroupNode(source, start, end, clause, closed);
}

const afterClause: readonly Expectation[] = ['connective', 'order-by'];

/** True for what can neither go on with clauses nor end them. */
const isJunk = (kind: TokenKind): boolean =>
  kind !== TokenKind.End &&
  kind !== TokenKind.And &&
  kind !== TokenKind.Or &&
  kind !== TokenKind.Close &&
  kind !== TokenKind.Order;

/** Goes on to what a query can go on with; says what is in the way unless the clause before it is wrong already. */
function skipJunk(cursor: Cursor, known: boolean): void {
  if (!known) cursor.refuse('unexpected', afterClause);
  while (isJunk(cursor.kind) && !isAtTerm(cursor)) {
    if (cursor.at(TokenKind.Open)) cursor.skipGroup();
    else cursor.skip();
  }
}
