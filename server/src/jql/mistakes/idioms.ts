/** Finds phrases that are not JQL, by the patterns of `foreign.json`. */
import data from '../../../catalogue/jql/foreign.json' with { type: 'json' };
import type { Span } from '#shared/base/text/span.ts';
import { possibleDays, distanceOf, periodOf } from '../dates/date-words.ts';

/** A phrase that is not JQL, with its place. */
export interface Idiom {
  readonly span: Span;
  /** The JQL to use instead; undefined = the phrase is removed. */
  readonly to: string | undefined;
}

interface Form {
  readonly pattern: RegExp;
  /** Words, in lower case, that a text must contain before the pattern is tried. */
  readonly words: readonly string[];
  /** Patterns that the text must match too. */
  readonly signs: readonly RegExp[];
  readonly to: string | undefined;
  /** The kind of text in each group of the pattern. */
  readonly kinds: readonly string[];
  /** The types of fields that it applies to; undefined = any. */
  readonly of: readonly string[] | undefined;
  /** True where the syntax error may also be directly after it. */
  readonly next: boolean;
}

interface Slot {
  readonly source: string;
  /** A quick check of texts that contain it. */
  readonly sign?: RegExp;
  /** Returns the replacement; undefined = the text is valid. */
  readonly written: (text: string) => string | undefined;
}

const asIs = (text: string): string => text;
const onlyDay = (text: string): string | undefined => {
  const days = possibleDays(text);
  return days.length === 1 ? days[0] : undefined;
};
const dateOf = (text: string): string =>
  /^\d[^(]*\//.test(text) ? `"${onlyDay(text) ?? text}"` : (onlyDay(text) ?? text);
const shortDistance = (text: string): string | undefined => distanceOf(text, 'wdhm')?.replace('+', '');
/** Returns the pattern of a word in any case. */
const inAnyCase = (word: string): string =>
  word.replaceAll(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);
const connective = ['and', 'or', 'not'].map(inAnyCase).join('|');
const fieldPattern = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[cC][fF]\[\d+\]|(?!(?:${connective})(?!\w))[A-Za-z_][\w.-]*`;
const predicateWords = ['to', 'from', 'by', 'after', 'before', 'on', 'during', 'in', 'and', 'or', 'not']
  .map(inAnyCase)
  .join('|');
/** A value with quotes, or one that needs none. */
const operand = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?!(?:${predicateWords})(?!\w))[\w.-]+`;
/** The end of a value: no further word belongs to it. */
const endOfValue = String.raw`(?!\s+(?!(?:${predicateWords}|${['and', 'or', 'order'].map(inAnyCase).join('|')})\b)\w)(?![\w.-])`;
const distance = String.raw`(?:[-+]\s*)?\d+\s*[A-Za-z]+(?:\s+[aA][gG][oO]\b)?`;

const slots: Readonly<Record<string, Slot>> = {
  field: { source: String.raw`(?<![\w"'.\\-])(?:${fieldPattern})`, written: asIs },
  text: { source: String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`, written: asIs },
  today: {
    source: String.raw`(?<!\w)(?:[tT]oday|TODAY|current_date|CURRENT_DATE)(?:\s*\(\s*\))?`,
    written: asIs,
  },
  value: { source: operand, written: asIs },
  values: { source: String.raw`(?:${operand})(?:\s*,\s*(?:${operand}))+${endOfValue}`, written: asIs },
  names: { source: String.raw`(?:${fieldPattern})(?:\s*,\s*(?:${fieldPattern}))*`, written: asIs },
  date: {
    source: String.raw`"[^"\d]*\d[^"]*"|'[^'\d]*\d[^']*'|[-+]?\d[\w/.-]*|[A-Za-z]\w*\([^()]*\)|\{\{[^{}]*\}\}`,
    written: dateOf,
  },
  day: { source: String.raw`\d{4}-\d{1,2}-\d{1,2}(?![\w:-])`, written: asIs },
  oddDay: {
    sign: /\d\/\d/,
    source: String.raw`(?<![\w/])\d{1,2}/\d{1,2}/\d{4}(?![\w/])`,
    written: text => {
      const day = onlyDay(text);
      return day === undefined ? undefined : `"${day}"`;
    },
  },
  edge: { source: '(?:start|end)Of(?:Day|Week|Month|Year)', written: asIs },
  number: { source: String.raw`(?<![\d.])\d{1,9}`, written: asIs },
  count: { source: String.raw`\d+`, written: asIs },
  unit: { source: String.raw`[wdhm](?!\w)`, written: asIs },
  step: { source: String.raw`[yMwdhm](?!\w)`, written: asIs },
  // In the past, with and without a sign or “ago”.
  distance: { source: distance, written: text => shortDistance(text)?.replace(/^-?/, '-') },
  operand: {
    source: String.raw`(?=[-+\d])(?<=(?:[<>=(,]|\b(?:after|AFTER|before|BEFORE|on|ON)\b)\s*)${distance}`,
    sign: /\d\s+[A-Za-z]|[-+]\s/,
    written: shortDistance,
  },
  period: {
    sign: /\b(?:last|previous|this|current|next)\s/i,
    source: String.raw`(?<!\w)[A-Za-z]+\s+[A-Za-z]+(?!\w)`,
    written: text => periodOf(text)?.begin,
  },
};

const ofSlot = /\{(\w+)\}/;

/** Compiles a pattern: words match in any case, with blanks between them where two would otherwise be one. */
function compilePattern(pattern: string): RegExp {
  const parts = pattern.split(' ').map((part, index) => {
    const slot = slots[ofSlot.exec(part)?.[1] ?? ''];
    if (slot !== undefined) return `(${slot.source})`;
    const inCases = part.replaceAll(
      /[A-Za-z]/g,
      letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`,
    );
    // A value begins at most once in a run of its characters, so that a search takes linear time.
    const before = index === 0 ? String.raw`(?<![\w.-])` : String.raw`(?<!\w)`;
    return /^\w/.test(part) ? String.raw`${before}${inCases}(?!\w)` : `\\${inCases}`;
  });
  return new RegExp(parts.join(String.raw`\s*`), 'g');
}

