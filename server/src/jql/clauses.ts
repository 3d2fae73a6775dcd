import type { Span } from '../language/span.ts';
import type { Cursor } from './cursor.ts';
import type { Clause, Expectation, GroupClause, NotClause } from './nodes.ts';
import { isAtTerm, parseTerm } from './term.ts';
import { isOperatorSign, TokenKind } from './tokens.ts';

/** Reads clauses with `and` and `or` between them, up to a closing parenthesis, `order` or the end. */
export const parseClauses = (cursor: Cursor): Clause => parseCompound(cursor, 'or');

/** `or` holds clauses with `and` between them, which hold single ones. */
function parseCompound(cursor: Cursor, kind: 'and' | 'or'): Clause {
  const first = kind === 'or' ? parseCompound(cursor, 'and') : parseOne(cursor);
  const connective = kind === 'or' ? TokenKind.Or : TokenKind.And;
  if (!cursor.at(connective) && !isLeftOut(cursor, kind)) return first;
  const clauses = [first];
  const operators: Span[] = [];
  while (cursor.at(connective) || isLeftOut(cursor, kind)) {
    operators.push(cursor.at(connective) ? cursor.take() : cursor.missing().span);
    clauses.push(kind === 'or' ? parseCompound(cursor, 'and') : parseOne(cursor));
  }
  // A hole in a variable's text stands behind the variable.
  const start = Math.min(first.span.start, operators[0]!.start, clauses[1]!.span.start);
  const end = Math.max(clauses.at(-1)!.span.end, operators.at(-1)!.end);
  return { kind, span: { start, end }, clauses, operators };
}

/** True where a term stands right behind another one: it is read as if there were an `and`. */
function isLeftOut(cursor: Cursor, kind: 'and' | 'or'): boolean {
  return kind === 'and' && isJunk(cursor.kind) && isAtTerm(cursor);
}

function parseOne(cursor: Cursor): Clause {
  const before = cursor.errorCount;
  const clause = parseUnary(cursor);
  if (isJunk(cursor.kind)) skipJunk(cursor, cursor.errorCount > before);
  return clause;
}

function parseUnary(cursor: Cursor): Clause {
  if (cursor.at(TokenKind.Open)) return parseGroup(cursor);
  if (cursor.at(TokenKind.Bang)) return parseNot(cursor);
  // `not in` is an operator without its field.
  if (cursor.at(TokenKind.Not) && !isOperatorOrIn(cursor.peek())) return parseNot(cursor);
  return parseTerm(cursor);
}

const isOperatorOrIn = (kind: TokenKind): boolean => isOperatorSign(kind) || kind === TokenKind.In;

function parseNot(cursor: Cursor): NotClause {
  const operator = cursor.span;
  const inner = cursor.enter() ? parseNegated(cursor) : skipNegations(cursor);
  return {
    kind: 'not',
    span: { start: operator.start, end: Math.max(operator.end, inner.span.end) },
    operator,
    clause: inner,
  };
}

function parseNegated(cursor: Cursor): Clause {
  cursor.skip();
  const clause = parseUnary(cursor);
  cursor.leave();
  return clause;
}

function skipNegations(cursor: Cursor): Clause {
  while (cursor.at(TokenKind.Not) || cursor.at(TokenKind.Bang)) cursor.skip();
  if (cursor.at(TokenKind.Open)) cursor.skipGroup();
  return cursor.missing();
}

function parseGroup(cursor: Cursor): GroupClause {
  const opening = cursor.span;
  const { start } = opening;
  if (!cursor.enter()) {
    const closed = cursor.skipGroup();
    const hole = cursor.missing();
    return { kind: 'group', span: { start, end: hole.span.end }, clause: hole, closed };
  }
  cursor.skip();
  const clause = parseClauses(cursor);
  cursor.leave();
  if (cursor.at(TokenKind.Close))
    return { kind: 'group', span: { start, end: cursor.take().end }, clause, closed: true };
  cursor.leftOpen(opening);
  return {
    kind: 'group',
    span: { start, end: Math.max(opening.end, clause.span.end) },
    clause,
    closed: false,
  };
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
