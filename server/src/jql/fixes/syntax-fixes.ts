import type { Fix } from '../../language/problem.ts';
import type { Span } from '../../language/span.ts';
import type { JqlQuery, Value } from '../syntax/nodes.ts';
import { type JqlBodyToken, tokenize } from '../syntax/tokenize.ts';
import { meantEnd } from '../mistakes/open-quote.ts';
import { termsOf } from '../syntax/terms.ts';
import { isReserved, isReservedWord, TokenKind } from '../syntax/token-kinds.ts';
import {
  argument,
  fix,
  inserted,
  replaced,
  replacement,
  type FixContext,
  termOf,
  withBlanksBefore,
  withBlanksAfter,
} from './fix-context.ts';
import { quoted } from '../syntax/quotes.ts';

/** What another language says otherwise. */
export function fixForeign(context: FixContext): readonly Fix[] {
  const { problem, text } = context;
  const to = argument(context, 'to');
  if (to !== undefined)
    return problem.message === 'foreign-syntax.comment'
      ? fix('syntax', 'fix.comment', {}, replaced(problem.span, to))
      : replacement(context, 'syntax', to, problem.message !== 'foreign-syntax.call');
  const isAtStart = problem.message === 'foreign-syntax.select';
  if (isAtStart && !/\bwhere$/i.test(text.slice(problem.span.start, problem.span.end))) return [];
  const span = isAtStart ? withBlanksAfter(text, problem.span) : withBlanksBefore(text, problem.span);
  const name = argument(context, 'written') ?? argument(context, 'found') ?? '';
  return fix('syntax', 'fix.remove', { name }, replaced(span, ''));
}

/** Quotes around a word of the language; around the whole value where it goes on. */
export function fixReserved(context: FixContext): readonly Fix[] {
  const { problem, query } = context;
  const error = query.errors.find(({ span }) => span.start === problem.span.start);
  const operator = termOf(context)?.operator;
  const alone =
    error?.expected.includes('field') === true ||
    error?.expected.includes('argument') === true ||
    (operator?.kind === 'operator' && /^(?:was|changed)/.test(operator.name));
  return quotes(context, alone ? problem.span : runFrom(context, problem.span.start, problem.span));
}

/** Quotes around the value and the words after it, or AND where another clause begins. */
export function fixUnexpected(context: FixContext): readonly Fix[] {
  const { problem, query, text } = context;
  const { span, message } = problem;
  if (message === 'unexpected.close') return withoutClosing(context);
  if (message === 'unexpected.words') {
    const value = valueBefore(context);
    return value === undefined ? [] : quotes(context, runFrom(context, value.span.start, span));
  }
  const isTerm = termsOf(query).some(({ term }) => term.span.start === span.start);
  if (isTerm) return fix('syntax', 'fix.connective', {}, inserted(span.start, 'AND '));
  const found = text.slice(span.start, span.end);
  return /^(?:asc|desc)$/i.test(found) || query.orderBy === undefined
    ? []
    : fix('syntax', 'fix.comma', {}, inserted(span.start, ', '), false);
}

/** All the parentheses that close nothing, one after the other. */
function withoutClosing({ text, problem: { span } }: FixContext): Fix[] {
  const [name = ')'] = /^\)(?:\s*\))*/.exec(text.slice(span.start)) ?? [];
  return fix(
    'syntax',
    'fix.remove',
    { name },
    replaced({ start: span.start, end: span.start + name.length }, ''),
  );
}

/** The unquoted value that ends right before a problem. */
function valueBefore({ query, problem }: FixContext): Value | undefined {
  const before = termsOf(query).flatMap(({ term: { operand } }) =>
    operand?.kind === 'value' && operand.span.end <= problem.span.start ? [operand] : [],
  );
  return before.at(-1);
}

/** The words from an offset to where the value that they are most likely meant to be ends. */
function runFrom({ text, query }: FixContext, start: number, first: Span): Span {
  let { end } = first;
  const starts = new Set(termsOf(query).map(({ term }) => term.span.start));
  for (const { kind, span, variable } of tokenize(query.body)) {
    if (span.start < end) continue;
    const isWord = variable || kind === TokenKind.Word || kind === TokenKind.Number || isReserved(kind);
    if (!isWord || isConnective(kind) || starts.has(span.start)) break;
    if (/[\r\n]/.test(text.slice(end, span.start))) break;
    ({ end } = span);
  }
  return { start, end };
}

const isConnective = (kind: TokenKind): boolean => isJoining(kind) || kind === TokenKind.Order;

