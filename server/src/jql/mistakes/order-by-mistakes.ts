/** Finds mistakes after ORDER BY. */
import type { Span } from '#shared/base/text/span.ts';
import type { Idiom } from './idioms.ts';
import type { JqlQuery, JqlSyntaxError } from '../syntax/jql-query.ts';
import type { OrderBy } from '../syntax/tree/fields.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';
import { codeTokens, tokenize } from '../syntax/tokenize.ts';
import { isOperatorStart, TokenKind } from '../syntax/token-kinds.ts';
import { quoteFieldIfNeeded } from '../syntax/quotes.ts';
import type { JqlCatalogue } from '../catalogue/catalogue.ts';

const directions: ReadonlyMap<string, string> = new Map([
  ['ascending', 'ASC'],
  ['increasing', 'ASC'],
  ['descending', 'DESC'],
  ['decreasing', 'DESC'],
  ['dsc', 'DESC'],
]);
const directionWords: ReadonlySet<string> = new Set(['asc', 'desc', 'ascending', 'descending']);

/** The maximum number of tokens of a sort key: `cf[1] desc,`. */
const maxSortKeyTokens = 6;

/** True where a sort key follows an offset, and then a comma, `and` or the line's end. */
function isSortAhead({ body }: JqlQuery, text: string, offset: number): boolean {
  const tokens = tokenize(body);
  const from = tokens.findIndex(({ span }) => span.start >= offset);
  const ahead = from < 0 ? [] : tokens.slice(from, from + maxSortKeyTokens);
  const [field] = ahead;
  if (field === undefined || !sortKinds.has(field.kind)) return false;
  const fieldEnd = field.kind === TokenKind.CustomField ? 4 : 1;
  const following = ahead[fieldEnd];
  const hasDirection =
    following !== undefined &&
    directionWords.has(text.slice(following.span.start, following.span.end).toLowerCase());
  const end = hasDirection ? fieldEnd + 1 : fieldEnd;
  const next = ahead[end];
  if (next === undefined || next.kind === TokenKind.Comma || next.kind === TokenKind.And) return true;
  return /[\r\n]/.test(text.slice(ahead[end - 1]!.span.end, next.span.start));
}

const sortKinds: ReadonlySet<TokenKind> = new Set([TokenKind.Word, TokenKind.Quoted, TokenKind.CustomField]);

/** A mistake after ORDER BY, and its correction. */
export interface OrderMistake extends Idiom {
  /**
   * `first` = conditions move before ORDER BY; `last` = conditions follow ORDER BY; `fields` = a sort key is not a
   * field alone; `inside` = ORDER BY is in parentheses.
   */
  readonly kind?: 'first' | 'last' | 'fields' | 'inside';
}

/** Returns the mistake at a syntax error after ORDER BY; undefined = none is recognized. */
export function orderMistakeAt(
  query: JqlQuery,
  text: string,
  error: JqlSyntaxError,
  catalogue: JqlCatalogue,
): OrderMistake | undefined {
  const bracketed = orderInParentheses(query, text, error) ?? orderInGroup(query, text, error);
  if (bracketed !== undefined) return bracketed;
  const { orderBy } = query;
  const { span, foundText, code } = error;
  if (orderBy === undefined || span.start < orderBy.span.start) return undefined;
  const word = foundText.toLowerCase();
  const direction = directions.get(word);
  if (direction !== undefined && code === 'unexpected') return { span, to: direction };
  if (code === 'expected' && (word === 'asc' || word === 'desc'))
    return withoutComma(orderBy, text, span) ?? directionLast(query, text, span);
  if (code === 'unexpected' && word !== 'and' && word !== 'or' && word !== 'where')
    return unquotedSort(query, text, span, catalogue) ?? sortOfMoreThanField(query, text, span, catalogue);
  if (word !== 'and' && word !== 'or' && word !== 'where') return undefined;
  if (word === 'and' && isSortAhead(query, text, span.end))
    return { span: withBlanksBefore(text, span), to: ',' };
  return conditionsFirst(query, text, span);
}

/** The maximum number of characters of an ORDER BY in parentheses. */
const maxParenthesizedLength = 1000;

