/** Reads names, types and suggested values from a tracker's responses. */
import type { JsonReader } from '#shared/base/text/json-reader.ts';
import { isInsertable, visibleLine } from '#shared/base/visible-text.ts';
import type { SuggestedValue } from '../../query-file/language/language-service.ts';

/** Reads a flag, which the tracker sends as a boolean or as a text; absent = false. */
export const isTrue = (shape: JsonReader): boolean =>
  shape.optional(member => (member.isBoolean() ? member.flag() : member.text() === 'true')) ?? false;

/** Returns a name from a tracker without its quotes. */
export const unquoted = (text: string): string =>
  /^(["']).*\1$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(["'\\])/g, '$1') : text;

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);

/** Returns a name in HTML as plain text. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, entity => entities.get(entity)!);

const schemaTypes = new Map([
  ['date', 'DATE'],
  ['datetime', 'DATETIME'],
  ['number', 'NUMBER'],
  ['user', 'USER'],
  ['option', 'OPTION'],
  ['version', 'VERSION'],
  ['project', 'PROJECT'],
  ['component', 'COMPONENT'],
]);

/** Returns the catalogue's type for a field's schema; undefined = the schema says no more than the operators. */
export function typeOfSchema(schema: JsonReader): string | undefined {
  const type = schema.member('type').optional(member => member.text());
  const item = type === 'array' ? schema.member('items').optional(member => member.text()) : type;
  return schemaTypes.get(item ?? '');
}

const classTypes: readonly (readonly [RegExp, string])[] = [
  [/\.Date$/, 'DATETIME'],
  [/\.Number$/, 'NUMBER'],
  [/User$/, 'USER'],
  [/\.Option$/, 'OPTION'],
  [/\.Version$/, 'VERSION'],
  [/\.Project$/, 'PROJECT'],
  [/\.Sprint$/, 'SPRINT'],
  [/\.Issue$/, 'ISSUE'],
  [/ProjectComponent$/, 'COMPONENT'],
  [/\.IssueType$/, 'ISSUE_TYPE'],
];

/**
 * Returns the catalogue's type for the classes that a tracker names; a text field is recognized by its operators
 * alone.
 */
export function typeOfClasses(classes: readonly JsonReader[], operators: ReadonlySet<string>): string {
  const names = classes.map(member => member.text());
  const classType = classTypes.find(([pattern]) => names.some(name => pattern.test(name)));
  if (classType !== undefined && names.length === 1) return classType[1];
  return operators.has('~') && !operators.has('=') ? 'TEXT' : 'CUSTOM';
}

/** A value as a tracker writes it for a query, and as HTML with the match in bold. */
interface Suggestion {
  readonly value: string;
  readonly shown?: string;
  readonly detail?: string;
}

/** Reads the values that a tracker suggests, without duplicates. */
export function readSuggestions(suggestions: readonly Suggestion[]): readonly SuggestedValue[] {
  const values = new Map<string, SuggestedValue>();
  for (const suggestion of suggestions) {
    const value = unquoted(suggestion.value);
    const shownName = plainText(suggestion.shown ?? '').trim();
    if (isInsertable(value) && !values.has(value))
      values.set(value, {
        value,
        shown: visibleLine(shownName || value),
        ...(suggestion.detail !== undefined && { detail: suggestion.detail }),
      });
  }
  return [...values.values()];
}
