import type { QueryView } from '../language/service.ts';
import type { Column, TableHeader } from '../protocol/run.ts';
import { columnsOption } from '../queryfile/options/columns-option.ts';

/**
 * A table's columns as `@columns` of the query wants them, by key or by title: those named first, in that order,
 * the others hidden. A table that has none of them stays as it is, and so does every table of a query without the directive.
 */
export const applyColumns = (table: TableHeader, { scope }: QueryView): TableHeader =>
  withColumnsFirst(table, columnsOption(scope) ?? []);

/** A table with the named columns first and the others hidden; without one of them it stays as it is. */
export function withColumnsFirst(table: TableHeader, names: readonly string[]): TableHeader {
  const wanted = names.map(name => name.toLowerCase());
  const place = ({ key, title }: Column): number => {
    const byKey = wanted.indexOf(key.toLowerCase());
    return byKey < 0 ? wanted.indexOf(title.toLowerCase()) : byKey;
  };
  const named = table.columns.filter(column => place(column) >= 0);
  if (named.length === 0) return table;
  const inOrder = named.toSorted((a, b) => place(a) - place(b));
  const others = table.columns.filter(column => !named.includes(column));
  return { ...table, columns: [...inOrder, ...others.map(column => ({ ...column, hidden: true }))] };
}
