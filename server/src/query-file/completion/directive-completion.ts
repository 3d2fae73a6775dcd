/** Completes the keys and values of directives. */
import type { ResultColumn } from '../language/result-columns.ts';
import { neverMatched } from '#shared/base/text/completion-text.ts';
import type { Completion, QueryView, SiteName, QueryContext } from '../language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Line } from '../block.ts';
import { columnDetail, describeColumn } from '../column-directives.ts';
import {
  completeChart,
  completeGroup,
  type DirectiveValueCompletion,
  completePrompt,
  completeChangelog,
} from './directive-value-completion.ts';
import { completeExpectation, type ExpectWords } from '../expectations/expectation-completion.ts';
import { columnsOption } from '../options/columns-option.ts';
import { directivesOf, type KnownDirective, usualIntervals, usualLimits } from '../directives.ts';

/** The parts of a language that the completion of directives and variables needs. */
export interface PreambleLanguage {
  readonly kind: SiteName['kind'];
  /** The columns (for a tracker: fields) that the result of the query may have, the likeliest first. */
  readonly columns: () => readonly ResultColumn[];
  /** Values that a column is known to have; absent = none are known. */
  readonly values?: (column: string) => readonly string[];
}

/** A cursor on a line, with the text before it on the line. */
export interface Cursor {
  readonly view: QueryView;
  readonly offset: number;
  readonly line: Line;
  readonly before: string;
}

/** Completes a comment line: the key of a directive, or a value of it; `[]` in any other comment. */
export function completeDirective(
  cursor: Cursor,
  context: QueryContext,
  language: PreambleLanguage,
): Completion[] {
  return completeKey(cursor, language) ?? completeDirectiveValue(cursor, context, language) ?? [];
}

/** The key of a directive, from the `#` if there is no `@` yet. */
function completeKey(cursor: Cursor, { kind }: PreambleLanguage): Completion[] | undefined {
  const match = /^(\s*)#\s*(@?)([\w-]*)$/.exec(cursor.before);
  if (match === null) return undefined;
  const [, indent, at, typed] = match;
  if (at === '' && typed !== '') return [];
  const from = at === '' ? cursor.line.start + indent!.length : cursor.offset - typed!.length;
  const rest = /^[\w-]*/.exec(cursor.view.block.text.slice(cursor.offset, cursor.line.end))![0].length;
  const span = { start: from, end: cursor.offset + rest };
  const valued = /\S/.test(cursor.view.block.text.slice(span.end, cursor.line.end));
  return directivesOf(kind).map((directive, index) => {
    const label = at === '' ? `# @${directive.key}` : directive.key;
    const completion = directiveCompletion(directive, span, label);
    return {
      ...completion,
      rank: index,
      ...(valued && { edit: { span, newText: label }, continues: false }),
    };
  });
}

/** A directive that replaces a span; `label` = the key, or the whole of `# @key`. */
export const directiveCompletion = (
  { key, takes, summary }: KnownDirective,
  span: Span,
  label: string,
): Completion => ({
  label,
  kind: 'directive',
  edit: { span, newText: takes === 'nothing' ? label : `${label} ` },
  detail: summary,
  filter: label === key ? key : `${label} ${key}`,
  rank: 0,
  ...(takes !== 'nothing' && { continues: true }),
  subject: { kind: 'directive', key },
});

