/** Fixes of values: dates, functions, arguments and words for empty. */
import meaning from '../../../catalogue/jql/meaning.json' with { type: 'json' };
import type { Fix } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import { dayOfName, possibleDays, distanceOf, periodOf } from '../dates/date-words.ts';
import type { List, Operand } from '../syntax/tree/operands.ts';
import { mirrored, takesList } from '../syntax/operators.ts';
import { quoteWithPredicate } from './operator-fixes.ts';
import { argument, fix, replaced, replacement, type FixContext, termOf } from './fix-context.ts';

/** Corrects a step in time that is written in words or in capitals. */
export function fixIncrement(context: FixContext): readonly Fix[] {
  const to = distanceOf(argument(context, 'value') ?? '', 'yMwdhm');
  return to === undefined ? [] : replacement(context, 'date', quotedIfSigned(to));
}

/** Quotes a value that begins with `+`, a reserved character. */
const quotedIfSigned = (text: string): string => (text.startsWith('+') ? `"${text}"` : text);

/** Replaces a date in another format by a valid one. */
export function fixDate(context: FixContext): readonly Fix[] {
  const { message } = context.problem;
  if (message === 'bad-date.seconds' || message === 'bad-date.zone') {
    const to = argument(context, 'to') ?? '';
    // Without its zone a date is another moment.
    return replacement(context, 'date', `"${to}"`, message === 'bad-date.seconds');
  }
  if (message === 'bad-date.call') return fixQuotedCall(context);
  if (message === 'bad-date.day') return replacement(context, 'date', argument(context, 'to') ?? '', false);
  if (message !== undefined && message !== 'bad-date.number') return [];
  const value = (argument(context, 'value') ?? '').trim();
  const dayCall = dayOfName(value);
  if (dayCall !== undefined) return fixDayName(context, dayCall);
  const days = possibleDays(value);
  if (days.length > 0)
    return days.flatMap(day => replacement(context, 'date', likeWritten(context, day), days.length === 1));
  if (message === 'bad-date.number') return fixNumber(context, value);
  const long = distanceOf(value, 'yM');
  if (long !== undefined) return daysFix(context, long);
  const short = distanceOf(value, 'wdhm');
  const term = termOf(context);
  const asValue = term === undefined ? [] : quoteWithPredicate(context, term);
  if (asValue.length > 0) return asValue;
  return short === undefined
    ? fixPeriod(context, value)
    : replacement(context, 'date', quotedIfSigned(short));
}

/**
 * Replaces the name of a day by the function of its start. A moment hardly ever equals it: after `=`, today becomes all
 * moments since then, and other days are only offered.
 */
function fixDayName(context: FixContext, dayCall: string): readonly Fix[] {
  const term = termOf(context);
  const entry = term?.field.kind === 'field' ? context.knowledge.catalogue.field(term.field.name) : undefined;
  if (term?.operator.kind !== 'operator' || term.operator.name !== '=' || entry?.type !== 'DATETIME')
    return replacement(context, 'date', dayCall);
  if (dayCall !== 'startOfDay()' || !isPastField(context))
    return replacement(context, 'date', dayCall, false);
  const to = `>= ${dayCall}`;
  const edits = [replaced(term.operator.span, '>='), replaced(context.problem.span, dayCall)];
  return fix('date', 'fix.replace', { to }, edits);
}

/** Adds the unit of days to a number without unit. */
const fixNumber = (context: FixContext, value: string): readonly Fix[] =>
  /^-\d{1,3}$/.test(value) ? replacement(context, 'date', `${value}d`, false) : [];

/** Converts months and years to days, or to the start of one: a distance has no such units. */
function daysFix(context: FixContext, distance: string): readonly Fix[] {
  const [, written = '', count = '', unit = ''] = /^([+-]?)(\d+)([yM])$/.exec(distance) ?? [];
  const sign = written === '' && isPastField(context) ? '-' : written;
  const days = `${sign}${dayCounts[unit]! * Number(count)}d`;
  const start = `startOf${unit === 'y' ? 'Year' : 'Month'}(${sign.replace('+', '')}${count})`;
  return [quotedIfSigned(days), start].flatMap(to => replacement(context, 'date', to, false));
}

/** Whether the condition is about a date that is never in the future. */
function isPastField(context: FixContext): boolean {
  const field = termOf(context)?.field;
  const name = field?.kind === 'field' ? context.knowledge.catalogue.field(field.name)?.name : undefined;
  return name !== undefined && meaning.past.includes(name);
}

/** Removes the quotes around a function. */
export function fixQuotedCall(context: FixContext): readonly Fix[] {
  const to = argument(context, 'call');
  return to === undefined ? [] : replacement(context, 'call', to);
}

/** Replaces a distance into the future by one into the past. */
export function fixFuture(context: FixContext): readonly Fix[] {
  const to = argument(context, 'to');
  return to === undefined ? [] : replacement(context, 'date', to);
}

