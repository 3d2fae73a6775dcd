import { MappedText } from '../language/mapped-text.ts';
import type { Span } from '../language/span.ts';
import type { Scope } from '../queryfile/scope.ts';
import { bodyOf } from './body.ts';
import { parseClauses } from './clauses.ts';
import { Cursor } from './cursor.ts';
import type { Clause, JqlQuery } from './nodes.ts';
import { parseOrderBy } from './order-by.ts';
import { isOperatorSign, TokenKind } from './tokens.ts';

/** Reads the body of a query file's block. Never throws; a block without a body asks for every issue. */
export function parseJql(scope: Scope): JqlQuery {
  const body = bodyOf(scope);
  const isLiteral = body.pieces.length === 1 && body.pieces[0]!.literal;
  if (isLiteral) return parse(new Cursor(scope.block.text, body.span.start, body.span.end), body);
  return parse(new Cursor(body.text, 0, body.text.length, body), body);
}

/** Reads a query that stands alone, without variables. */
export const parseJqlText = (text: string): JqlQuery => parse(new Cursor(text), MappedText.literal(text, 0));

function parse(cursor: Cursor, body: MappedText): JqlQuery {
  const where = isAtEndOfClauses(cursor) ? undefined : parseWhere(cursor);
  const orderBy = cursor.at(TokenKind.Order) ? parseOrderBy(cursor) : undefined;
  const errors = cursor.errors();
  if (orderBy === undefined) return where === undefined ? { body, errors } : { body, where, errors };
  return where === undefined ? { body, orderBy, errors } : { body, where, orderBy, errors };
}

const isAtEndOfClauses = (cursor: Cursor): boolean =>
  cursor.at(TokenKind.End) || (cursor.at(TokenKind.Order) && !isOperatorSign(cursor.peek()));

/** Reads all clauses. One that stands behind a parenthesis too many is read as if there were an `and`. */
function parseWhere(cursor: Cursor): Clause {
  const first = parseClauses(cursor);
  if (!cursor.at(TokenKind.Close)) return first;
  const clauses = [first];
  const operators: Span[] = [];
  while (cursor.at(TokenKind.Close)) {
    cursor.refuse('unexpected', ['connective', 'order-by']);
    while (cursor.at(TokenKind.Close)) cursor.skip();
    if (isAtEndOfClauses(cursor)) break;
    const isConnected = cursor.at(TokenKind.And) || cursor.at(TokenKind.Or);
    operators.push(isConnected ? cursor.take() : cursor.missing().span);
    clauses.push(parseClauses(cursor));
  }
  if (clauses.length === 1) return first;
  const span = { start: first.span.start, end: clauses.at(-1)!.span.end };
  return { kind: 'and', span, clauses, operators };
}
