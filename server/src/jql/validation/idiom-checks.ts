/** Reports mistakes that explain several syntax errors at once. */
import type { Span } from '#shared/base/text/span.ts';
import { possibleDays } from '../dates/date-words.ts';
import { type CallMistake, callMistakeAt } from '../mistakes/call-mistakes.ts';
import { type FileMistake, fileMistakeAt } from '../mistakes/file-mistakes.ts';
import { type Idiom, idiomAt } from '../mistakes/idioms.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';
import { takesList } from '../syntax/operators.ts';
import { type OrderMistake, orderMistakeAt } from '../mistakes/order-by-mistakes.ts';
import { type WrappedQuery, wrappedQuery } from '../mistakes/wrapped-query.ts';
import { termsOf } from '../syntax/walk.ts';
import { codeTokens, type JqlBodyToken } from '../syntax/tokenize.ts';
import { isPredicate, TokenKind } from '../syntax/token-kinds.ts';
import type { JqlMessage } from '../jql-messages.ts';
import { type Check, termAt, typeAt } from './jql-check.ts';
import { matchesType } from './function-checks.ts';
import { isExplainedByMistake } from './mistake-checks.ts';
import { checkOtherOperator } from './operator-checks.ts';
import { swappedListAt } from './swapped-sides.ts';

/** Examining the text around an error takes time, so only the first errors are examined. */
const maxIdioms = 50;

/**
 * Reports mistakes that explain several syntax errors, each as one problem.
 *
 * @param text the text of the block
 * @returns the errors that are left
 */
export function checkIdioms(
  check: Check,
  text: string,
  errors: readonly JqlSyntaxError[],
): readonly JqlSyntaxError[] {
  const reported: Span[] = [];
  // The last word of an idiom may have been parsed as a field that needs an operator.
  const isReported = ({ code, span, expected }: JqlSyntaxError): boolean =>
    reported.some(
      place =>
        place.start <= span.start &&
        (span.end <= place.end ||
          (span.start <= place.end && expected.includes('operator')) ||
          (code === 'predicate-of-operator' && termAt(check, span.start)?.span.start === place.start)),
    );
  for (const error of errors.slice(0, maxIdioms)) {
    if (error.variable !== undefined || isReported(error)) continue;
    const place = reportMistake(check, text, error);
    if (place !== undefined) reported.push(withNext(text, place, error.span));
  }
  check.suppress(reported);
  return reported.length === 0 ? errors : errors.filter(error => !isReported(error));
}

/** Reports that the whole text only contains the query; returns its span, undefined = it is the query. */
export function reportWrapped(check: Check, text: string): Span | undefined {
  const wrapped = wrappedQuery(check.query, text);
  if (wrapped === undefined) return undefined;
  const message = messageOfWrapped[wrapped.kind];
  check.error('foreign-syntax', wrapped.span, { to: wrapped.to }, { message });
  return wrapped.span;
}

/** Reports the mistake at an error; returns its span, undefined = none is recognized. */
function reportMistake(check: Check, text: string, error: JqlSyntaxError): Span | undefined {
  const wrapped = reportWrapped(check, text);
  if (wrapped !== undefined) return wrapped;
  const mistake = fileMistakeAt(check.query, text, error.span);
  if (mistake !== undefined) {
    const mistakeText = text.slice(mistake.span.start, mistake.span.end).trim();
    check.error(
      'foreign-syntax',
      mistake.span,
      { written: mistakeText, to: mistake.to },
      { message: messageOfMistake[mistake.kind] },
    );
    return mistake.span;
  }
  const start = startAt(check, error) ?? reservedValueAt(check, text, error);
  if (start !== undefined) return start;
  const sides = swappedListAt(check, error) ?? bareCallAt(check, error);
  if (sides !== undefined) return sides;
  const call = callMistakeAt(check.query, text, error, check.knowledge.catalogue);
  if (call !== undefined && !(call.kind === 'likely' && isExplainedByMistake(check, text, error)))
    return { ...report(check, text, call, messageOfCall[call.kind]), end: call.callEnd };
  const order = orderMistakeAt(check.query, text, error, check.knowledge.catalogue);
  if (order !== undefined) return reportOrder(check, text, order, error);
  const idiom = idiomAt(text, error.span, offset => typeAt(check, offset));
  if (idiom !== undefined)
    return report(check, text, idiom, idiom.to === undefined ? 'foreign-syntax.group' : 'foreign-syntax');
  return dayAt(check, text, error) ?? checkOtherOperator(check, text, error);
}

