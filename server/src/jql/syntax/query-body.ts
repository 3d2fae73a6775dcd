import { MappedText, MappedTextBuilder } from '../../language/mapped-text.ts';
import type { Span } from '../../language/span.ts';
import type { BoundValue } from '../../queryfile/bound-values.ts';
import type { Scope } from '../../queryfile/scope.ts';
import { expansionBudget, type ExpansionBudget, usePattern } from '../../queryfile/variables.ts';
import { undefinedVariable } from './cursor.ts';
import { givenText, insideQuotes, padded, withGiven } from './inserted-values.ts';
import { escapedFor } from './quotes.ts';
import { inComment, openAt } from './escapes.ts';

/**
 * A query's body as the tracker reads it: without the lines that define variables, and with the values of
 * variables in place of their uses, as they are outside quotes and escaped inside. Where a name is not
 * defined is replaced by `undefinedVariable`. Comments are still there. A block without a body is empty.
 */
export function bodyOf(scope: Scope): MappedText {
  const { text, body, lines } = scope.block;
  if (body === undefined) return MappedText.literal('', text.length);
  const start = text.charCodeAt(body.start) === byteOrderMark ? body.start + 1 : body.start;
  const definitions = lines.filter(
    ({ kind, start: at }) => kind === 'variable' && at > start && at < body.end,
  );
  const whole = { start, end: body.end };
  const source = text.slice(start, body.end);
  if (definitions.length === 0 && !source.includes('{{')) return MappedText.literal(source, start);
  return expanded(scope, whole, definitions);
}

const byteOrderMark = 0xfeff;

function expanded(scope: Scope, whole: Span, definitions: readonly Span[]): MappedText {
  const builder = new MappedTextBuilder();
  const room = expansionBudget();
  let open = 0;
  let from = whole.start;
  for (const definition of [...definitions, { start: whole.end, end: whole.end }]) {
    open = addPart(builder, scope, { start: from, end: definition.start }, open, room);
    from = definition.end;
  }
  return builder.build(whole);
}

/** Adds a part of the source with its variables put in; returns what is open at its end. */
function addPart(
  builder: MappedTextBuilder,
  scope: Scope,
  part: Span,
  opened: number,
  room: ExpansionBudget,
): number {
  const { text } = scope.block;
  let open = opened;
  let done = part.start;
  for (const match of text.slice(part.start, part.end).matchAll(usePattern)) {
    const start = part.start + match.index;
    const end = start + match[0].length;
    open = openAt(text, done, start, open);
    builder.literal(text, done, start);
    const put = open === inComment ? undefined : replacement(scope, match[1], start, open, room);
    if (put === undefined) builder.literal(text, start, end);
    else builder.replaced(put, { start, end }, match[1]);
    if (put !== undefined && open === 0) open = openAt(put, 0, put.length);
    done = end;
  }
  builder.literal(text, done, part.end);
  return openAt(text, done, part.end, open);
}

/** What stands for a use of a variable, or for `\{{`; `undefined` = it stays, inside quotes, as it is. */
function replacement(
  scope: Scope,
  name: string | undefined,
  at: number,
  open: number,
  room: ExpansionBudget,
): string | undefined {
  if (name === undefined) return '{{';
  const given = scope.boundValue(name);
  const value = given ? givenAt(scope.block.text, given, at, open) : variableText(scope, name, at, open);
  if (value === undefined || value.length > room.remaining) return open === 0 ? undefinedVariable : undefined;
  room.remaining -= value.length;
  return value;
}

/** The value of a variable, as it is written where a quote is open or none is; `undefined` = the name is not defined. */
function variableText(scope: Scope, name: string, at: number, open: number): string | undefined {
  const value = scope.variablesAt(at).get(name)?.value;
  if (value === undefined) return undefined;
  const known = withGiven(value, each => scope.boundValue(each), open !== 0);
  if (open === 0) return known;
  return known === value ? escapedFor(value, open) : insideQuotes(known, open);
}

function givenAt(text: string, given: BoundValue, at: number, open: number): string {
  const written = givenText(given, open);
  if (open !== 0 || given.isNumber === true) return written;
  const end = text.indexOf('}}', at) + 2;
  return padded(written, text.charAt(at - 1) || ' ', text.charAt(end) || ' ');
}