/** Returns the mistake of `(ORDER BY created)`, also beside conditions: `(ORDER BY created) AND status = Open`. */
function orderInParentheses(
  { body }: JqlQuery,
  text: string,
  { span: { start: at }, foundText }: JqlSyntaxError,
): OrderMistake | undefined {
  if (foundText.toLowerCase() !== 'order') return undefined;
  const [opening, before = ''] =
    /(?:\b(and|or)\s{0,9})?\(\s{0,9}$/i.exec(text.slice(Math.max(0, at - 30), at)) ?? [];
  const [closed, order = ''] =
    /^(order\s+by\s[^()]*)\)/i.exec(text.slice(at, at + maxParenthesizedLength)) ?? [];
  if (opening === undefined || closed === undefined) return undefined;
  const start = at - opening.length;
  const inside: OrderMistake = {
    span: { start: at, end: at + closed.length },
    to: undefined,
    kind: 'inside',
  };
  if (before === '' && text.slice(body.span.start, start).trim() !== '') return inside;
  const end = text.slice(0, body.span.end).trimEnd().length;
  const rest = text.slice(at + closed.length, end).trim();
  if (rest === '') return { span: { start, end }, to: order.trim() };
  const [joined, after = ''] = /^(and|or)\b\s*/i.exec(rest) ?? [];
  const conditions = rest.slice(joined?.length ?? 0);
  const isOneJoint = before === '' || before.toLowerCase() === after.toLowerCase();
  if (joined === undefined || !isOneJoint || unmovable.test(conditions)) return inside;
  if (parseJqlText(conditions).errors.length > 0) return inside;
  return { span: { start, end }, to: `${before} ${conditions} ${order.trim()}`.trim(), kind: 'first' };
}

/** Returns the mistake of `(status = Open ORDER BY created) AND project = A`: a query that another condition was added to. */
function orderInGroup(
  { body, orderBy }: JqlQuery,
  text: string,
  { span: { start }, code }: JqlSyntaxError,
): OrderMistake | undefined {
  if (code !== 'unclosed-parenthesis' || orderBy === undefined) return undefined;
  if (text.slice(body.span.start, start).trim() !== '') return undefined;
  const at = orderBy.span.start;
  const [closed, order = ''] =
    /^(order\s+by\s[^()]*)\)/i.exec(text.slice(at, at + maxParenthesizedLength)) ?? [];
  if (closed === undefined) return undefined;
  const end = text.slice(0, body.span.end).trimEnd().length;
  const rest = text.slice(at + closed.length, end).trim();
  const conditions = text.slice(start + 1, at).trim();
  const to = `${rest === '' ? conditions : `(${conditions}) ${rest}`} ${order.trim()}`;
  if (unmovable.test(conditions + rest) || parseJqlText(to).errors.length > 0)
    return { span: { start, end: at + closed.length }, to: undefined, kind: 'inside' };
  return { span: { start, end }, to, kind: 'first' };
}

/** Returns the mistake of `created, desc`: a comma between a field and its direction. */
function withoutComma({ sorts }: OrderBy, text: string, { start, end }: Span): OrderMistake | undefined {
  const sort = sorts.findLast(({ field, span }) => field.kind === 'field' && span.end <= start);
  if (sort === undefined || sort.direction !== undefined) return undefined;
  if (!/^\s*,\s*$/.test(text.slice(sort.span.end, start))) return undefined;
  const field = text.slice(sort.span.start, sort.span.end);
  return { span: { start: sort.span.start, end }, to: `${field} ${text.slice(start, end)}` };
}

/** Texts that cannot be moved: comments, definitions and another ORDER BY. */
const unmovable = /#|\/\/|\n[ \t]*@|\border\b/i;

/**
 * Returns the query with conditions moved before ORDER BY; undefined where they are not conditions, or contain a
 * comment.
 */
function conditionsFirst(
  { where, orderBy, body }: JqlQuery,
  text: string,
  joined: Span,
): OrderMistake | undefined {
  if (orderBy === undefined) return undefined;
  const conditions = text.slice(joined.end, body.span.end).trim();
  const order = text.slice(orderBy.span.start, joined.start).trim();
  if (conditions === '' || unmovable.test(conditions + order)) return undefined;
  if (parseJqlText(conditions).errors.length > 0) return undefined;
  const joint = text.slice(joined.start, joined.end);
  const connective = joint.toLowerCase() === 'where' ? 'AND' : joint;
  const end = text.slice(0, body.span.end).trimEnd().length;
  const span = { start: orderBy.span.start, end };
  if (where === undefined) return { span, to: `${conditions} ${order}`, kind: 'first' };
  const clauseText = text.slice(where.span.start, where.span.end);
  return where.kind === 'or' && connective.toLowerCase() === 'and'
    ? {
        span: { start: where.span.start, end },
        to: `(${clauseText}) ${connective} ${conditions} ${order}`,
        kind: 'first',
      }
    : { span, to: `${connective} ${conditions} ${order}`, kind: 'first' };
}

