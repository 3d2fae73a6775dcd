import type { Cursor } from './cursor.ts';
import { parseField } from './parse-field.ts';
import { Direction, OrderBy, Sort } from './tree/fields.ts';
import type { Expectation } from './jql-query.ts';
import { TokenKind } from './token-kinds.ts';

/** Parses `order by` and the sort keys, up to the end of the query. */
export function parseOrderBy(cursor: Cursor): OrderBy {
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
