/** Finds functions without a field, on the wrong side, or with an unquoted query. */
import type { Span } from '#shared/base/text/span.ts';
import type { JqlCatalogue, JqlFunction } from '../catalogue/catalogue.ts';
import type { JqlQuery, JqlSyntaxError } from '../syntax/jql-query.ts';
import { mirrored } from '../syntax/operators.ts';
import { quoteArgument } from '../syntax/quotes.ts';
import { codeTokens, type JqlBodyToken } from '../syntax/tokenize.ts';
import { isOperatorSign, TokenKind } from '../syntax/token-kinds.ts';
import { fieldOfFunction } from '../validation/function-checks.ts';

/** An incorrectly written call, and its correction. */
export interface CallMistake {
  /**
   * `alone` = without a field; `likely` = without a field, and several are possible; `sides` = on the left side;
   * `query` = with an unquoted query as its argument.
   */
  readonly kind: 'alone' | 'likely' | 'sides' | 'query';
  readonly span: Span;
  readonly to: string;
  /** The end of the call: syntax errors up to there are explained by the mistake. */
  readonly callEnd: number;
}

/**
 * Returns the mistake at a syntax error: a function without its field, or a query as an argument without quotes;
 * undefined = neither.
 */
export function callMistakeAt(
  { body }: JqlQuery,
  text: string,
  { foundText, span, expected }: JqlSyntaxError,
  catalogue: JqlCatalogue,
): CallMistake | undefined {
  const tokens = codeTokens(body);
  const at = tokens.findIndex(token => token.span.start === span.start);
  if (at < 0) return undefined;
  if (foundText === '(' && expected.includes('operator'))
    return callWithoutField(tokens, text, at, catalogue);
  return expected.includes('comma') ? queryArgument(tokens, text, at, catalogue) : undefined;
}

/** Returns the mistake of a function without its field: `votedIssues()` without `issue in`. */
function callWithoutField(
  tokens: readonly JqlBodyToken[],
  text: string,
  opening: number,
  catalogue: JqlCatalogue,
): CallMistake | undefined {
  const name = tokens[opening - 1];
  const calledFunction = name && catalogue.function(textAt(text, name.span));
  const end = closingOf(tokens, opening);
  const closing = tokens[end];
  if (name === undefined || calledFunction === undefined || closing === undefined) return undefined;
  // `in (openSprints() or futureSprints())`
  if (tokens[openingBefore(tokens, opening - 1) - 1]?.kind === TokenKind.In) return undefined;
  const call = { start: name.span.start, end: closing.span.end };
  const sides = callOnLeft(tokens.slice(end + 1, end + 3), text, call, catalogue);
  if (sides !== undefined) return sides;
  const certain =
    calledFunction.requires === 'scriptRunner' ? 'issueFunction' : fieldOfFunction(calledFunction);
  const field = certain ?? likelyField(calledFunction, catalogue);
  if (field === undefined) return undefined;
  const operator = calledFunction.shape === 'single' ? '=' : 'in';
  return {
    kind: certain === undefined ? 'likely' : 'alone',
    span: call,
    to: `${field} ${operator} ${textAt(text, call)}`,
    callEnd: call.end,
  };
}

/**
 * Returns the field that is compared most with a function's values; undefined = none, or the function returns dates.
 */
const likelyField = ({ returns }: JqlFunction, { common, field }: JqlCatalogue): string | undefined =>
  returns === 'DATE' ? undefined : common.search.find(name => field(name)?.type === returns);

/** `startOfDay() > created`. */
function callOnLeft(
  [operator, field]: readonly JqlBodyToken[],
  text: string,
  call: Span,
  catalogue: JqlCatalogue,
): CallMistake | undefined {
  if (operator === undefined || field === undefined) return undefined;
  const name = catalogue.operator(textAt(text, operator.span))?.name;
  const isOperator = isOperatorSign(operator.kind) || operator.kind === TokenKind.In;
  const isField = field.kind === TokenKind.Word && catalogue.field(textAt(text, field.span)) !== undefined;
  if (name === undefined || !isOperator || !isField) return undefined;
  const span = { start: call.start, end: field.span.end };
  const to = `${textAt(text, field.span)} ${mirrored(name)} ${textAt(text, call)}`;
  return { kind: 'sides', span, to, callEnd: span.end };
}

/** `linkedIssuesOf(status = Open)`. */
function queryArgument(
  tokens: readonly JqlBodyToken[],
  text: string,
  at: number,
  catalogue: JqlCatalogue,
): CallMistake | undefined {
  const opening = openingBefore(tokens, at);
  const name = tokens[opening - 1];
  // `("project = A" "blocks")` lacks a comma.
  const isSecond = at === opening + 2 && tokens[at - 1]!.kind === TokenKind.Quoted;
  const next = tokens[at + 1]?.kind;
  if (isSecond && (next === TokenKind.Close || next === TokenKind.Comma)) return undefined;
  const takesQuery =
    name !== undefined &&
    catalogue.function(textAt(text, name.span))?.arguments?.some(({ type }) => type === 'JQL') === true;
  const closing = closingOf(tokens, opening);
  if (!takesQuery || closing >= tokens.length) return undefined;
  const end = argumentEnd(tokens, opening, closing);
  const span = { start: tokens[opening + 1]!.span.start, end: tokens[end - 1]!.span.end };
  return { kind: 'query', span, to: quoteArgument(textAt(text, span)), callEnd: tokens[closing]!.span.end };
}

const textAt = (text: string, { start, end }: Span): string => text.slice(start, end);

/** Returns the index of the parenthesis that is open before a token; -1 = none. */
function openingBefore(tokens: readonly JqlBodyToken[], at: number): number {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    if (tokens[index]!.kind === TokenKind.Close) depth++;
    else if (tokens[index]!.kind === TokenKind.Open && depth-- === 0) return index;
  }
  return -1;
}

/** Returns the index of the closing parenthesis; the number of tokens where it is missing. */
function closingOf(tokens: readonly JqlBodyToken[], opening: number): number {
  let depth = 0;
  for (let index = Math.max(0, opening); index < tokens.length; index++) {
    if (tokens[index]!.kind === TokenKind.Open) depth++;
    else if (tokens[index]!.kind === TokenKind.Close && --depth === 0) return index;
  }
  return tokens.length;
}

/** Returns the index where the first argument ends: at a comma of the call itself, or at its closing parenthesis. */
function argumentEnd(tokens: readonly JqlBodyToken[], opening: number, closing: number): number {
  for (let index = opening + 1; index < closing; index++) {
    if (tokens[index]!.kind === TokenKind.Open) index = closingOf(tokens, index);
    else if (tokens[index]!.kind === TokenKind.Comma) return index;
  }
  return closing;
}
