/** Parses the body of a wiki query that is written in lines. */
import { type MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { type Span, trimmed } from '#shared/base/text/span.ts';
import type { Line, QueryBlock } from '../query-file/block.ts';
import type { Scope } from '../query-file/scope.ts';
import { expansionBudget, type ExpansionBudget, substitute } from '../query-file/variables.ts';
import { lookupAt } from './bound-parameters.ts';
import { type ParameterNode, type WikiQuery, receivedName } from './wiki-nodes.ts';
import { isUrlBody, parseUrl } from './url.ts';

/** Reads the body of a query file's block. Never throws; a block without a body has no parameters. */
export function parseWikiQuery(scope: Scope): WikiQuery {
  const { block } = scope;
  if (block.body === undefined) return { form: 'lines', parameters: [] };
  const lines = block.lines.filter(line => line.kind === 'body');
  return isUrlBody(block.text, lines) ? parseUrl(scope, lines) : parseLines(scope, lines);
}

function parseLines(scope: Scope, lines: readonly Line[]): WikiQuery {
  const { block } = scope;
  const parameters: ParameterNode[] = [];
  const room = expansionBudget();
  let index = 0;
  while (index < lines.length) {
    let end = index + 1;
    while (end < lines.length && continues(block, lines[end]!)) end++;
    parameters.push(parameterOf(scope, room, lines[index]!, lines.slice(index + 1, end)));
    index = end;
  }
  return { form: 'lines', parameters };
}

/** A line whose first character after spaces is `|` continues the value above it. */
function continues(block: QueryBlock, line: Line): boolean {
  return trimmed(block.text, line.start, line.end).text.startsWith('|');
}

function parameterOf(
  scope: Scope,
  room: ExpansionBudget,
  line: Line,
  continuations: readonly Line[],
): ParameterNode {
  const { text } = scope.block;
  const start = contentStart(text, line);
  const equalsAt = text.slice(start, line.end).indexOf('=');
  const equals = equalsAt < 0 ? line.end : start + equalsAt;
  const { span, text: sent } = trimmed(text, start, equals);
  const name = { text: receivedName(sent), span };
  if (equalsAt < 0 && continuations.length === 0) return { span: name.span, name };
  const parts = [
    equalsAt < 0 ? { start: line.end, end: line.end } : trimmed(text, equals + 1, line.end).span,
    ...continuations.map(continuation => trimmed(text, continuation.start, continuation.end).span),
  ];
  const value = joinParts(scope, room, parts);
  return {
    span: {
      start: name.span.start,
      end: Math.max(name.span.end, equalsAt < 0 ? 0 : equals + 1, value.span.end),
    },
    name,
    ...(equalsAt >= 0 && { equals: { start: equals, end: equals + 1 } }),
    value,
  };
}

/** The start of a line after spaces and a leading `&` or `?`. */
function contentStart(text: string, line: Line): number {
  const content = trimmed(text, line.start, line.end);
  return /^[&?]/.test(content.text) ? content.span.start + 1 : content.span.start;
}

/** The parts of a value joined, with the variables replaced. */
function joinParts(scope: Scope, room: ExpansionBudget, parts: readonly Span[]): MappedText {
  const { text } = scope.block;
  const filled = parts.filter(part => part.end > part.start);
  const whole: Span = { start: parts[0]!.start, end: filled.at(-1)?.end ?? parts[0]!.end };
  if (filled.length <= 1)
    return substitute(text, filled[0] ?? parts[0]!, lookupAt(scope, whole.start), room, whole);
  const builder = new MappedTextBuilder();
  for (const part of filled) builder.append(substitute(text, part, lookupAt(scope, part.start), room));
  return builder.build(whole);
}
