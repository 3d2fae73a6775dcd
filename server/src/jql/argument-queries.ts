/** Finds queries inside the quoted arguments of functions. */
import { type MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { isIssueKey } from '#shared/base/issue-key.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlCatalogue } from './catalogue/catalogue.ts';
import type { FunctionCall, Operand } from './syntax/tree/operands.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { parseMapped } from './syntax/parse-jql.ts';
import { escapeLength, unescaped } from './syntax/escapes.ts';

/** A query as an argument of an app's function: `linkedIssuesOf("status = Open")`. */
export interface NestedQuery {
  /** The argument, quotes included. */
  readonly span: Span;
  /** Its opening quote. */
  readonly quote: string;
  /** The query; its spans are in the text of the block. */
  readonly query: JqlQuery;
}

/**
 * Returns the queries in the quoted arguments of a query's functions, in order; those with a variable are excluded.
 *
 * @param text the text of the block
 */
export function argumentQueries(
  query: JqlQuery,
  text: string,
  catalogue: JqlCatalogue,
): readonly NestedQuery[] {
  const nested: NestedQuery[] = [];
  for (const { operand } of query.terms)
    if (operand !== undefined && canHoldQuery(operand, catalogue))
      nested.push(...queriesIn(operand, query.body, text, catalogue));
  return nested;
}

/** True for an operand with a function in it that takes queries. */
function canHoldQuery(operand: Operand, catalogue: JqlCatalogue): boolean {
  if (operand.kind === 'list') return operand.items.some(item => canHoldQuery(item, catalogue));
  return operand.kind === 'function' && operand.name.find(catalogue.queryFunctionTable) !== undefined;
}

function queriesIn(
  operand: Operand,
  body: MappedText,
  text: string,
  catalogue: JqlCatalogue,
): readonly NestedQuery[] {
  if (operand.kind === 'list') return operand.items.flatMap(item => queriesIn(item, body, text, catalogue));
  return operand.kind === 'function' ? queriesInCall(operand, body, text, catalogue) : [];
}

function queriesInCall(
  call: FunctionCall,
  body: MappedText,
  text: string,
  catalogue: JqlCatalogue,
): readonly NestedQuery[] {
  const parameters = call.name.find(catalogue.queryFunctionTable)?.arguments;
  if (parameters === undefined) return [];
  // With fewer arguments it is another app's function of the same name.
  if (call.arguments.length < parameters.filter(({ optional }) => !optional).length && call.isClosed)
    return [];
  return call.arguments.flatMap((argument, index) => {
    if (parameters[index]?.type !== 'JQL' || argument.kind !== 'value' || argument.form !== 'quoted')
      return [];
    // An issue key is not a query; the argument check reports it.
    if (isIssueKey(argument.text)) return [];
    const { span } = argument;
    if (text.slice(span.start, span.end).includes('{{')) return [];
    const quote = body.text.charAt(body.offsetOf(span.start));
    return [{ span, quote, query: parseMapped(unquoted(body, span)) }];
  });
}

/** Returns the text between quotes, with escapes undone; the closing quote may be missing. */
function unquoted(body: MappedText, span: Span): MappedText {
  const { text } = body;
  const [opening, end] = [body.offsetOf(span.start), body.offsetOf(span.end)];
  const isClosed = end - opening > 1 && text[end - 1] === text[opening];
  const innerEnd = isClosed ? end - 1 : end;
  const builder = new MappedTextBuilder();
  let from = opening + 1;
  for (let at = from; at < innerEnd; at++) {
    const length = text[at] === '\\' ? escapeLength(text, at, innerEnd) : 0;
    if (length === 0) continue;
    builder.append(body.slice(from, at));
    builder.replaced(unescaped(text.slice(at, at + length)), body.sourceOf(at, at + length));
    from = at + length;
    at = from - 1;
  }
  builder.append(body.slice(from, innerEnd));
  return builder.build(body.sourceOf(opening + 1, innerEnd));
}
