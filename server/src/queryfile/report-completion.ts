import { quotedName } from '../common/tables/view-text.ts';
import type { ResultColumn } from '../language/result-columns.ts';
import { columnDetail } from './column-directives.ts';
import type { GroupCompletion } from './group-completion.ts';

/** The columns that can be at an offset of the value `changelog by …`; offsets are those of the value. */
export function completeChangelog(
  value: string,
  offset: number,
  columns: readonly ResultColumn[],
): readonly GroupCompletion[] {
  const typed = /^changelog\s+by\s+(.*)$/is.exec(value.slice(0, offset))?.[1] ?? '';
  const rest = /^[^\s"]*"?/.exec(value.slice(offset))?.[0] ?? '';
  const span = { start: offset - typed.length, end: offset + rest.length };
  return columns.map(column => {
    const detail = columnDetail(column);
    return { label: quotedName(column.name), kind: 'value', span, ...(detail !== '' && { detail }) };
  });
}