const slotsOf = (pattern: string): string[] => Array.from(pattern.matchAll(/\{(\w+)\}/g), match => match[1]!);

const forms: readonly Form[] = data.idioms.map(({ pattern, to, of, next }) => ({
  pattern: compilePattern(pattern),
  words: Array.from(pattern.matchAll(/(?<![{\w])\w+/g), ([word]) => word.toLowerCase()),
  signs: slotsOf(pattern).flatMap(name => slots[name]?.sign ?? []),
  to,
  kinds: slotsOf(pattern),
  of,
  next: next ?? false,
}));

/** The maximum distance between an error and the start or the end of its idiom. */
const maxCharacters = 120;

/**
 * Returns the idiom that contains a syntax error; `undefined` = none.
 *
 * @param typeAt the type of the field that something at an offset is about; undefined = unknown
 */
export function idiomAt(
  text: string,
  error: Span,
  typeAt: (offset: number) => string | undefined,
): Idiom | undefined {
  const from = Math.max(0, error.start - maxCharacters);
  const part = text.slice(from, error.start + maxCharacters);
  const small = part.toLowerCase();
  for (const form of forms) {
    if (!form.words.every(word => small.includes(word)) || !form.signs.every(sign => sign.test(part)))
      continue;
    for (const match of part.matchAll(form.pattern)) {
      const start = from + match.index;
      const end = start + match[0].length;
      if (start > error.start) break;
      if (!concernsError(text, error, end, form.next)) continue;
      if (form.of !== undefined && !form.of.includes(typeAt(start) ?? '')) continue;
      const to = replacementText(form, match);
      if (to !== false && to !== match[0])
        return { span: { start, end }, to: inParentheses(text, start, to) };
    }
  }
  return undefined;
}

function concernsError(text: string, { start, end: errorEnd }: Span, end: number, next: boolean): boolean {
  if (start < end || (start === errorEnd && start === end)) return true;
  return next && /^\s*$/.test(text.slice(end, start));
}

/**
 * Returns the replacement of a match; undefined = remove it; false = a group does not have the text that its kind
 * requires.
 */
function replacementText({ kinds, to }: Form, match: RegExpMatchArray): string | undefined | false {
  if (to === undefined) return undefined;
  let isRight = true;
  const text = to.replaceAll(/\{(\d)(\.next)?\}/g, (_, number: string, isNext: string | undefined) => {
    const value = match[Number(number)] ?? '';
    const slot = slots[kinds[Number(number) - 1] ?? ''];
    const put = isNext === undefined ? slot?.written(value) : periodOf(value)?.next;
    isRight &&= put !== undefined;
    return put ?? '';
  });
  return isRight && text;
}

/** Adds parentheses around two clauses after NOT. */
const inParentheses = (text: string, start: number, to: string | undefined): string | undefined =>
  to?.includes(' AND ') === true && /(?:\bnot|!)\s*$/i.test(text.slice(Math.max(0, start - 20), start))
    ? `(${to})`
    : to;
