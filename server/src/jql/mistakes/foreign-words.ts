/** Words and signs of other query languages, and the JQL for them. */
import data from '../../../catalogue/jql/foreign.json' with { type: 'json' };
import type { Span } from '#shared/base/text/span.ts';
import { type FieldEntry, operatorsOf, type Platform } from '../catalogue/catalogue.ts';
import { NameTable } from '../syntax/name-table.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';
import type { Value } from '../syntax/tree/operands.ts';

/** A form of another query language, and the JQL for it. */
export interface ForeignForm {
  readonly span: Span;
  readonly to: string;
}

interface Form {
  readonly start: string;
  readonly to: string;
  /** The text that must precede or follow the start to be part of the form. */
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

const blankPattern = (words: string): string => words.replaceAll(' ', String.raw`\s+`);
/** Returns the pattern of a boundary before a word or a sign. */
const boundaryPattern = (words: string): string => (/^\w/.test(words) ? String.raw`(?<!\w)` : '(?<![<>=!~])');

/** A form as it is written in the catalogue. */
interface WrittenForm {
  readonly before?: string;
  readonly found: string;
  readonly after?: string;
  readonly to: string;
}

/** `votes above 5` and `votes is above 5`. */
const comparisons = Object.entries(data.comparisons).flatMap(([words, to]): WrittenForm[] => {
  const [found = '', ...others] = words.split(' ');
  const form = { found, to, ...(others.length > 0 && { after: others.join(' ') }) };
  return [{ ...form, before: 'is' }, form];
});

const formOf = ({ found: start, to, before, after }: WrittenForm): Form => ({
  start,
  to,
  before:
    before === undefined
      ? undefined
      : new RegExp(String.raw`${boundaryPattern(before)}${blankPattern(before)}\s*$`, 'i'),
  after:
    after === undefined
      ? undefined
      : new RegExp(String.raw`^\s*${blankPattern(after)}${/\w/.test(after) ? '(?!\\w)' : ''}`, 'i'),
});

const formsByFound: ReadonlyMap<string, readonly Form[]> = Map.groupBy(
  [...data.forms, ...comparisons].map(formOf),
  ({ start }) => start,
);

const functions: ReadonlyMap<string, string> = new Map(Object.entries(data.functions));
const people = new NameTable(Object.entries(data.people));

/** Returns the JQL for another language's function without arguments; undefined = none. */
export const foreignFunction = (name: string): string | undefined => functions.get(name.toLowerCase());

/** Returns the field of the people that a field counts; undefined for a field that counts none. */
export const peopleFieldOf = (field: string): string | undefined => people.at(field, 0, field.length);

const wordsForEmpty: ReadonlyMap<string, NameTable<true>> = new Map(
  Object.entries(data.nothing).map(([type, words]) => [type, new NameTable(words.map(word => [word, true]))]),
);

/** True for `None` and similar words, and for "", where the field can be empty and has no such value. */
export function isWordForEmpty(value: Value, entry: FieldEntry, platform: Platform | undefined): boolean {
  if (value.form === 'quoted' && value.text === '')
    return entry.acceptsEmpty && entry.type !== 'ISSUE' && operatorsOf(entry, platform).has('is');
  const words = wordsForEmpty.get(entry.type);
  return words !== undefined && value.find(words) === true && operatorsOf(entry, platform).has('is');
}

const wordsForNothing: ReadonlySet<string> = new Set([
  'empty',
  'null',
  ...data.wordsForNothing,
  ...Object.values(data.nothing).flat(),
]);

/** True for `blank`, `none` and similar words, whatever the field, also at the end of a sentence. */
export const isWordForNothing = (word: string): boolean =>
  wordsForNothing.has(word.toLowerCase().replace(/[.!?]{1,3}$/, ''));

const statements: ReadonlySet<string> = new Set(data.statements);

/** True for a word that says something of a field after `is`, and is hardly its value: `missing`, `defined`. */
export const isStatement = (value: string): boolean =>
  statements.has(value.toLowerCase().replace(/\W.*$/s, ''));

/** Returns the field that a common wrong name means; undefined for any other name. */
export const otherFieldName = (name: string): string | undefined => fieldNames.get(name.toLowerCase());

const fieldNames: ReadonlyMap<string, string> = new Map(Object.entries(data.fields));

/** Returns the common wrong names of a field. */
export const wrongNamesOf = (field: string): readonly string[] =>
  wrongNames.get(field)?.map(([wrong]) => wrong) ?? [];

const wrongNames: ReadonlyMap<string, readonly (readonly [wrong: string, field: string])[]> = Map.groupBy(
  Object.entries(data.fields),
  ([, field]) => field,
);

const codes: ReadonlySet<string> = new Set(['expected', 'unexpected', 'reserved-word', 'operand-shape']);
/** The maximum length of a form, blanks included. */
const maxCharacters = 20;

/** A placeholder such as `<project>`. */
const placeholder = /^<[\p{L}_][^<>=\n]*>/u;
const maxPlaceholderLength = 60;

/** Returns the form of another query language at a syntax error; undefined = none. */
export function foreignForm(
  text: string,
  { code, foundText, span, variable, expected }: JqlSyntaxError,
): ForeignForm | undefined {
  if (!codes.has(code) || foundText === '' || variable !== undefined) return undefined;
  if (placeholder.test(text.slice(span.start, span.start + maxPlaceholderLength))) return undefined;
  const from = Math.max(0, span.start - maxCharacters);
  for (const { before, after, to } of formsByFound.get(foundText.toLowerCase()) ?? []) {
    const front = before?.exec(text.slice(from, span.start));
    const rear = after?.exec(text.slice(span.end, span.end + maxCharacters));
    if ((before && !front) || (after && !rear)) continue;
    // After a value a word such as `since` is no operator.
    const isPossible = code === 'unexpected' && !/^\W/.test(to);
    if (!before && !isPossible && !expected.includes('operator')) continue;
    return {
      span: {
        start: front ? from + front.index : span.start,
        end: span.end + (rear?.[0].length ?? 0),
      },
      to,
    };
  }
  const isOperand = expected.join() === 'in' && !formsByFound.has(foundText.toLowerCase());
  return isOperand ? negation(text, from, span.start) : undefined;
}

/** `not` in place of an operator, as in `status not Done`. */
function negation(text: string, from: number, end: number): ForeignForm | undefined {
  const not = /(?<!\w)not(?=\s*$)/i.exec(text.slice(from, end));
  if (!not) return undefined;
  const start = from + not.index;
  return { span: { start, end: start + not[0].length }, to: text[end] === '(' ? 'not in' : '!=' };
}
