import type { Signature } from '../query-file/language/language-service.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import type { FunctionCall } from './syntax/tree/operands.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { partsAt } from './syntax/walk.ts';

/**
 * Returns the signature of the function around an offset, and the index of the argument; `undefined` = no known
 * function.
 */
export function signatureAt(
  query: JqlQuery,
  offset: number,
  text: string,
  { catalogue, texts }: JqlKnowledge,
): Signature | undefined {
  const inBlanks = text.slice(0, offset).trimEnd().length;
  const call = callAround(query, offset) ?? openCallAt(query, inBlanks);
  const calledFunction = call && catalogue.function(call.name.text);
  if (call === undefined || calledFunction?.arguments === undefined) return undefined;
  const parameters = calledFunction.arguments.map(({ name, optional, most, type }) => ({
    label: `${name}${optional ? '?' : ''}${most > 1 ? '…' : ''}`,
    markdown: texts.argument(calledFunction.name, name) ?? texts.type(type) ?? '',
  }));
  return {
    label: `${calledFunction.name}(${parameters.map(({ label }) => label).join(', ')})`,
    parameters,
    active: Math.min(argumentAt(call, offset, text), Math.max(0, parameters.length - 1)),
    markdown: texts.function(calledFunction.name)?.summary ?? '',
  };
}

const callsAt = (query: JqlQuery, offset: number): FunctionCall[] =>
  partsAt(query, offset).filter((part): part is FunctionCall => part.kind === 'function');

/** Returns the innermost call around an offset. */
const callAround = (query: JqlQuery, offset: number): FunctionCall | undefined =>
  callsAt(query, offset).findLast(
    ({ parentheses }) => parentheses.start < offset && offset < parentheses.end,
  ) ?? openCallAt(query, offset);

/** Returns the innermost unclosed call that ends at an offset; the blanks after it are part of it. */
const openCallAt = (query: JqlQuery, offset: number): FunctionCall | undefined =>
  callsAt(query, offset).findLast(
    ({ parentheses, isClosed }) => !isClosed && parentheses.start < offset && offset === parentheses.end,
  );

/** Returns the number of a call's commas before an offset. */
function argumentAt(call: FunctionCall, offset: number, text: string): number {
  const before = call.arguments.filter(({ span }) => span.end < offset);
  const last = before.at(-1);
  if (last === undefined) return 0;
  const following = text.slice(last.span.end, offset).includes(',');
  return before.length - (following ? 0 : 1);
}
