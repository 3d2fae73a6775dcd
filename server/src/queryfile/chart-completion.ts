import { aggregateNames } from '../common/tables/aggregates.ts';
import { chartKinds } from '../common/tables/view-text.ts';
import type { ResultColumn } from '../language/result-columns.ts';
import { columnDetail } from './column-directives.ts';
import { chartParts, chartWords } from './chart-option.ts';
import type { GroupCompletion } from './group-completion.ts';

/** What can be at an offset of the value of `@view chart`: a kind, a part, or a column; offsets are those of the value. */
export function completeChart(
  value: string,
  offset: number,
  columns: readonly ResultColumn[],
): readonly GroupCompletion[] {
  const before = value.slice(0, offset);
  const words = chartWords(before);
  const last = words.at(-1);
  const typed = last && last.start + last.text.length === offset ? last.text : '';
  const rest = /^[^\s"=]*/.exec(value.slice(offset))?.[0] ?? '';
  const span = { start: offset - typed.length, end: offset + rest.length };
  const [, part = ''] = /^([a-z]+)=/.exec(typed) ?? [];
  const word = (label: string, continues = false, detail = ''): GroupCompletion => ({
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
  const used = new Set(chartWords(value).map(({ text }) => text.slice(0, text.indexOf('='))));
  const parts = chartParts.filter(name => !used.has(name)).map(name => word(`${name}=`, true));
  return isFirst ? [...chartKinds.map(kind => word(kind)), ...parts] : parts;
}