/** Returns the text in quotes if the original was quoted. */
const likeWritten = ({ text, problem: { span } }: FixContext, to: string): string =>
  /["']/.test(text.charAt(span.start)) ? `"${to}"` : to;

/** Replaces a period by the function of its start; not after `=`, as no moment equals a whole period. */
function fixPeriod(context: FixContext, value: string): readonly Fix[] {
  const period = periodOf(value);
  const term = termOf(context);
  const isWhole = term?.operator.kind === 'operator' && !/[<>]/.test(term.operator.name);
  return period === undefined || isWhole ? [] : replacement(context, 'date', period.begin);
}

const dayCounts: Readonly<Record<string, number>> = { y: 365, M: 30 };

/** Replaces a distance in months or years by days, or its capitals by small letters. */
export function fixDateUnit(context: FixContext): readonly Fix[] {
  const value = (argument(context, 'value') ?? '').trim();
  const weeks = argument(context, 'weeks');
  if (weeks !== undefined)
    return [`-${weeks}w`, `startOfMonth(-${argument(context, 'count')})`].flatMap(to =>
      replacement(context, 'date', to, false),
    );
  const parts = /^([+-]?)(\d+)([yMWDHY])$/.exec(value);
  if (!parts) return [];
  const [, sign = '', count = '', letter = ''] = parts;
  const unit = letter === 'M' ? letter : letter.toLowerCase();
  const days = dayCounts[unit];
  const to = days === undefined ? `${sign}${count}${unit}` : `${sign}${days * Number(count)}d`;
  return replacement(context, 'date', quotedIfSigned(to), days === undefined);
}

/** Removes the quotes around the id of an issue, or makes a list of several keys. */
export function fixIssueId(context: FixContext): readonly Fix[] {
  const { message, span } = context.problem;
  if (message === 'issue-key.quoted') return replacement(context, 'value', argument(context, 'value') ?? '');
  const operator = termOf(context)?.operator;
  const to = argument(context, 'to');
  if (message !== 'issue-key.list' || to === undefined || operator === undefined) return fixSeveral(context);
  return fix('value', 'fix.replace', { to }, replaced({ start: operator.span.start, end: span.end }, to));
}

/** Quotes each of several values that are in one pair of quotes. */
export function fixSeveral(context: FixContext): readonly Fix[] {
  const to = argument(context, 'to');
  return to === undefined ? [] : replacement(context, 'value', to);
}

/** Makes a query of the key of an issue, where a function takes queries. */
export const fixKeyAsQuery = (context: FixContext): readonly Fix[] =>
  context.problem.message === 'argument-shape.query'
    ? replacement(context, 'value', `"${argument(context, 'to') ?? ''}"`, false)
    : [];

/** Makes a negative duration positive. */
export const fixDuration = (context: FixContext): readonly Fix[] =>
  context.problem.message === 'bad-duration.negative'
    ? replacement(
        context,
        'value',
        likeWritten(context, (argument(context, 'value') ?? '').replace('-', '')),
        false,
      )
    : [];

/** Adds a function's parentheses; no fix before an unmatched `)`, which only needs its other half, and other brackets. */
export function fixCall(context: FixContext): readonly Fix[] {
  const { text, query, problem } = context;
  const to = argument(context, 'to');
  const isHalf = query.errors.some(
    ({ code, foundText, span }) =>
      code === 'unexpected' && foundText === ')' && text.slice(problem.span.end, span.start).trim() === '',
  );
  return to === undefined || isHalf || /^\s*[[{]/.test(text.slice(problem.span.end))
    ? []
    : fix('call', 'fix.call', { to }, replaced(problem.span, to));
}

/** Removes the arguments of a function that takes none; `now(-7d)` becomes `-7d`. */
export function fixArguments(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  if (problem.message !== 'argument-count.none') return [];
  const { start, end } = problem.span;
  const name = argument(context, 'name') ?? '';
  const inner = text.slice(start + 1, end - 1).trim();
  const plain = /^["']/.test(inner) ? inner.slice(1, -1) : inner;
  const distance = /^now$/i.test(name) ? distanceOf(plain, 'wdhm') : undefined;
  if (distance === undefined || !text.slice(0, start).endsWith(name))
    return replacement(context, 'value', '()');
  const to = distance.replace('+', '');
  const call = { start: start - name.length, end };
  return [
    ...fix('value', 'fix.replace', { to }, replaced(call, to)),
    ...replacement(context, 'value', '()', false),
  ];
}

/** Exchanges the two sides of a comparison. */
export function fixSwappedSides(context: FixContext): readonly Fix[] {
  const { text, knowledge } = context;
  const term = termOf(context);
  if (term?.field.kind !== 'field' || term.operator.kind === 'missing' || !term.operand) return [];
  const { field, operator, operand } = term;
  const fieldOnRight = knowledge.catalogue.field(argument(context, 'field') ?? '');
  const to = mirrored(operator.name);
  if (fieldOnRight === undefined || !fieldOnRight.operators.has(to)) return [];
  const textOf = ({ span }: { readonly span: Span }): string => text.slice(span.start, span.end);
  const isList = takesList(operator.name);
  const value = isList ? `(${textOf(field)})` : textOf(field);
  const edits = [
    replaced(field.span, textOf(operand)),
    replaced(operator.span, to),
    replaced(operand.span, value),
  ];
  const isCertain = context.problem.severity === 'error' && !isList;
  return fix('operator', 'fix.swapSides', {}, edits, isCertain);
}

/** Replaces a word such as `None` by EMPTY; preferred where the word is an error. */
export function fixWordForEmpty(context: FixContext): readonly Fix[] {
  const { operator, operand } = termOf(context) ?? {};
  const to = argument(context, 'to');
  if (operator?.kind !== 'operator' || operand === undefined || to === undefined) return [];
  const { span, severity } = context.problem;
  const whole = operand.kind === 'list' ? span : { start: operator.span.start, end: operand.span.end };
  return fix('operator', 'fix.isEmpty', { to }, replaced(whole, to), severity === 'error');
}

/** Exchanges the two dates of a range. */
export function fixRange(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const term = termOf(context);
  const list = term?.predicates
    .map(({ operand }) => operand)
    .find((operand): operand is List => operand.kind === 'list' && operand.span.start === problem.span.start);
  const [first, last] = list?.items ?? [];
  if (first === undefined || last === undefined) return [];
  const textOf = ({ span }: Operand): string => text.slice(span.start, span.end);
  return fix('date', 'fix.swapRange', {}, [
    replaced(first.span, textOf(last)),
    replaced(last.span, textOf(first)),
  ]);
}
