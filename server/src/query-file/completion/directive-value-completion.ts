/** Completes directive values of several words: `@group`, `@view chart`, `@prompt` and `@report changelog`. */
import { quotedName, chartKinds } from '#shared/base/tables/view-text.ts';
import type { ResultColumn } from '../language/result-columns.ts';
import type { Completion, SiteName } from '../language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { aggregateNames, dateUnits } from '#shared/base/tables/aggregates.ts';
import { columnDetail } from '../column-directives.ts';
import type { KnownDirective } from '../directives.ts';
import { partsOf } from '../options/group-option.ts';
import { chartParts, chartWords } from '../options/view-option.ts';
import { promptKinds } from '../options/prompt-option.ts';

/** A word that can be put into the value of `@group`; offsets are those of the value. */
export interface DirectiveValueCompletion extends Pick<
  Completion,
  'label' | 'kind' | 'detail' | 'filter' | 'continues'
> {
  readonly span: Span;
}

/** Completes the value of `@group` at an offset: a column, a part of the calendar, or an aggregate. */
export function completeGroup(
  value: string,
  offset: number,
  { values = {} }: KnownDirective,
  columns: readonly ResultColumn[],
): readonly DirectiveValueCompletion[] {
  const parts = partsOf(value);
  const index = parts.findIndex(({ span }) => offset <= span.end);
  const part = parts[index]?.span ?? { start: value.length, end: value.length };
  const isKey = !parts.slice(0, index + 1).some(({ before }) => before === ':');
  const typed = value.slice(part.start, offset);
  const rest = /^[^\s",:]*"?/.exec(value.slice(offset, part.end))?.[0] ?? '';
  const end = offset + rest.length;
  const words = (typedPart: string): readonly DirectiveValueCompletion[] => {
    const span = { start: offset - typedPart.length, end };
    return columns.map(column => {
      const { name } = column;
      const label = quotedName(name);
      const detail = columnDetail(column);
      return {
        label,
        kind: 'value',
        span,
        ...(label !== name && { filter: `${label} ${name}` }),
        ...(detail !== '' && { detail }),
      };
    });
  };
  if (!isKey) {
    const [, word = '', blanks = '', name = ''] = /^\s*(\S*?)(?:(\s+)(.*))?$/s.exec(typed) ?? [];
    if (blanks !== '') return words(name);
    const span = { start: offset - word.length, end };
    return aggregateNames.map(label => {
      const detail = values[label];
      return { label, kind: 'value', span, ...(detail !== undefined && { detail }) };
    });
  }
  const groupMatch = /^\s*(?:"[^"]*"|[^\s"]+)\s+(by\s+)?([a-z]*)$/i.exec(typed);
  if (groupMatch === null) return words(typed.trimStart());
  const [, by = '', word = ''] = groupMatch;
  const span = { start: offset - by.length - word.length, end };
  return dateUnits.map(unit => ({ label: `by ${unit}`, kind: 'value', span }));
}

/** Completes the value of `@view chart` at an offset: a kind, a part, or a column; offsets are those of the value. */
export function completeChart(
  value: string,
  offset: number,
  columns: readonly ResultColumn[],
): readonly DirectiveValueCompletion[] {
  const before = value.slice(0, offset);
  const words = chartWords(before);
  const last = words.at(-1);
  const typed = last && last.start + last.text.length === offset ? last.text : '';
  const rest = /^[^\s"=]*/.exec(value.slice(offset))?.[0] ?? '';
  const span = { start: offset - typed.length, end: offset + rest.length };
  const [, part = ''] = /^([a-z]+)=/.exec(typed) ?? [];
  const word = (label: string, continues = false, detail = ''): DirectiveValueCompletion => ({
    label,
    kind: 'value',
    span,
    ...(detail !== '' && { detail }),
    ...(continues && { continues: true }),
  });
  if (part !== '') {
    const computed = part === 'y' ? aggregateNames.filter(name => name === 'count') : [];
    return [
      ...computed.map(name => word(`${part}=${name}`)),
      ...columns.map(column => {
        const name = /\s/.test(column.name) ? `"${column.name}"` : column.name;
        return word(`${part}=${name}`, false, columnDetail(column));
      }),
    ];
  }
  const isFirst = words.length === (typed === '' ? 1 : 2);
  const usedParts = new Set(chartWords(value).map(({ text }) => text.slice(0, text.indexOf('='))));
  const parts = chartParts.filter(name => !usedParts.has(name)).map(name => word(`${name}=`, true));
  return isFirst ? [...chartKinds.map(kind => word(kind)), ...parts] : parts;
}

/**
 * Completes the value of `@prompt` at an offset after its name: a kind of value, or a field. `undefined` = the offset
 * is in the name.
 */
export function completePrompt(
  value: string,
  offset: number,
  kind: SiteName['kind'],
  columns: readonly ResultColumn[],
): readonly DirectiveValueCompletion[] | undefined {
  const typed = /^[A-Za-z_][\w-]*\s*:\s*("[^"]*|[^\s"=]*)$/.exec(value.slice(0, offset));
  if (typed === null) return /^[A-Za-z_][\w-]*\s*:/.test(value.slice(0, offset)) ? [] : undefined;
  const start = offset - typed[1]!.length;
  const rest = /^[^\s"=]*"?/.exec(value.slice(offset))?.[0] ?? '';
  const span = { start, end: offset + rest.length };
  const fields = kind === 'tracker' ? columns.map(({ name }) => quotedName(name)) : [];
  return [
    ...fields.map(label => ({ label, kind: 'field' as const, span })),
    ...Object.entries(promptKinds(kind)).map(([label, detail]) => ({
      label,
      detail,
      kind: 'value' as const,
      span,
    })),
  ];
}

/** The columns that can be at an offset of the value `changelog by …`; offsets are those of the value. */
export function completeChangelog(
  value: string,
  offset: number,
  columns: readonly ResultColumn[],
): readonly DirectiveValueCompletion[] {
  const typed = /^changelog\s+by\s+(.*)$/is.exec(value.slice(0, offset))?.[1] ?? '';
  const rest = /^[^\s"]*"?/.exec(value.slice(offset))?.[0] ?? '';
  const span = { start: offset - typed.length, end: offset + rest.length };
  return columns.map(column => {
    const detail = columnDetail(column);
    return { label: quotedName(column.name), kind: 'value', span, ...(detail !== '' && { detail }) };
  });
}
