/** Fixes of syntax errors. */
import { isIssueKey } from '#shared/base/issue-key.ts';
import type { Fix } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlFixTitle } from '../jql-messages.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import type { Value } from '../syntax/tree/operands.ts';
import { codeTokens, type JqlBodyToken, tokenize } from '../syntax/tokenize.ts';
import { isPhrase } from '../mistakes/value-mistakes.ts';
import { betweenQueries } from '../mistakes/wrapped-query.ts';
import { closingQuote, endOfValue, intendedEnd } from '../mistakes/unclosed-quotes.ts';
import { termsOf } from '../syntax/walk.ts';
import {
  isOperatorStart,
  isPredicate,
  isReserved,
  isReservedWord,
  TokenKind,
} from '../syntax/token-kinds.ts';
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
import { newQuery } from './safe-fixes.ts';
import { quoted } from '../syntax/quotes.ts';

/** Replaces or removes the syntax of another query language. */
export function fixForeign(context: FixContext): readonly Fix[] {
  const { problem, text } = context;
  const to = argument(context, 'to');
  if (problem.message === 'foreign-syntax.afterOrder') return newQueryFix(context);
  if (problem.message === 'foreign-syntax.list' && to !== undefined) return fixList(context, to);
  const title = titles.get(problem.message ?? '');
  if (to !== undefined)
    return title === undefined
      ? replacement(
          context,
          'syntax',
          to,
          problem.message !== 'foreign-syntax.call' &&
            !isDoubtfulOperator(context, to) &&
            !isMoment(context, to),
        )
      : fix('syntax', title, {}, replaced(problem.span, to), problem.message !== 'foreign-syntax.introduced');
  const isAtStart = problem.message === 'foreign-syntax.select';
  if (isAtStart && !/\bwhere$/i.test(text.slice(problem.span.start, problem.span.end))) return [];
  const span = isAtStart ? withBlanksAfter(text, problem.span) : withBlanksBefore(text, problem.span);
  const name = argument(context, 'written') ?? argument(context, 'found') ?? '';
  return fix('syntax', 'fix.remove', { name }, replaced(span, ''));
}

/** Makes queries of the lines of a list or, where that can be meant, one query of its conditions. Nobody but the user knows which. */
function fixList({ problem: { span } }: FixContext, to: string): readonly Fix[] {
  const joined = to.replaceAll(betweenQueries, '\nAND ');
  return [
    ...fix('syntax', 'fix.newQueries', {}, replaced(span, to), false),
    ...(/\b(?:or|order\s+by)\b/i.test(to)
      ? []
      : fix('syntax', 'fix.connective', {}, replaced(span, joined), false)),
  ];
}

/** Whether a function for a moment takes the place of a day: `created = startOfDay()` finds hardly anything. */
function isMoment(context: FixContext, to: string): boolean {
  const operator = termOf(context)?.operator;
  return to === 'startOfDay()' && operator?.kind === 'operator' && operator.name === '=';
}

/**
 * Whether an operator of another language may mean another one than that of JQL: `~=` is “not equal” in some, `like 'a%'`
 * searches for a start, `=>` is an arrow to a value without an order, and a function after `includes` may return a list.
 */
