/** Parses fields. */
import type { Cursor } from './cursor.ts';
import { FieldProperty, Field } from './tree/fields.ts';
import type { Missing } from './tree/node.ts';
import type { Value } from './tree/operands.ts';
import { isReserved, TokenKind } from './token-kinds.ts';
import { formOf, isNameOrValue, parseValue } from './parse-operand.ts';

/** Parses a field with its properties. Any other token is an error and is not consumed. */
export function parseField(cursor: Cursor): Field | Missing {
  const { kind } = cursor;
  if (kind === TokenKind.CustomField && cursor.peek() === TokenKind.OpenBracket)
    return parseCustomField(cursor);
  if (!isNameOrValue(kind)) {
    if (!isReserved(kind) || !isUsedAsField(cursor)) {
      cursor.rejectToken('expected', ['field']);
      return cursor.createMissing();
    }
    cursor.rejectToken('reserved-word', ['field']);
  }
  const form = formOf(kind);
  const start = cursor.take();
  const nameEnd = cursor.lastEnd;
  // A number used as a field has no properties.
  const isAlone = cursor.kind !== TokenKind.OpenBracket || form === 'number';
  const properties = isAlone ? none : parseProperties(cursor);
  return new Field(cursor.source, start, cursor.lastEnd, nameEnd, form, properties, undefined);
}

const none: readonly FieldProperty[] = [];

/** True where a reserved word is in a field's place, as what follows it shows. */
function isUsedAsField(cursor: Cursor): boolean {
  if (cursor.at(TokenKind.Reserved) || cursor.at(TokenKind.CustomField)) return true;
  const next = cursor.peek();
  return next >= TokenKind.Equals && next <= TokenKind.NotLike;
}

/** `cf[10001]`. */
function parseCustomField(cursor: Cursor): Field {
  const start = cursor.take();
  cursor.skip();
  let number: number | undefined;
  if (cursor.at(TokenKind.Number)) {
    number = Number(cursor.tokenText);
    cursor.skip();
  } else cursor.rejectToken('expected', ['number']);
  while (isNameOrValue(cursor.kind)) {
    cursor.rejectToken('expected', ['close-bracket']);
    cursor.skip();
  }
  if (cursor.at(TokenKind.CloseBracket)) cursor.skip();
  else cursor.rejectToken('expected', ['close-bracket']);
  const nameEnd = cursor.lastEnd;
  const properties = cursor.at(TokenKind.OpenBracket) ? parseProperties(cursor) : none;
  return new Field(cursor.source, start, cursor.lastEnd, nameEnd, 'custom', properties, number);
}

function parseProperties(cursor: Cursor): readonly FieldProperty[] {
  const properties: FieldProperty[] = [];
  while (cursor.at(TokenKind.OpenBracket)) properties.push(parseProperty(cursor));
  return properties;
}

function parseProperty(cursor: Cursor): FieldProperty {
  const start = cursor.take();
  const argument = isNameOrValue(cursor.kind) ? parseValue(cursor) : parseReserved(cursor);
  if (cursor.at(TokenKind.CloseBracket)) cursor.skip();
  else cursor.rejectToken('expected', ['close-bracket']);
  const path: Value[] = [];
  while (isNameOrValue(cursor.kind)) path.push(parseValue(cursor));
  return new FieldProperty(cursor.source, start, cursor.lastEnd, argument, path);
}

function parseReserved(cursor: Cursor): Value | Missing {
  if (!isReserved(cursor.kind)) {
    cursor.rejectToken('expected', ['argument']);
    return cursor.createMissing();
  }
  cursor.rejectToken('reserved-word', ['argument']);
  return parseValue(cursor);
}
