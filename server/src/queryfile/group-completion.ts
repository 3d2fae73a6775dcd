import { quotedName } from '../common/tables/view-text.ts';
import type { ResultColumn } from '../language/result-columns.ts';
import type { Completion } from '../language/service.ts';
import type { Span } from '../language/span.ts';
import { aggregateNames, dateUnits } from '../common/tables/aggregates.ts';
import { columnDetail } from './column-directives.ts';
import type { KnownDirective } from './directives.ts';
import { partsOf } from './group-option.ts';

/** A word that can be put into the value of `@group`; offsets are those of the value. */
export interface GroupCompletion extends Pick<
  Completion,
  'label' | 'kind' | 'detail' | 'filter' | 'continues'
> {
  readonly span: Span;
}

/** What can be at an offset of the value of `@group`: a column, a part of the calendar, or what to compute. */
export function completeGroup(
  value: string,
  offset: number,
  { values = {} }: KnownDirective,
  columns: readonly ResultColumn[],
): readonly GroupCompletion[] {
  const parts = partsOf(value);
  const index = parts.findIndex(({ span }) => offset <= span.end);
  const part = parts[index]?.span ?? { start: value.length, end: value.length };
  const isKey = !parts.slice(0, index + 1).some(({ before }) => before === ':');
  const typed = value.slice(part.start, offset);
  const rest = /^[^\s",:]*"?/.exec(value.slice(offset, part.end))?.[0] ?? '';
  const end = offset + rest.length;
  const words = (typedPart: string): readonly GroupCompletion[] => {
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
  const named = /^\s*(?:"[^"]*"|[^\s"]+)\s+(by\s+)?([a-z]*)$/i.exec(typed);
  if (named === null) return words(typed.trimStart());
  const [, by = '', word = ''] = named;
  const span = { start: offset - by.length - word.length, end };
  return dateUnits.map(unit => ({ label: `by ${unit}`, kind: 'value', span }));
}
