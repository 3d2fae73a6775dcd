import type { Fix } from '../../language/problem.ts';
import type { List, Operand } from '../nodes.ts';
import { argument, fix, inserted, replaced, replacement, type Subject, termOf } from './subject.ts';

const unitOfWord: ReadonlyMap<string, string> = new Map([
  ['year', 'y'],
  ['month', 'M'],
  ['week', 'w'],
  ['day', 'd'],
  ['hour', 'h'],
  ['minute', 'm'],
  ['min', 'm'],
]);
const inWords = /^([+-]?)\s*(\d+)\s*([a-z]+?)s?(\s+ago)?$/i;
const dayNames: ReadonlyMap<string, string> = new Map([
  ['today', 'startOfDay()'],
  ['yesterday', 'startOfDay(-1d)'],
  ['tomorrow', 'startOfDay(1d)'],
]);

/** A step in time that is written in words or in capitals. */
export function fixIncrement(subject: Subject): readonly Fix[] {
  const to = shortened(argument(subject, 'value') ?? '', 'yMwdhm');
  return to === undefined ? [] : replacement(subject, 'date', safe(to));
}

/** A value with a sign in front that JQL reserves stands in quotes. */
const safe = (text: string): string => (text.startsWith('+') ? `"${text}"` : text);

function shortened(text: string, units: string): string | undefined {
  const parts = inWords.exec(text.trim());
  if (!parts) return undefined;
  const [, sign = '', count = '', word = '', ago] = parts;
  const unit =
    word.length === 1 ? (word === 'M' ? word : word.toLowerCase()) : unitOfWord.get(word.toLowerCase());
  return unit === undefined || !units.includes(unit)
    ? undefined
    : `${ago === undefined ? sign : '-'}${count}${unit}`;
}

/** A date in another form. */
export function fixDate(subject: Subject): readonly Fix[] {
  const { message } = subject.problem;
  if (message === 'bad-date.seconds') {
    const to = argument(subject, 'to') ?? '';
    return replacement(subject, 'date', `"${to}"`);
  }
  if (message !== undefined) return [];
  const value = (argument(subject, 'value') ?? '').trim();
  const named = dayNames.get(value.toLowerCase());
  if (named !== undefined) return replacement(subject, 'date', named);
  const day = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value);
  if (day) {
    const to = `${day[3]}-${day[2]!.padStart(2, '0')}-${day[1]!.padStart(2, '0')}`;
    return Number(day[2]) > 12 ? [] : replacement(subject, 'date', to);
  }
  const short = shortened(value, 'wdhm');
  return short === undefined ? [] : replacement(subject, 'date', safe(short));
}

const daysOf: Readonly<Record<string, number>> = { y: 365, M: 30 };

/** A distance in days in place of months and years, or small letters in place of capitals. */
export function fixDateUnit(subject: Subject): readonly Fix[] {
  const value = (argument(subject, 'value') ?? '').trim();
  const parts = /^([+-]?)(\d+)([yMWDHY])$/.exec(value);
  if (!parts) return [];
  const [, sign = '', count = '', letter = ''] = parts;
  const unit = letter === 'M' ? letter : letter.toLowerCase();
  const days = daysOf[unit];
  const to = days === undefined ? `${sign}${count}${unit}` : `${sign}${days * Number(count)}d`;
  return replacement(subject, 'date', safe(to), days === undefined);
}

/** A function's parentheses. */
export function fixCall(subject: Subject): readonly Fix[] {
  const { text, problem } = subject;
  const to = `${text.slice(problem.span.start, problem.span.end)}()`;
  return fix('call', 'fix.call', { to }, inserted(problem.span.end, '()'));
}

/** A function that takes no arguments gets none. */
export const fixArguments = (subject: Subject): readonly Fix[] =>
  subject.problem.message === 'argument-count.none' ? replacement(subject, 'value', '()') : [];

/** The earlier date first. */
export function fixRange(subject: Subject): readonly Fix[] {
  const { text, problem } = subject;
  const term = termOf(subject);
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
