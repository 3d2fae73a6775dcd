import type { Cursor } from './cursor.ts';
import type { Field, FieldProperty, Missing, Value } from './nodes.ts';
import { isReserved, TokenKind } from './tokens.ts';
import { isPlain, parseValue } from './value.ts';

/** Reads a field with its properties. Anything else is an error and stays where it is. */
export function parseField(cursor: Cursor): Field | Missing {
  const { kind } = cursor;
  if (kind === TokenKind.CustomField && cursor.peek() === TokenKind.OpenBracket) return customField(cursor);
  if (!isPlain(kind)) {
    if (!isReserved(kind) || !isUsedAsField(cursor)) {
      cursor.refuse('expected', ['field']);
      return cursor.missing();
    }
    cursor.refuse('reserved-word', ['field']);
  }
  const { text: name, span: nameSpan, form } = parseValue(cursor);
  // A number as a field takes no property.
  if (cursor.kind !== TokenKind.OpenBracket || form === 'number')
    return { kind: 'field', span: nameSpan, name, nameSpan, form, properties: none };
  const properties = parseProperties(cursor);
  const span = { start: nameSpan.start, end: properties.at(-1)!.span.end };
  return { kind: 'field', span, name, nameSpan, form, properties };
}

const none: readonly FieldProperty[] = [];

/** True where a reserved word stands in a field's place, as what stands behind it shows. */
function isUsedAsField(cursor: Cursor): boolean {
  if (cursor.at(TokenKind.Reserved) || cursor.at(TokenKind.CustomField)) return true;
  const next = cursor.peek();
  return next >= TokenKind.Equals && next <= TokenKind.NotLike;
}

/** `cf[10001]`. */
function customField(cursor: Cursor): Field {
  const { start } = cursor.take();
  let { end } = cursor.take();
  let customFieldNumber: number | undefined;
  if (cursor.at(TokenKind.Number)) {
    customFieldNumber = Number(cursor.written);
    ({ end } = cursor.take());
  } else cursor.refuse('expected', ['number']);
  while (isPlain(cursor.kind)) {
    cursor.refuse('expected', ['close-bracket']);
    ({ end } = cursor.take());
  }
  if (cursor.at(TokenKind.CloseBracket)) ({ end } = cursor.take());
  else cursor.refuse('expected', ['close-bracket']);
  const nameSpan = { start, end };
  const properties = cursor.at(TokenKind.OpenBracket) ? parseProperties(cursor) : none;
  return {
    kind: 'field',
    span: { start, end: properties.at(-1)?.span.end ?? end },
    name: `cf[${customFieldNumber ?? ''}]`,
    nameSpan,
    form: 'custom',
    ...(customFieldNumber !== undefined && { customField: customFieldNumber }),
    properties,
  };
}

function parseProperties(cursor: Cursor): readonly FieldProperty[] {
  const properties: FieldProperty[] = [];
  while (cursor.at(TokenKind.OpenBracket)) properties.push(parseProperty(cursor));
  return properties;
}

function parseProperty(cursor: Cursor): FieldProperty {
  const { start, end: opened } = cursor.take();
  const argument = isPlain(cursor.kind) ? parseValue(cursor) : parseReserved(cursor);
  let end = Math.max(opened, argument.span.end);
  if (cursor.at(TokenKind.CloseBracket)) ({ end } = cursor.take());
  else cursor.refuse('expected', ['close-bracket']);
  const path: Value[] = [];
  while (isPlain(cursor.kind)) path.push(parseValue(cursor));
  return { kind: 'property', span: { start, end: path.at(-1)?.span.end ?? end }, argument, path };
}

function parseReserved(cursor: Cursor): Value | Missing {
  if (!isReserved(cursor.kind)) {
    cursor.refuse('expected', ['argument']);
    return cursor.missing();
  }
  cursor.refuse('reserved-word', ['argument']);
  return parseValue(cursor);
}
