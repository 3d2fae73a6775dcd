import data from '../../../catalogue/jql/foreign.json' with { type: 'json' };
import type { Span } from '../../language/span.ts';
import { type FieldEntry, operatorsOf, type Platform } from '../catalogue/catalogue.ts';
import { NameTable } from '../syntax/name-table.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';
import type { Value } from '../syntax/tree/operands.ts';

/** Something from another query language, and how JQL says it. */
export interface ForeignForm {
  readonly span: Span;
  readonly to: string;
}

interface Form {
  readonly start: string;
  readonly to: string;
  /** What must precede or follow it to be part of it. */
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

const blankPattern = (words: string): string => words.replaceAll(' ', String.raw`\s+`);
/** What must not precede a word or a sign for it to be one of its own. */
const boundaryPattern = (words: string): string => (/^\w/.test(words) ? String.raw`(?<!\w)` : '(?<![<>=!~])');
const formsByFound: ReadonlyMap<string, readonly Form[]> = Map.groupBy(
  data.forms.map(({ found: start, to, before, after }): Form => ({
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
  })),
  ({ start }) => start,
);

const functions: ReadonlyMap<string, string> = new Map(Object.entries(data.functions));
const people = new NameTable(Object.entries(data.people));

/** The call that stands for another language's function without arguments; undefined where none does. */
export const foreignFunction = (name: string): string | undefined => functions.get(name.toLowerCase());

/** The field of the people whom a field counts; undefined for a field that counts none. */
export const peopleFieldOf = (field: string): string | undefined => people.at(field, 0, field.length);

const wordsForEmpty: ReadonlyMap<string, NameTable<true>> = new Map(
  Object.entries(data.nothing).map(([type, words]) => [type, new NameTable(words.map(word => [word, true]))]),
);

/** True for `None` and its like where a field can be empty and has no such word among its values. */
export function isWordForEmpty(value: Value, entry: FieldEntry, platform: Platform | undefined): boolean {
  const words = wordsForEmpty.get(entry.type);
  return words !== undefined && value.find(words) === true && operatorsOf(entry, platform).has('is');
}

/** The field that has another name than one would think; undefined for any other name. */
export const otherFieldName = (name: string): string | undefined => fieldNames.get(name.toLowerCase());

const fieldNames: ReadonlyMap<string, string> = new Map(Object.entries(data.fields));

/** The names that people think a field has. */
export const wrongNamesOf = (field: string): readonly string[] =>
  wrongNames.get(field)?.map(([wrong]) => wrong) ?? [];

const wrongNames: ReadonlyMap<string, readonly (readonly [wrong: string, field: string])[]> = Map.groupBy(
  Object.entries(data.fields),
  ([, field]) => field,
);

const codes: ReadonlySet<string> = new Set(['expected', 'unexpected', 'reserved-word']);
/** No form is longer, blanks included. */
const mostCharacters = 20;

/** `<project>` stands for a value that is still to be written. */
const placeholder = /^<[\p{L}_][^<>=\n]*>/u;
const longestPlaceholder = 60;

/** What an error of the grammar shows to be of another language; undefined where it does not. */
export function foreignForm(
  text: string,
  { code, foundText, span, variable, expected }: JqlSyntaxError,
): ForeignForm | undefined {
  if (!codes.has(code) || foundText === '' || variable !== undefined) return undefined;
  if (placeholder.test(text.slice(span.start, span.start + longestPlaceholder))) return undefined;
  const from = Math.max(0, span.start - mostCharacters);
  for (const { before, after, to } of formsByFound.get(foundText.toLowerCase()) ?? []) {
    const front = before?.exec(text.slice(from, span.start));
    const rear = after?.exec(text.slice(span.end, span.end + mostCharacters));
    if ((before && !front) || (after && !rear)) continue;
    if (!before && code !== 'unexpected' && !expected.includes('operator')) continue;
    return {
      span: {
        start: front ? from + front.index : span.start,
        end: span.end + (rear?.[0].length ?? 0),
      },
      to,
    };
  }
  return undefined;
}