function withBlanksBefore(text: string, { start, end }: Span): Span {
  return { start: text.slice(0, start).trimEnd().length, end };
}

/** Returns the mistake of `desc created`: the direction before its field. */
function directionLast({ body }: JqlQuery, text: string, direction: Span): OrderMistake | undefined {
  const tokens = tokenize(body);
  const at = tokens.findIndex(({ span }) => span.start === direction.start);
  const [field, next] = tokens.slice(at + 1);
  if (field === undefined || (field.kind !== TokenKind.Word && field.kind !== TokenKind.Quoted))
    return undefined;
  if (next !== undefined && next.kind !== TokenKind.Comma) return undefined;
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  return {
    span: { start: direction.start, end: field.span.end },
    to: `${textOf(field.span)} ${textOf(direction)}`,
  };
}

/** The maximum number of words of a field's name that are read without quotes. */
const maxWords = 20;

/** Returns the mistake of `Story Points`: a known field of several words without quotes. */
function unquotedSort(
  { orderBy, body }: JqlQuery,
  text: string,
  { start }: Span,
  catalogue: JqlCatalogue,
): OrderMistake | undefined {
  const sort = orderBy?.sorts.findLast(({ span }) => span.end <= start);
  if (sort?.field.kind !== 'field' || sort.field.form !== 'word' || sort.direction !== undefined)
    return undefined;
  const from = sort.field.span.start;
  const tokens = tokenize(body);
  const first = tokens.findIndex(({ span }) => span.start >= from);
  const words = tokens.slice(first, first + maxWords);
  const count = words.findIndex(({ kind }) => kind !== TokenKind.Word && kind !== TokenKind.Number);
  for (let last = (count < 0 ? words.length : count) - 1; last > 0; last--) {
    const span = { start: from, end: words[last]!.span.end };
    const name = catalogue.field(text.slice(span.start, span.end).replaceAll(/\s+/g, ' '))?.name;
    if (name !== undefined) return { span, to: quoteFieldIfNeeded(name) };
  }
  return undefined;
}

/**
 * Returns the mistake of a sort key that is not a field alone: `status CHANGED`, `priority = High`, `lower(summary)`
 * or another condition.
 */
function sortOfMoreThanField(
  { orderBy, body }: JqlQuery,
  text: string,
  error: Span,
  catalogue: JqlCatalogue,
): OrderMistake | undefined {
  const tokens = codeTokens(body);
  const at = tokens.findIndex(({ span }) => span.start === error.start);
  const [token, next] = tokens.slice(at);
  const sort = orderBy?.sorts.findLast(({ span }) => span.end <= error.start);
  if (token === undefined || sort === undefined) return undefined;
  const isOperatorNext = next !== undefined && (isOperatorStart(next.kind) || next.kind === TokenKind.Not);
  const isLineStart = /[\r\n]/.test(text.slice(sort.span.end, error.start));
  const isCondition = sortKinds.has(token.kind)
    ? isOperatorNext
    : isLineStart && (token.kind === TokenKind.Open || token.kind === TokenKind.Not);
  if (isCondition) return { span: { start: error.start, end: body.span.end }, to: undefined, kind: 'last' };
  if (token.kind !== TokenKind.Open && !isOperatorStart(token.kind) && token.kind !== TokenKind.Not)
    return undefined;
  const isCall = token.kind === TokenKind.Open && sort.direction === undefined;
  const rest = tokens.slice(at);
  const endIndex = rest.findIndex(({ kind }) => (isCall ? kind === TokenKind.Close : endsSort.has(kind)));
  const end = endIndex < 0 || isCall ? endIndex : endIndex - 1;
  const span = { start: error.start, end: (rest[end] ?? rest.at(-1)!).span.end };
  if (!isCall) return { span, to: undefined, kind: 'fields' };
  const inner = text.slice(error.end, span.end - 1).trim();
  const whole = { start: sort.span.start, end: span.end };
  return { span: whole, to: catalogue.field(inner) === undefined ? undefined : inner, kind: 'fields' };
}

const endsSort: ReadonlySet<TokenKind> = new Set([TokenKind.Comma, TokenKind.Asc, TokenKind.Desc]);
