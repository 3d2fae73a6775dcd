import type { Fix } from '../../language/problem.ts';
import type { Span } from '../../language/span.ts';
import { dayOfName, possibleDays, distanceOf, periodOf } from '../dates/date-words.ts';
import type { List, Operand } from '../syntax/tree/operands.ts';
import { mirrored, takesList } from '../syntax/operators.ts';
import { quoteWithPredicate } from './operator-fixes.ts';
import { argument, fix, inserted, replaced, replacement, type FixContext, termOf } from './fix-context.ts';

/** A step in time that is written in words or in capitals. */
export function fixIncrement(context: FixContext): readonly Fix[] {
  const to = distanceOf(argument(context, 'value') ?? '', 'yMwdhm');
  return to === undefined ? [] : replacement(context, 'date', quotedIfSigned(to));
}

/** A value that begins with a reserved character is put in quotes. */
const quotedIfSigned = (text: string): string => (text.startsWith('+') ? `"${text}"` : text);

/** A date in another form. */
export function fixDate(context: FixContext): readonly Fix[] {
  const { message } = context.problem;
  if (message === 'bad-date.seconds') {
    const to = argument(context, 'to') ?? '';
    return replacement(context, 'date', `"${to}"`);
  }
  if (message === 'bad-date.call') return fixQuotedCall(context);
  if (message !== undefined && message !== 'bad-date.number') return [];
  const value = (argument(context, 'value') ?? '').trim();
  const named = dayOfName(value);
  if (named !== undefined) return replacement(context, 'date', named);
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

/** A number of days, where a number has no unit. */
const fixNumber = (context: FixContext, value: string): readonly Fix[] =>
  /^-\d{1,3}$/.test(value) ? replacement(context, 'date', `${value}d`, false) : [];

/** Months and years in days: a distance has no such units. */
function daysFix(context: FixContext, distance: string): readonly Fix[] {
  const [, sign = '', count = '', unit = ''] = /^([+-]?)(\d+)([yM])$/.exec(distance) ?? [];
  return replacement(context, 'date', quotedIfSigned(`${sign}${dayCounts[unit]! * Number(count)}d`), false);
}

/** A function without the quotes around it. */
export function fixQuotedCall(context: FixContext): readonly Fix[] {
  const to = argument(context, 'call');
  return to === undefined ? [] : replacement(context, 'call', to);
}

/** A distance into the past. */
export function fixFuture(context: FixContext): readonly Fix[] {
  const to = argument(context, 'to');
  return to === undefined ? [] : replacement(context, 'date', to);
}

/** In quotes where what it stands for was. */
const likeWritten = ({ text, problem: { span } }: FixContext, to: string): string =>
  /["']/.test(text.charAt(span.start)) ? `"${to}"` : to;

/** Where a week, a month or a year begins; of a whole one nothing can be the same. */
function fixPeriod(context: FixContext, value: string): readonly Fix[] {
  const period = periodOf(value);
  const term = termOf(context);
  const isWhole = term?.operator.kind === 'operator' && !/[<>]/.test(term.operator.name);
  return period === undefined || isWhole ? [] : replacement(context, 'date', period.begin);
}

const dayCounts: Readonly<Record<string, number>> = { y: 365, M: 30 };

/** A distance in days in place of months and years, or small letters in place of capitals. */
export function fixDateUnit(context: FixContext): readonly Fix[] {
  const value = (argument(context, 'value') ?? '').trim();
  const parts = /^([+-]?)(\d+)([yMWDHY])$/.exec(value);
  if (!parts) return [];
  const [, sign = '', count = '', letter = ''] = parts;
  const unit = letter === 'M' ? letter : letter.toLowerCase();
  const days = dayCounts[unit];
  const to = days === undefined ? `${sign}${count}${unit}` : `${sign}${days * Number(count)}d`;
  return replacement(context, 'date', quotedIfSigned(to), days === undefined);
}

/** A function's parentheses. */
export function fixCall(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const to = `${text.slice(problem.span.start, problem.span.end)}()`;
  return fix('call', 'fix.call', { to }, inserted(problem.span.end, '()'));
}

/** A function that takes no arguments gets none; a distance from now is written alone. */
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

/** The field first. */
export function fixSwappedSides(context: FixContext): readonly Fix[] {
  const { text, knowledge } = context;
  const term = termOf(context);
  if (term?.field.kind !== 'field' || term.operator.kind === 'missing' || !term.operand) return [];
  const { field, operator, operand } = term;
  const fieldOnRight = knowledge.catalogue.field(argument(context, 'field') ?? '');
  const to = mirrored(operator.name);
  if (fieldOnRight === undefined || !fieldOnRight.operators.has(to)) return [];
  const written = ({ span }: { readonly span: Span }): string => text.slice(span.start, span.end);
  const isList = takesList(operator.name);
  const value = isList ? `(${written(field)})` : written(field);
  const edits = [
    replaced(field.span, written(operand)),
    replaced(operator.span, to),
    replaced(operand.span, value),
  ];
  const isCertain = context.problem.severity === 'error' && !isList;
  return fix('operator', 'fix.swapSides', {}, edits, isCertain);
}

/** What has nothing, in place of a word for it; preferred where the word is refused. */
export function fixWordForEmpty(context: FixContext): readonly Fix[] {
  const { operator, operand } = termOf(context) ?? {};
  const to = argument(context, 'to');
  if (operator?.kind !== 'operator' || operand === undefined || to === undefined) return [];
  const { span, severity } = context.problem;
  const whole = operand.kind === 'list' ? span : { start: operator.span.start, end: operand.span.end };
  return fix('operator', 'fix.isEmpty', { to }, replaced(whole, to), severity === 'error');
}

/** The earlier date first. */
export function fixRange(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  const term = termOf(context);
  const list = term?.predicates
    .map(({ operand }) => operand)
    .find((operand): operand is List => operand.kind === 'list' && operand.span.start === problem.span.start);
  const [first, last] = list?.items ?? [];
  if (first === undefined || last === undefined) return [];
  const written = ({ span }: Operand): string => text.slice(span.start, span.end);
  return fix('date', 'fix.swapRange', {}, [
    replaced(first.span, written(last)),
    replaced(last.span, written(first)),
  ]);
}
