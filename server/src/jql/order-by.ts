import type { Cursor } from './cursor.ts';
import { parseField } from './field.ts';
import type { Direction, Expectation, OrderBy, Sort } from './nodes.ts';
import { TokenKind } from './tokens.ts';

/** Reads `order by` and what follows, up to the end of the query. */
export function parseOrderBy(cursor: Cursor): OrderBy {
  const order = cursor.take();
  let keywords = order;
  if (cursor.at(TokenKind.By)) keywords = { start: order.start, end: cursor.take().end };
  else cursor.refuse('expected', ['by']);
  const sorts = [parseSort(cursor)];
  for (;;) {
    if (cursor.at(TokenKind.End)) break;
    if (cursor.at(TokenKind.Comma)) {
      cursor.skip();
      sorts.push(parseSort(cursor));
    } else skipToComma(cursor, sorts.at(-1)!);
  }
  const end = Math.max(keywords.end, sorts.at(-1)!.span.end);
  return { kind: 'order-by', span: { start: order.start, end }, keywords, sorts };
}

function parseSort(cursor: Cursor): Sort {
  const field = parseField(cursor);
  const direction = parseDirection(cursor);
  if (direction === undefined) return { kind: 'sort', span: field.span, field };
  return {
    kind: 'sort',
    span: { start: Math.min(field.span.start, direction.span.start), end: direction.span.end },
    field,
    direction,
  };
}

function parseDirection(cursor: Cursor): Direction | undefined {
  if (cursor.at(TokenKind.Asc)) return { kind: 'direction', span: cursor.take(), name: 'asc' };
  if (cursor.at(TokenKind.Desc)) return { kind: 'direction', span: cursor.take(), name: 'desc' };
  return undefined;
}

const afterField: readonly Expectation[] = ['direction', 'comma'];
const afterDirection: readonly Expectation[] = ['comma'];

function skipToComma(cursor: Cursor, { field, direction }: Sort): void {
  if (field.kind !== 'missing')
    cursor.refuse('unexpected', direction === undefined ? afterField : afterDirection);
  while (!cursor.at(TokenKind.Comma) && !cursor.at(TokenKind.End)) cursor.skip();
}
