/** Values of prompts in JQL: whatever they contain, each remains one value, or the items of one list. */
import type { BoundValue } from '../../query-file/bound-values.ts';
import { MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Scope } from '../../query-file/scope.ts';
import { expansionBudget, type ExpansionBudget, usePattern } from '../../query-file/variables.ts';
import { undefinedVariable } from './cursor.ts';
import { escapedFor, insideQuotes } from './quotes.ts';
import { inComment, lexicalStateAt } from './escapes.ts';

/**
 * Returns a query's body as the tracker reads it: without the lines that define variables, and with the values of
 * variables in place of their uses, unchanged outside quotes and escaped inside. An undefined name is replaced by
 * `undefinedVariable`. Comments are kept. A block without a body is empty.
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
  return expandVariables(scope, whole, definitions);
}

const byteOrderMark = 0xfeff;

function expandVariables(scope: Scope, whole: Span, definitions: readonly Span[]): MappedText {
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

/** Adds a part of the source with its variables replaced; returns what is open at its end. */
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
    open = lexicalStateAt(text, done, start, open);
    builder.literal(text, done, start);
    const put = open === inComment ? undefined : replacement(scope, match[1], start, open, room);
    if (put === undefined) builder.literal(text, start, end);
    else builder.replaced(put, { start, end }, match[1]);
    if (put !== undefined && open === 0) open = lexicalStateAt(put, 0, put.length);
    done = end;
  }
  builder.literal(text, done, part.end);
  return lexicalStateAt(text, done, part.end, open);
}

/** Returns the text in place of a use of a variable, or of `\{{`; `undefined` = inside quotes it stays as written. */
function replacement(
  scope: Scope,
  name: string | undefined,
  at: number,
  open: number,
  room: ExpansionBudget,
): string | undefined {
  if (name === undefined) return '{{';
  const promptValue = scope.boundValue(name);
  const value = promptValue
    ? promptTextAt(scope.block.text, promptValue, at, open)
    : variableText(scope, name, at, open);
  if (value === undefined || value.length > room.remaining) return open === 0 ? undefinedVariable : undefined;
  room.remaining -= value.length;
  return value;
}

/** Returns the value of a variable, escaped for the open quote; `undefined` = the name is not defined. */
function variableText(scope: Scope, name: string, at: number, open: number): string | undefined {
  const value = scope.variablesAt(at).get(name)?.value;
  if (value === undefined) return undefined;
  const withPrompts = withPromptValues(value, promptName => scope.boundValue(promptName), open !== 0);
  if (open === 0) return withPrompts;
  return withPrompts === value ? escapedFor(value, open) : insideQuotes(withPrompts, open);
}

function promptTextAt(text: string, promptValue: BoundValue, at: number, open: number): string {
  const writtenPrompt = promptText(promptValue, open);
  if (open !== 0 || promptValue.isNumber === true) return writtenPrompt;
  const end = text.indexOf('}}', at) + 2;
  return padded(writtenPrompt, text.charAt(at - 1) || ' ', text.charAt(end) || ' ');
}

const doubleQuote = 34;
/** Returns a prompt's values as written inside the open quote `open`, or outside quotes (0). */
function promptText({ items, isNumber = false }: BoundValue, open: number): string {
  if (open !== 0) return items.map(item => insideQuotes(item, open)).join(', ');
  return items.map(item => (isNumber ? item : `"${insideQuotes(item, doubleQuote)}"`)).join(', ');
}

/** Returns a text with spaces where it would join the character before or after it, or escape its first quote. */
const padded = (text: string, before: string, after: string): string =>
  (isValueBoundary(before) ? '' : ' ') + text + (isValueBoundary(after) ? '' : ' ');

/** True for a character that a value can directly follow or precede. */
export const isValueBoundary = (character: string): boolean => /^[\s(),=<>~!]$/.test(character);

/**
 * Returns a variable's value with prompt values in place of their uses; a name without a value becomes
 * `undefinedVariable`.
 */
function withPromptValues(
  value: string,
  promptValueOf: (name: string) => BoundValue | undefined,
  isQuoted: boolean,
): string {
  let open = 0;
  let done = 0;
  let text = '';
  for (const match of value.matchAll(usePattern)) {
    open = isQuoted ? 0 : lexicalStateAt(value, done, match.index, open);
    text += value.slice(done, match.index);
    done = match.index + match[0].length;
    const promptValue = match[1] === undefined ? undefined : promptValueOf(match[1]);
    if (isQuoted) text += promptValue?.items.join(', ') ?? match[0];
    else if (promptValue === undefined) text += undefinedVariable;
    else if (open !== inComment)
      text += padded(
        promptText(promptValue, open),
        open === 0 ? value.charAt(match.index - 1) : ' ',
        open === 0 ? value.charAt(done) : ' ',
      );
  }
  return text + value.slice(done);
}
