import { aggregateFits, aggregateTypes } from '../common/aggregates.ts';
import { findColumn } from '../common/find-column.ts';
import type { QueryView } from '../language/service.ts';
import type { Span, Token } from '../language/span.ts';
import type { Grouping } from '../protocol/grouping.ts';
import type { Column, TableHeader } from '../protocol/run.ts';
import { groupOption } from '../queryfile/options/group-option.ts';
import type { ServerMessage } from '../common/server-message.ts';

/** A table with the grouping that `@group` of the query asks for, as far as the table has its columns. */
export function applyGroup(table: TableHeader, { scope }: QueryView): TableHeader {
  const option = groupOption(scope);
  if (option === undefined) return table;
  const by = option.by.flatMap(({ column, unit }) => {
    const found = findColumn(column.text, table.columns);
    return found ? [{ column: found.key, ...(unit && { unit }) }] : [];
  });
  if (by.length === 0) return table;
  const aggregates = option.aggregates.flatMap(({ name, column }): Grouping['aggregates'] => {
    if (column === undefined) return [{ name }];
    const found = findColumn(column.text, table.columns);
    return found && aggregateFits(name, found.type) ? [{ name, column: found.key }] : [];
  });
  return { ...table, group: { by, aggregates } };
}

/** Why a part of `@group` has no effect. */
export interface GroupProblem {
  readonly code: string;
  readonly message: ServerMessage;
  /** Where it is in the query; absent where the file's header says it. */
  readonly span?: Span;
  readonly arguments: Readonly<Record<string, string>>;
}

/** What of `@group` no table of a result can do; `[]` where there are no tables. */
export function groupProblems(
  { scope, block }: QueryView,
  tables: readonly TableHeader[],
): readonly GroupProblem[] {
  const option = groupOption(scope);
  if (option === undefined || tables.every(({ columns }) => columns.length === 0)) return [];
  const isOwn = block.directives.some(({ key }) => key.text === 'group');
  const named = (column: Token): readonly Column[] =>
    tables.flatMap(table => findColumn(column.text, table.columns) ?? []);
  const unknown = [...option.by, ...option.aggregates].flatMap(({ column }): GroupProblem[] => {
    if (column === undefined || named(column).length > 0) return [];
    const code = 'unknown-group-column';
    return [{ code, message: code, ...(isOwn && { span: column.span }), arguments: { name: column.text } }];
  });
  const unfit = option.aggregates.flatMap(({ name, column }): GroupProblem[] => {
    const found = column === undefined ? [] : named(column);
    if (column === undefined || found.length === 0 || found.some(({ type }) => aggregateFits(name, type)))
      return [];
    const message = aggregateTypes(name).includes('date')
      ? 'unfit-group-column.dates'
      : 'unfit-group-column.numbers';
    const args = { function: name, name: column.text };
    return [{ code: 'unfit-group-column', message, ...(isOwn && { span: column.span }), arguments: args }];
  });
  return [...unknown, ...unfit];
}