/** Reports a mistake after ORDER BY; nothing more is reported after conditions that follow it. */
function reportOrder(check: Check, text: string, order: OrderMistake, error: JqlSyntaxError): Span {
  const message = order.kind === undefined ? 'foreign-syntax' : messageOfOrder[order.kind];
  if (order.kind !== 'last') return report(check, text, order, message);
  check.error('foreign-syntax', error.span, { written: error.foundText }, { message });
  return order.span;
}

const messageOfOrder: Readonly<Record<NonNullable<OrderMistake['kind']>, JqlMessage>> = {
  first: 'foreign-syntax.order',
  last: 'foreign-syntax.afterOrder',
  fields: 'foreign-syntax.sort',
  inside: 'foreign-syntax.inside',
};

const dayWithSlashes = /(?<![\w/])\d{1,2}\/\d{1,2}\/\d{4}(?![\w/])/g;

/** Reports a date without quotes that can mean two days; returns its span, undefined = not reported. */
function dayAt(check: Check, text: string, { span: { start: at } }: JqlSyntaxError): Span | undefined {
  const from = Math.max(0, at - maxCharacters);
  for (const match of text.slice(from, at + maxCharacters).matchAll(dayWithSlashes)) {
    const [value] = match;
    const span = { start: from + match.index, end: from + match.index + value.length };
    if (at < span.start || at >= span.end || possibleDays(value).length < 2) continue;
    if (!(typeAt(check, at) ?? '').startsWith('DATE')) continue;
    check.error('bad-date', span, { value });
    return span;
  }
  return undefined;
}

const messageOfCall: Readonly<Record<CallMistake['kind'], JqlMessage>> = {
  alone: 'foreign-syntax',
  likely: 'foreign-syntax.call',
  sides: 'foreign-syntax',
  query: 'foreign-syntax.query',
};

const messageOfWrapped: Readonly<Record<WrappedQuery['kind'], JqlMessage>> = {
  quoted: 'foreign-syntax.quoted',
  address: 'foreign-syntax.address',
  page: 'foreign-syntax.page',
  filter: 'foreign-syntax.filter',
  escaped: 'foreign-syntax.escaped',
  marked: 'foreign-syntax.marked',
  list: 'foreign-syntax.list',
  introduced: 'foreign-syntax.introduced',
};

const messageOfMistake: Readonly<Record<FileMistake['kind'], JqlMessage>> = {
  directive: 'foreign-syntax.directive',
  variable: 'foreign-syntax.variable',
  comment: 'foreign-syntax.comment',
};

function report(check: Check, text: string, { span, to }: Idiom, message: JqlMessage): Span {
  const mistakeText = text.slice(span.start, span.end).trim();
  check.error('foreign-syntax', span, { written: mistakeText, ...(to !== undefined && { to }) }, { message });
  return span;
}

/** Reports `sprint in openSprints`: a function without its parentheses where a list is expected. */
function bareCallAt(check: Check, { code, span, operator }: JqlSyntaxError): Span | undefined {
  if (code !== 'operand-shape' || operator === undefined || !takesList(operator)) return undefined;
  const term = termAt(check, span.start);
  const { operand } = term ?? {};
  const type = term && check.entryOf(term)?.type;
  if (operand?.kind !== 'value' || operand.form !== 'word' || type === undefined) return undefined;
  const namedFunction = check.knowledge.catalogue.function(operand.text);
  if (
    namedFunction === undefined ||
    namedFunction.shape === 'single' ||
    !matchesType(namedFunction.returns, type)
  )
    return undefined;
  check.error('function-without-parentheses', operand.span, {
    name: operand.text,
    to: `${namedFunction.name}()`,
  });
  return operand.span;
}