function quotes({ text }: FixContext, span: Span): Fix[] {
  const inner = text.slice(span.start, span.end);
  return fix('quotes', 'fix.quote', { text: inner }, replaced(span, quoted(inner)));
}

/** Quotes around the word that a reserved character is in; a semicolon at the end goes. */
export function fixCharacter(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const isLast = codeOf(context.query).at(-1)?.span.end === problem.span.end;
  if (isLast && text.slice(problem.span.start, problem.span.end) === ';')
    return fix('syntax', 'fix.remove', { name: ';' }, replaced(problem.span, ''));
  const word = tokenize(context.query.body).find(
    ({ span }) => span.start <= problem.span.start && problem.span.end <= span.end,
  );
  return word === undefined ? [] : quotes(context, word.span);
}

/** A second backslash for every one of a text that escapes nothing. */
export function fixEscape({ query, problem }: FixContext): readonly Fix[] {
  const text = tokenize(query.body).find(({ span }) => problem.span.start < span.end)?.span ?? problem.span;
  const escapes = query.errors.filter(
    ({ code, span }) => code === 'illegal-escape' && text.start <= span.start && span.end <= text.end,
  );
  return fix(
    'quotes',
    'fix.backslash',
    {},
    escapes.map(({ span }) => inserted(span.start, '\\')),
  );
}

export function fixOpenQuote({ text, query, problem: { span } }: FixContext): readonly Fix[] {
  const quote = text[span.start] ?? '"';
  return fix('quotes', 'fix.closeQuote', {}, inserted(meantEnd(text, span, query.errors), quote));
}

/** What is left out, or repeated. */
export function fixExpected(context: FixContext): readonly Fix[] {
  const { text, problem, query } = context;
  const { span } = problem;
  const found = argument(context, 'found') ?? '';
  const error = query.errors.find(each => each.span.start === span.start && each.code === problem.code);
  const expected = error?.expected ?? [];
  const last = codeOf(query).findLast(token => token.span.end <= span.start);
  if (expected.includes('by')) return withBy(context, found);
  if (expected.includes('field') && /^(?:and|or|&&?|\|\|?)$/i.test(found) && beginsClause(last?.kind))
    return fix('syntax', 'fix.remove', { name: found }, replaced(withBlanksAfter(text, span), ''));
  if (last?.kind === TokenKind.Comma && (found === '' || found === ')')) return removed(text, last.span);
  const isLeft = expected.includes('field') && last !== undefined && isJoining(last.kind);
  if (isLeft && (found === '' || found === ')' || /^order$/i.test(found)))
    return removed(text, last.span, withBlanksBefore(text, last.span));
  if (expected.includes('comma') && found !== '')
    return fix('syntax', 'fix.comma', {}, inserted(withBlanksBefore(text, span).start, ','), false);
  if (expected.includes('operator') && found === '(')
    return last?.span.end === span.start
      ? []
      : fix('syntax', 'fix.insert', { text: 'in' }, inserted(span.start, 'in '), false);
  return [];
}

/** The tokens of a query without its comments. */
const codeOf = ({ body }: JqlQuery): JqlBodyToken[] =>
  tokenize(body).filter(({ kind }) => kind !== TokenKind.Comment);

/** `BY` after `ORDER`; what is between the two is removed. */
function withBy({ text, problem: { span } }: FixContext, found: string): Fix[] {
  if (/^\s+by\b/i.test(text.slice(span.end)))
    return fix('syntax', 'fix.remove', { name: found }, replaced(withBlanksAfter(text, span), ''));
  const isField = /^["'\p{L}\d]/u.test(found) && !isReservedWord(found);
  const at = found === '' ? inserted(span.end, ' BY') : inserted(span.start, 'BY ');
  return fix('syntax', 'fix.insert', { text: 'BY' }, at, isField);
}

/** Takes away a token, and what `whole` adds to it. */
const removed = (text: string, token: Span, whole = token): Fix[] =>
  fix('syntax', 'fix.remove', { name: text.slice(token.start, token.end) }, replaced(whole, ''));

const isJoining = (kind: TokenKind): boolean => kind === TokenKind.And || kind === TokenKind.Or;

/** True after a connective, an opening parenthesis, a negation or nothing. */
const beginsClause = (last: TokenKind | undefined): boolean =>
  last === undefined ||
  isJoining(last) ||
  last === TokenKind.Open ||
  last === TokenKind.Not ||
  last === TokenKind.Bang;

export const fixHidden = ({ problem }: FixContext): readonly Fix[] =>
  fix('lookAlike', 'fix.hidden', {}, replaced(problem.span, ''));
