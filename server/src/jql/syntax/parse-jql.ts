/** Parses queries. */
import { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Scope } from '../../query-file/scope.ts';
import { bodyOf } from './query-body.ts';
import { parseClauses } from './parse-clauses.ts';
import { Cursor } from './cursor.ts';
import type { JqlQuery, Expectation } from './jql-query.ts';
import { type Clause, CompoundClause } from './tree/clauses.ts';
import { isOperatorSign, TokenKind } from './token-kinds.ts';
import { parseField } from './parse-field.ts';
import { Direction, OrderBy, Sort } from './tree/fields.ts';

/** Parses the body of a query file's block. Never throws; a block without a body matches every issue. */
export function parseJql(scope: Scope): JqlQuery {
  const body = bodyOf(scope);
  const isLiteral = body.pieces.length === 1 && body.pieces[0]!.literal;
  const isVariable: IsVariable = (name, at) => scope.isPrompt(name) || scope.variablesAt(at).has(name);
  if (isLiteral) return parse(new Cursor(scope.block.text, body.span.start, body.span.end), body, isVariable);
  return parse(new Cursor(body.text, 0, body.text.length, body), body, isVariable);
}

/** Parses a query by itself, without variables. */
export const parseJqlText = (text: string): JqlQuery =>
  parse(new Cursor(text), MappedText.literal(text, 0), () => false);

/** Parses a query that is a part of a text, without variables. */
export const parseMapped = (body: MappedText): JqlQuery =>
  parse(new Cursor(body.text, 0, body.text.length, body), body, () => false);

type IsVariable = JqlQuery['isVariable'];

function parse(cursor: Cursor, body: MappedText, isVariable: IsVariable): JqlQuery {
  const where = isAtEndOfClauses(cursor) ? undefined : parseWhere(cursor);
  const orderBy = cursor.at(TokenKind.Order) ? parseOrderBy(cursor) : undefined;
  const { terms, hasComments } = cursor;
  return { body, where, orderBy, terms, hasComments, errors: cursor.errors(), isVariable };
}

const isAtEndOfClauses = (cursor: Cursor): boolean =>
  cursor.at(TokenKind.End) || (cursor.at(TokenKind.Order) && !isOperatorSign(cursor.peek()));

/** Parses all clauses. One after a surplus parenthesis is read as if there were an `and`. */
function parseWhere(cursor: Cursor): Clause {
  const first = parseClauses(cursor);
  if (!cursor.at(TokenKind.Close)) return first;
  const clauses = [first];
  const places: number[] = [];
  while (cursor.at(TokenKind.Close)) {
    cursor.rejectToken('unexpected', ['connective', 'order-by']);
    while (cursor.at(TokenKind.Close)) cursor.skip();
    if (isAtEndOfClauses(cursor)) break;
    const isConnected = cursor.at(TokenKind.And) || cursor.at(TokenKind.Or);
    places.push(isConnected ? cursor.take() : cursor.lastEnd, cursor.lastEnd);
    clauses.push(parseClauses(cursor));
  }
  if (clauses.length === 1) return first;
  const { end } = clauses.at(-1)!;
  return new CompoundClause(cursor.source, first.start, end, 'and', clauses, places);
}

/** Parses `order by` and the sort keys, up to the end of the query. */
function parseOrderBy(cursor: Cursor): OrderBy {
  const start = cursor.take();
  if (cursor.at(TokenKind.By)) cursor.skip();
  else cursor.rejectToken('expected', ['by']);
  const keywordsEnd = cursor.lastEnd;
  let last = parseSort(cursor);
  const sorts = [last];
  while (!cursor.at(TokenKind.End)) {
    if (cursor.at(TokenKind.Comma)) {
      cursor.skip();
      last = parseSort(cursor);
      sorts.push(last);
    } else skipToComma(cursor, last);
  }
  return new OrderBy(cursor.source, start, last.end, keywordsEnd, sorts);
}

function parseSort(cursor: Cursor): Sort {
  const field = parseField(cursor);
  const direction = parseDirection(cursor);
  return new Sort(cursor.source, field.start, cursor.lastEnd, field, direction);
}

function parseDirection(cursor: Cursor): Direction | undefined {
  if (!cursor.at(TokenKind.Asc) && !cursor.at(TokenKind.Desc)) return undefined;
  const name = cursor.at(TokenKind.Asc) ? 'asc' : 'desc';
  const start = cursor.take();
  return new Direction(cursor.source, start, cursor.lastEnd, name);
}

const afterField: readonly Expectation[] = ['direction', 'comma'];
const afterDirection: readonly Expectation[] = ['comma'];

function skipToComma(cursor: Cursor, { field, direction }: Sort): void {
  if (field.kind !== 'missing')
    cursor.rejectToken('unexpected', direction === undefined ? afterField : afterDirection);
  while (!cursor.at(TokenKind.Comma) && !cursor.at(TokenKind.End)) cursor.skip();
}