/** Reports `where` before the conditions. */
function startAt(check: Check, { foundText, span, expected }: JqlSyntaxError): Span | undefined {
  if (foundText.toLowerCase() !== 'where' || !expected.includes('field')) return undefined;
  if (termsOf(check.query)[0]?.term.span.start !== span.start) return undefined;
  check.error('foreign-syntax', span, { found: foundText }, { message: 'foreign-syntax.select' });
  return span;
}

/** Reports `project = OR` and `status = Not Started`: a value that is or begins with a word that joins conditions. */
function reservedValueAt(
  check: Check,
  text: string,
  { foundText, span, expected }: JqlSyntaxError,
): Span | undefined {
  const isValue = expected.includes('value') || expected.includes('argument');
  if (!isValue || !/^(?:and|or|not)$/i.test(foundText)) return undefined;
  const tokens = codeTokens(check.query.body);
  const at = tokens.findIndex(token => token.span.start === span.start);
  const before = tokens[at - 1]?.kind;
  if (before === TokenKind.Open || before === TokenKind.Comma) {
    return isItem(tokens, at) ? reservedItems(check, text, tokens, at) : undefined;
  }
  const end = phraseEnd(tokens, at);
  const next = tokens[end];
  const isName = foundText === nameOfNegation && end > at + 1;
  const isEnd =
    next === undefined ||
    endsCondition.has(next.kind) ||
    (isName && (isPredicate(next.kind) || next.kind === TokenKind.Comma));
  if (!isEnd || (end > at + 1 && !isName)) return undefined;
  check.error('reserved-word', span, { found: foundText });
  // The grammar reads another condition after the word; its first token is part of the report.
  return next === undefined || end > at + 1
    ? { start: span.start, end: tokens[end - 1]!.span.end }
    : { start: span.start, end: next.span.end };
}

/** The word as names of values begin with it, such as “Not Started”; `not` and `NOT` may be meant as operators. */
const nameOfNegation = 'Not';

/** Returns the index after the words that follow a word that joins conditions. */
function phraseEnd(tokens: readonly JqlBodyToken[], at: number): number {
  let end = at + 1;
  while (isPlainWord(tokens[end]?.kind)) end++;
  return end;
}

const isPlainWord = (kind: TokenKind | undefined): boolean =>
  kind === TokenKind.Word || kind === TokenKind.Number || kind === TokenKind.Reserved;

/** True where an item of a list is such a word, or begins with it. */
function isItem(tokens: readonly JqlBodyToken[], at: number): boolean {
  const [before, after] = [tokens[at - 1]?.kind, tokens[phraseEnd(tokens, at)]?.kind];
  return (
    (before === TokenKind.Open || before === TokenKind.Comma) &&
    (after === TokenKind.Close || after === TokenKind.Comma)
  );
}

/**
 * Reports all such words of a list from one of them on; returns the span of the rest of the list, where more syntax
 * errors follow.
 */
function reservedItems(check: Check, text: string, tokens: readonly JqlBodyToken[], from: number): Span {
  const closing = tokens.findIndex(({ kind }, index) => index > from && kind === TokenKind.Close);
  const end = closing < 0 ? tokens.length : closing + 1;
  for (let at = from; at < end; at++) {
    const { kind, span, variable } = tokens[at]!;
    if (joining.has(kind) && !variable && isItem(tokens, at))
      check.error('reserved-word', span, { found: text.slice(span.start, span.end) });
  }
  return { start: tokens[from]!.span.start, end: tokens[end - 1]!.span.end };
}

const joining: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or, TokenKind.Not]);

const endsCondition: ReadonlySet<TokenKind> = new Set([
  TokenKind.And,
  TokenKind.Or,
  TokenKind.Close,
  TokenKind.Order,
]);

/** Returns the span of a mistake and an error that it explains, with the connective after it. */
function withNext(text: string, place: Span, error: Span): Span {
  const end = Math.max(place.end, error.end);
  const next = /^\s*(?:(?:and|or)\b|&&?|\|\|?)?/i.exec(text.slice(end, end + maxCharacters))?.[0].length ?? 0;
  return { start: Math.min(place.start, error.start), end: end + next };
}

const maxCharacters = 40;
