/** Completes the value of `@expect`. */
import facts from '../../../catalogue/query-file/expectations.json' with { type: 'json' };
import type { Completion } from '../language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { parseExpectation } from './expectation-parser.ts';
import { subjects } from './expectation.ts';
import { tokenize, quoteName } from './expectation-tokens.ts';

/** A word that can be put into an expectation; offsets are those of its value. */
export interface ExpectCompletion extends Pick<
  Completion,
  'label' | 'kind' | 'detail' | 'filter' | 'continues'
> {
  readonly span: Span;
}

/** The names and values that a language offers for expectations. */
export interface ExpectWords {
  /** Names of columns. */
  readonly columns: readonly string[];
  /** Values of a column that are known; `[]` = none. */
  readonly values: (column: string) => readonly string[];
}

const details: Readonly<Record<string, string>> = facts.words;
const operatorDetails: Readonly<Record<string, string>> = facts.operators;

/** Completes an expectation at an offset. */
export function completeExpectation(
  value: string,
  offset: number,
  { columns, values }: ExpectWords,
): readonly ExpectCompletion[] {
  const before = value.slice(0, offset);
  const start = wordStart(before);
  const { next } = parseExpectation(before.slice(0, start));
  const rest = /^[^\s"'(),]*["']?/.exec(value.slice(offset))?.[0] ?? '';
  const span = { start, end: offset + rest.length };
  const words = (
    labels: readonly string[],
    about: Readonly<Record<string, string>> = {},
    continues = true,
  ): ExpectCompletion[] =>
    labels.map(label => {
      const detail = about[label];
      return {
        label,
        kind: 'value',
        span,
        ...(detail !== undefined && { detail }),
        ...(continues && { continues }),
      };
    });
  const names = (labels: readonly string[], continues: boolean): ExpectCompletion[] =>
    labels.map(name => {
      const label = quoteName(name);
      return {
        label,
        kind: 'value',
        span,
        ...(label !== name && { filter: `${label} ${name}` }),
        ...(continues && { continues }),
      };
    });
  switch (next.kind) {
    case 'subject':
      return subjects.map(subject => ({
        ...words(
          [subject === 'same' ? 'same as last' : subject],
          {},
          subject !== 'complete' && subject !== 'same',
        )[0]!,
        detail: details[subject] ?? '',
      }));
    case 'operator':
      return words(next.operators, operatorDetails);
    case 'count':
      return words(facts.counts, {}, false);
    case 'duration':
      return words(facts.durations, {}, false);
    case 'column':
      return names(columns, true);
    case 'word':
      return words(next.words, {}, false);
    case 'value':
      return [
        ...names(values(next.column), false),
        ...(isOrder(next.operator) ? words(facts.dates, {}, false) : []),
      ];
    case 'end':
      return [];
  }
}

const isOrder = (operator: string): boolean => /^[=<>!]/.test(operator);

/** The offset at which the word, operator or quoted name at the end of a text begins. */
function wordStart(before: string): number {
  const last = tokenize(before).at(-1);
  const isTyped = last?.kind === 'word' || last?.kind === 'operator' || last?.kind === 'quoted';
  return isTyped && last.span.end === before.length ? last.span.start : before.length;
}