function isDoubtfulOperator(
  { text, problem: { span }, knowledge: { catalogue } }: FixContext,
  to: string,
): boolean {
  const written = text.slice(span.start, span.end);
  const [rest = ''] = text.slice(span.end, span.end + maxOperandLength).split('\n', 1);
  const before = text.slice(Math.max(0, span.start - maxOperandLength), span.start).trimEnd();
  const field =
    before
      .replace(/["']$/, '')
      .split(/[\s"'(]/)
      .at(-1) ?? '';
  const [, name] = /^\s*([\w.]+)\s*\(/.exec(rest) ?? [];
  const isCall = name !== undefined && /^[!=~]/.test(to);
  return (
    (written === '=>' && !ordered.has(catalogue.field(field)?.type ?? '')) ||
    (written === '~=' && catalogue.field(field)?.operators.has('!=') !== false) ||
    (/like$/i.test(written) && /^\s*(["'])(?!%[^%]*%\1)[^"']*%/.test(rest)) ||
    (isCall && (catalogue.function(name)?.shape ?? 'list') === 'list')
  );
}

/** The types of fields whose values are compared. */
const ordered: ReadonlySet<string> = new Set([
  'DATE',
  'DATETIME',
  'DURATION',
  'NUMBER',
  'PRIORITY',
  'VERSION',
]);

/** The length of the text beside an operator in which its operands are looked at. */
const maxOperandLength = 200;

/** The titles of fixes that do not show their whole text. */
const titles: ReadonlyMap<string, JqlFixTitle> = new Map([
  ['foreign-syntax.comment', 'fix.comment'],
  ['foreign-syntax.quoted', 'fix.removeQuotes'],
  ['foreign-syntax.address', 'fix.onlyQuery'],
  ['foreign-syntax.escaped', 'fix.onlyQuery'],
  ['foreign-syntax.marked', 'fix.onlyQuery'],
  ['foreign-syntax.introduced', 'fix.onlyQuery'],
]);

/** Quotes a reserved word, or the whole value where it continues. */
export function fixReserved(context: FixContext): readonly Fix[] {
  const { problem, query } = context;
  const error = query.errors.find(({ span }) => span.start === problem.span.start);
  const operator = termOf(context)?.operator;
  const isField = error?.expected.includes('field') === true;
  if (isField && !isOperatorAfter(context)) return [];
  const alone =
    isField ||
    error?.expected.includes('argument') === true ||
    (operator?.kind === 'operator' && /^(?:was|changed)/.test(operator.name));
  const span = alone ? problem.span : phraseSpan(context, problem.span.start, problem.span);
  // After NOT, a field is more likely missing than named like a keyword.
  return quoteFix(context, span, !isField || !jointWord.test(argument(context, 'found') ?? ''));
}

const jointWord = /^(?:and|or|not)$/i;

/** True where an operator follows the span of a problem, so that it can only be a field. */
function isOperatorAfter({ query, problem }: FixContext): boolean {
  return isOperatorAt(codeTokens(query.body).find(({ span }) => span.start >= problem.span.end)?.kind);
}

/** Quotes the value and the words after it, or inserts AND where another clause begins. */
export function fixUnexpected(context: FixContext): readonly Fix[] {
  const { problem, query, text } = context;
  const { span, message } = problem;
  if (message === 'unexpected.close') return surplusParenthesisFix(context);
  if (message === 'unexpected.words') {
    const value = valueBefore(context);
    return value === undefined ? [] : quoteFix(context, phraseSpan(context, value.span.start, span));
  }
  const isTerm = termsOf(query).some(({ term }) => term.span.start === span.start);
  if (isTerm || text[span.start] === '(') return connectiveFixes(context);
  const tokenText = text.slice(span.start, span.end);
  if (/^(?:asc|desc)$/i.test(tokenText) || query.orderBy === undefined) return [];
  const { start } = withBlanksBefore(text, span);
  const before = query.orderBy.sorts.findLast(({ field }) => field.span.end <= span.start)?.field;
  const beforeText = before === undefined ? '' : text.slice(before.span.start, before.span.end);
  const [field, previous, both] = [tokenText, beforeText, beforeText + tokenText].map(name =>
    context.knowledge.catalogue.field(name),
  );
  if (before !== undefined && both !== undefined)
    return fix(
      'rename',
      'fix.asName',
      { to: both.name },
      replaced({ start: before.span.start, end: span.end }, both.name),
    );
  return fix(
    'syntax',
    'fix.comma',
    {},
    inserted(start, start === span.start ? ', ' : ','),
    field !== undefined && previous !== undefined && field !== previous,
  );
}

/**
 * Inserts AND before a condition. On a line of its own the condition may as well be another query: then both are offered,
 * and AND is not preferred.
 */
function connectiveFixes(context: FixContext): readonly Fix[] {
  const { text, query, problem } = context;
  const asQuery = newQueryFix(context);
  const terms = termsOf(query).map(({ term }) => term);
  const at = terms.findIndex(({ span }) => span.start === problem.span.start);
  const isSameField = fieldOf(terms[at]) === fieldOf(terms[at - 1]);
  // Two conditions of one field are more likely joined by OR, unless they are the ends of a range.
  const isClear = !isSameField || [terms[at - 1], terms[at]].every(isComparison);
  const before = text.slice(0, problem.span.start);
  const isSentence = /\.\s*$|=\s*(?:but|with|und|oder|et|ou|y|o)\s*$/i.test(before);
  // `OpenAND`, `"Open"and`
  const isGlued = /[^\s(](?:AND|OR)\s*$|[\d"')](?:and|or)\s*$/.test(before);
  const and = fix(
    'syntax',
    'fix.connective',
    {},
    inserted(problem.span.start, 'AND '),
    isClear && isFieldSurely(context, terms[at]) && !isSentence && !isGlued && asQuery.length === 0,
  );
  const isAlike = fieldOf(terms[at]) === fieldOf(terms[0]);
  return isAlike || asQuery[0]?.preferred === true ? [...asQuery, ...and] : [...and, ...asQuery];
}

/** Whether a condition surely begins with a field and not with the rest of a value: with a known one, or not with a plain word. */
const isFieldSurely = ({ knowledge }: FixContext, term: TermClause | undefined): boolean =>
  term?.field.kind === 'field' &&
  (term.field.form !== 'word' || knowledge.catalogue.field(term.field.name) !== undefined);

const isComparison = (term: TermClause | undefined): boolean =>
  term?.operator.kind === 'operator' && /^[<>]/.test(term.operator.name);

const fieldOf = (term: TermClause | undefined): string | undefined =>
  term?.field.kind === 'field' ? term.field.name.toLowerCase() : undefined;

/**
 * Begins a new query at a problem that is the first of its line, above the comments that precede it. It is preferred after
 * a comment or an empty line, where nobody continues a query without a connective.
 */
function newQueryFix({ text, problem: { span } }: FixContext): readonly Fix[] {
  const lines = text.slice(0, span.start).split('\n');
  if (lines.length < 2 || lines.pop()?.trim() !== '') return [];
  const comments = lines.length - 1 - lines.findLastIndex(line => !/^\s*(?:#|\/\/)/.test(line));
  const above = lines.slice(0, lines.length - comments);
  const isApart = comments > 0 || above.at(-1)?.trim() === '';
  const start = above.reduce((length, line) => length + line.length + 1, 0);
  return start === 0 ? [] : fix(newQuery, 'fix.newQuery', {}, inserted(start, '###\n'), isApart);
}

/**
 * Opens the parentheses of a function, or removes consecutive unmatched ones; no fix where as many are opened: then the
 * mistake is between them. Where others are unmatched too, only the user knows what they enclosed.
 */
function surplusParenthesisFix({ text, query, problem: { span }, knowledge }: FixContext): Fix[] {
  const functionName = wordBefore(text, query, span);
  if (knowledge.catalogue.function(functionName) !== undefined)
    return fix('syntax', 'fix.insert', { text: '(' }, inserted(span.start, '('));
  const [name, only] = codeTokens(query.body)
    .filter(token => token.span.end <= span.start)
    .slice(-2);
  // `hasLinkType"Blocks")`
  if (only?.kind === TokenKind.Quoted && name?.kind === TokenKind.Word && name.span.end === only.span.start)
    return fix('syntax', 'fix.insert', { text: '(' }, inserted(only.span.start, '('));
  if (openParentheses(query) === 0) return [];
  const [surplus = ')'] = /^\)(?:\s*\))*/.exec(text.slice(span.start)) ?? [];
  const isOnlyPlace = openParentheses(query) + surplus.replaceAll(/\s/g, '').length >= 0;
  return fix(
    'syntax',
    'fix.remove',
    { name: surplus },
    replaced({ start: span.start, end: span.start + surplus.length }, ''),
    isOnlyPlace,
  );
}

/** How many more parentheses are opened than closed. */
const openParentheses = (query: JqlQuery): number =>
  tokenize(query.body).reduce((open, { kind }) => open + (nesting.get(kind) ?? 0), 0);

const nesting: ReadonlyMap<TokenKind, number> = new Map([
  [TokenKind.Open, 1],
  [TokenKind.Close, -1],
]);

/** Returns the last unquoted value before a problem. */
function valueBefore({ query, problem }: FixContext): Value | undefined {
  const before = termsOf(query).flatMap(({ term: { operand } }) =>
    operand?.kind === 'value' && operand.span.end <= problem.span.start ? [operand] : [],
  );
  return before.at(-1);
}

/** Returns the span of words from an offset that are most likely one value. */
function phraseSpan({ text, query }: FixContext, start: number, first: Span): Span {
  let { end } = first;
  const starts = new Set(
    termsOf(query).flatMap(({ term }) => (term.operator.kind === 'missing' ? [] : [term.span.start])),
  );
  let isHistory = false;
  for (const { kind, span, variable } of tokenize(query.body)) {
    if (endsCondition(kind)) isHistory = false;
    else if (kind === TokenKind.Was || kind === TokenKind.Changed) isHistory = true;
    if (span.start < end) continue;
    if (isHistory && isPredicate(kind)) break;
    const isWord = variable || kind === TokenKind.Word || kind === TokenKind.Number || isReserved(kind);
    if (!isWord || endsCondition(kind) || starts.has(span.start)) break;
    if (/[\r\n]/.test(text.slice(end, span.start))) break;
    ({ end } = span);
  }
  return { start, end };
}

const endsCondition = (kind: TokenKind): boolean => isConnective(kind) || kind === TokenKind.Order;

/**
 * Quotes a span, which may have its last quote already; the name of a function takes no quotes. Not preferred for a keyword
 * that was written twice.
 */
function quoteFix({ text, query }: FixContext, span: Span, preferred = true): Fix[] {
  const inner = text.slice(span.start, span.end);
  const before = wordBefore(text, query, span);
  if (text.slice(span.end).trimStart().startsWith('(')) return [];
  const hasEnd = text[span.end] === '"' && text[span.start - 1] !== '"';
  const end = hasEnd ? span.end + 1 : span.end;
  return fix(
    'quotes',
    'fix.quote',
    { text: inner },
    replaced({ start: span.start, end }, quoted(inner)),
    preferred && (hasEnd || !isInverted(text, query)) && isPhrase(`${before} ${inner}`),
  );
}

/** Whether a quote that begins a text directly after a word more likely ends one, so that all after it are mixed up. */
const isInverted = (text: string, query: JqlQuery): boolean =>
  tokenize(query.body).some(
    ({ kind, span: { start } }) =>
      kind === TokenKind.Quoted && text[start] === '"' && /[\p{L}\p{N}]/u.test(text[start - 1] ?? ''),
  );

/** Quotes the word that contains a reserved character; removes a semicolon at the end. */
export function fixCharacter(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const isLast = codeTokens(context.query.body).at(-1)?.span.end === problem.span.end;
  if (isLast && text.slice(problem.span.start, problem.span.end) === ';')
    return fix('syntax', 'fix.remove', { name: ';' }, replaced(problem.span, ''));
  const word = tokenize(context.query.body).find(
    ({ span }) => span.start <= problem.span.start && problem.span.end <= span.end,
  );
  if (word === undefined) return [];
  const wordText = text.slice(word.span.start, word.span.end);
  if (wordText.toLowerCase() === '@me')
    return fix('call', 'fix.replace', { to: 'currentUser()' }, replaced(word.span, 'currentUser()'));
  return quoteFix(context, word.span);
}

/** Doubles every invalid backslash of a text. */
export function fixEscape({ text, query, problem }: FixContext): readonly Fix[] {
  if (/^\\?\s*(?:\n|$)/.test(text.slice(problem.span.start))) return [];
  const textSpan =
    tokenize(query.body).find(({ span }) => problem.span.start < span.end)?.span ?? problem.span;
  const escapes = query.errors.filter(
    ({ code, span }) => code === 'illegal-escape' && textSpan.start <= span.start && span.end <= textSpan.end,
  );
  return fix(
    'quotes',
    'fix.backslash',
    {},
    escapes.map(({ span }) => inserted(span.start, '\\')),
  );
}

/** Adds the missing closing quote: at the end of the text, or before what is probably the next condition. */
export function fixOpenQuote({ text, query, problem: { span } }: FixContext): readonly Fix[] {
  // `doesn't`
  if (/\p{L}'\p{L}/u.test(text.slice(Math.max(0, span.start - 1), span.start + 2))) return [];
  const end = intendedEnd(text, span, query.errors);
  const value = text.slice(span.start, span.start + endOfValue(text.slice(span.start, end))).trimEnd();
  // A parenthesis in the value may as well belong to it.
  const ends = value.length > 1 && !value.includes('(') ? [span.start + value.length, end] : [end];
  const isCertain = !isInverted(text, query);
  return ends.flatMap((at, index) => {
    const edits = closingQuote(text.slice(span.start, at), span.start);
    return fix('quotes', 'fix.closeQuote', {}, edits, isCertain && index === 0);
  });
}

/** Inserts what is missing, or removes what is repeated. */
export function fixExpected(context: FixContext): readonly Fix[] {
  const { text, problem, query } = context;
  const { span } = problem;
  const foundText = argument(context, 'found') ?? '';
  const error = query.errors.find(
    candidate => candidate.span.start === span.start && candidate.code === problem.code,
  );
  const expected = error?.expected ?? [];
  const last = codeTokens(query.body).findLast(token => token.span.end <= span.start);
  // `order created`
  if (expected.includes('by')) return missingByFix(context, foundText);
  // `status not Done`
  if (last?.kind === TokenKind.Not && expected.includes('in'))
    return missingInFix(context, last.span, foundText);
  // `project = A and or status = Open`
  if (expected.includes('field') && /^(?:and|or|&&?|\|\|?)$/i.test(foundText) && beginsClause(last?.kind))
    return fix('syntax', 'fix.remove', { name: foundText }, replaced(withBlanksAfter(text, span), ''));
  // An argument may be left out where its place counts.
  const isSafe = !error?.expected.includes('argument');
  // `status in (Open,)`
  if (last?.kind === TokenKind.Comma && (foundText === '' || foundText === ')'))
    return removed(text, last.span, last.span, isSafe);
  // `type in (standardIssueTypes(, Epic)`
  if (!isSafe && foundText === ',' && last?.kind === TokenKind.Open && openParentheses(query) > 0)
    return fix('syntax', 'fix.closeParenthesis', {}, inserted(span.start, ')'));
  // `status in (Open,, Done)`
  if (foundText === ',' && (last?.kind === TokenKind.Comma || last?.kind === TokenKind.Open))
    return removed(text, span, withBlanksAfter(text, span), isSafe);
  // `status = Open and order by created`
  const isLeft = expected.includes('field') && last !== undefined && isConnective(last.kind);
  if (isLeft && (foundText === '' || foundText === ')' || /^order$/i.test(foundText)))
    return removed(text, last.span, withBlanksBefore(text, last.span));
  // `status in (Open and assignee = anna`
  if (expected.includes('comma') && /^(?:and|or)$/i.test(foundText) && last !== undefined)
    return leavesList(context) ? fix('syntax', 'fix.closeParenthesis', {}, inserted(last.span.end, ')')) : [];
  // `status in (Open Done)`
  if (expected.includes('comma') && foundText !== '')
    return fix(
      'syntax',
      'fix.comma',
      {},
      inserted(withBlanksBefore(text, span).start, ','),
      areValues(last, foundText),
    );
  // `status (Open, Done)`
  if (expected.includes('operator') && foundText === '(')
    return last?.span.end === span.start
      ? []
      : fix('syntax', 'fix.insert', { text: 'in' }, inserted(span.start, 'in '), false);
  return [];
}

/**
 * True for adjacent quoted texts or issue keys, which are not parts of one value; an empty text is more likely half of its
 * quotes.
 */
const areValues = (last: JqlBodyToken | undefined, foundText: string): boolean =>
  isIssueKey(foundText) ||
  (last?.kind === TokenKind.Quoted &&
    /^["']./.test(foundText) &&
    !isEmpty(last.span) &&
    foundText.length > 2);

const isEmpty = ({ start, end }: Span): boolean => end - start === 2;

/** Returns the token before a span as written; empty at the start. */
function wordBefore(text: string, query: JqlQuery, { start }: Span): string {
  const span = codeTokens(query.body).findLast(token => token.span.end <= start)?.span;
  return span === undefined ? '' : text.slice(span.start, span.end);
}

/** Inserts `BY` after `ORDER`, or removes the text between the two. */
function missingByFix({ text, problem: { span } }: FixContext, foundText: string): Fix[] {
  if (/^\s+by\b/i.test(text.slice(span.end)))
    return fix('syntax', 'fix.remove', { name: foundText }, replaced(withBlanksAfter(text, span), ''));
  const isField = /^["'\p{L}\d]/u.test(foundText) && !isReservedWord(foundText);
  const at = foundText === '' ? inserted(span.end, ' BY') : inserted(span.start, 'BY ');
  return fix('syntax', 'fix.insert', { text: 'BY' }, at, isField);
}

/** Removes a token, or the larger span `whole`. */
const removed = (text: string, token: Span, whole = token, preferred = true): Fix[] =>
  fix('syntax', 'fix.remove', { name: text.slice(token.start, token.end) }, replaced(whole, ''), preferred);

const isConnective = (kind: TokenKind): boolean => kind === TokenKind.And || kind === TokenKind.Or;

/** True where a clause can begin: after a connective, an opening parenthesis, a negation, or at the start. */
const beginsClause = (last: TokenKind | undefined): boolean =>
  last === undefined ||
  isConnective(last) ||
  last === TokenKind.Open ||
  last === TokenKind.Not ||
  last === TokenKind.Bang;

/** Whether a condition, and not another value, is after a connective in a list that nothing closes. */
function leavesList({ query, text, problem }: FixContext): boolean {
  const [first, second] = codeTokens(query.body).filter(({ span }) => span.start >= problem.span.end);
  const isNegation = first?.kind === TokenKind.Not || first?.kind === TokenKind.Bang;
  const isCondition = isNegation || first?.kind === TokenKind.Open || isOperatorAt(second?.kind);
  return isCondition && openParentheses(query) > 0 && !isInverted(text, query);
}

const isOperatorAt = (kind: TokenKind | undefined): boolean =>
  kind !== undefined && (isOperatorStart(kind) || kind === TokenKind.Not);

/** Removes an invisible character. */
export const fixHidden = ({ problem }: FixContext): readonly Fix[] =>
  fix('lookAlike', 'fix.hidden', {}, replaced(problem.span, ''));

/** Replaces `not` in `status not Done` by `!=`, or by `!~` for a text; before a parenthesis inserts `in`. */
function missingInFix(context: FixContext, not: Span, foundText: string): Fix[] {
  const { text, query, knowledge, problem } = context;
  if (foundText === '(')
    return fix('syntax', 'fix.insert', { text: 'in' }, inserted(problem.span.start, 'in '));
  const field = termsOf(query).findLast(({ term }) => term.span.start < not.start)?.term.field;
  const entry = field?.kind === 'field' ? knowledge.catalogue.field(field.name) : undefined;
  const to = ['!=', '!~'].find(name => entry === undefined || entry.operators.has(name));
  return to === undefined || !/^["'\p{L}\d-]/u.test(foundText) || text.slice(not.start, not.end) === '!'
    ? []
    : fix('operator', 'fix.operator', { to }, replaced(not, to));
}

/** Quotes the whole word, or inserts a blank before what is meant as a comment. */
export function fixGluedComment(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const { span } = problem;
  const tokenText = text.slice(span.start, span.end);
  const sign = argument(context, 'sign') ?? '';
  const at = tokenText.indexOf(sign);
  if (sign === '' || at <= 0) return [];
  return [
    ...fix('quotes', 'fix.quote', { text: tokenText }, replaced(span, quoted(tokenText))),
    ...fix('comment', 'fix.blankBefore', { text: sign }, inserted(span.start + at, ' '), false),
  ];
}