function completeDirectiveValue(
  cursor: Cursor,
  context: QueryContext,
  language: PreambleLanguage,
): Completion[] | undefined {
  const match = /^\s*#\s*@([A-Za-z][\w-]*)\s+/.exec(cursor.before);
  const directive = match && directivesOf(language.kind).find(({ key }) => key === match[1]);
  if (!match || !directive) return undefined;
  const { text } = cursor.view.block;
  const part = { start: cursor.line.start + match[0].length, end: cursor.line.end };
  const value = text.slice(part.start, part.end);
  const at = cursor.offset - part.start;
  const words =
    directive.takes === 'expectation'
      ? completeExpectation(value, at, expectWords(cursor, language))
      : completeWords(directive, value, at, language);
  if (words)
    return words.map(({ span, ...completion }, rank) => ({
      ...completion,
      ...(completion.continues && { spaced: true }),
      edit: {
        span: { start: span.start + part.start, end: span.end + part.start },
        newText: completion.label,
      },
      rank,
    }));
  const whole = { start: part.start, end: Math.max(cursor.offset, trimmedEnd(text, part)) };
  const item = itemAround(text, whole, cursor.offset);
  const others = new Set(
    `${text.slice(part.start, item.start)},${text.slice(item.end, part.end)}`.split(/[\s,]+/),
  );
  const isList = directive.takes === 'columns' || directive.takes === 'sites';
  return valuesOf(directive, context, language, others).map(
    ({ label, text: inserted = label, detail, kind, filter, subject }, rank) => ({
      label,
      kind: kind ?? 'value',
      edit: { span: isList ? item : whole, newText: inserted },
      ...(detail !== undefined && { detail }),
      ...(filter !== undefined && { filter }),
      ...(subject !== undefined && { subject }),
      rank,
    }),
  );
}

/** The columns that the query shows come first. */
function expectWords({ view }: Cursor, { columns, values = () => [] }: PreambleLanguage): ExpectWords {
  const names = columns().map(({ name }) => name);
  return { columns: [...new Set([...(columnsOption(view.scope) ?? []), ...names])], values };
}

/** Completes a value of several words at an offset; `undefined` = the value is one word, or a list. */
function completeWords(
  directive: KnownDirective,
  value: string,
  offset: number,
  { columns, kind }: PreambleLanguage,
): readonly DirectiveValueCompletion[] | undefined {
  if (directive.takes === 'prompt') return completePrompt(value, offset, kind, columns());
  if (directive.takes === 'group') return completeGroup(value, offset, directive, columns());
  if (directive.takes === 'report' && /^changelog\s+by\s/i.test(value.slice(0, offset)))
    return completeChangelog(value, offset, columns());
  const hasChart = directive.takes === 'view' && /^chart\s/.test(value.slice(0, offset));
  return hasChart ? completeChart(value, offset, columns()) : undefined;
}

interface Value {
  readonly label: string;
  /** The inserted text; absent = the label. */
  readonly text?: string;
  readonly filter?: string;
  readonly detail?: string;
  readonly kind?: Completion['kind'];
  readonly subject?: NonNullable<Completion['subject']>;
}

function valuesOf(
  directive: KnownDirective,
  context: QueryContext,
  language: PreambleLanguage,
  others: ReadonlySet<string>,
): Value[] {
  switch (directive.takes) {
    case 'site':
    case 'sites':
      return context.sites
        .filter(
          ({ kind, name }) => kind === language.kind && !(directive.takes === 'sites' && others.has(name)),
        )
        .map(({ name, url }) => ({ label: name, detail: url, kind: 'site' }));
    case 'number':
      return usualLimits.map(label => ({ label, filter: neverMatched }));
    case 'interval':
      return usualIntervals.map(label => ({ label, filter: neverMatched }));
    case 'filter':
      return (context.filters ?? []).map(({ id, name }) => ({
        label: `${id} ${name}`,
        text: id,
      }));
    case 'columns':
      return language
        .columns()
        .filter(({ name }) => !others.has(name))
        .map(column => ({ label: column.name, ...offeredColumn(column) }));
    default:
      return Object.entries(directive.values ?? {}).map(([label, detail]) => ({ label, detail }));
  }
}

/** The detail of a column in the list of completions, and the subject of its documentation. */
const offeredColumn = (column: ResultColumn): Pick<Completion, 'detail' | 'subject'> => ({
  ...(columnDetail(column) !== '' && { detail: columnDetail(column) }),
  subject: { kind: 'column', markdown: describeColumn(column) },
});

/** The word around the cursor among words with commas between. */
function itemAround(text: string, part: Span, offset: number): Span {
  let { start, end } = { start: offset, end: offset };
  while (start > part.start && !separatesItems.test(text[start - 1]!)) start--;
  while (end < part.end && !separatesItems.test(text[end]!)) end++;
  return { start, end };
}

const separatesItems = /[\s,]/;

const trimmedEnd = (text: string, { start, end }: Span): number =>
  start + text.slice(start, end).trimEnd().length;
