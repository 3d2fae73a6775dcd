/** The rows of the query whose column is used, by their values: they are joined to the rows that the values give. */
import { cellAt, mergeRows } from '#shared/base/tables/cell-values.ts';
import { type Row, textsOf } from '#shared/protocol/json.ts';
import type { Column, ColumnType, TableHeader } from '#shared/protocol/run.ts';
import type { Reference } from '../../query-file/checking/references.ts';

export interface JoinedRows {
  /** Named by the query that they are of. */
  readonly columns: readonly Column[];
  /** The cells by the value. */
  readonly rows: ReadonlyMap<string, Row>;
}

export const nothingJoined: JoinedRows = { columns: [], rows: new Map() };

/** The name of a column that comes from another query; no site or field has such a name. */
export const columnFrom = (name: string): string => `from ${name}`;

/** The name of a joined column; a column that was joined before keeps its name. */
const joinedName = (query: string, name: string): string =>
  name.startsWith(columnFrom('')) ? name : columnFrom(`${query}.${name}`);

/**
 * The column types of values that belong to a site, with the neutral types that they get: the rows can come from
 * another site.
 */
const neutralTypes: Readonly<Partial<Record<ColumnType, ColumnType>>> = {
  page: 'text',
  user: 'text',
  issue: 'text',
  namespace: 'number',
};

/** Joins the rows of a table by the values of a column; several rows with one value become lists of what differs in them. */
export function joinRows(
  { query }: Pick<Reference, 'query'>,
  { columns }: Pick<TableHeader, 'columns'>,
  key: string,
  rows: Iterable<Row>,
): JoinedRows {
  const others = columns.filter(column => column.key !== key);
  const names = new Map(others.map(column => [column.key, joinedName(query, column.key)]));
  const byValue = new Map<string, Row[]>();
  for (const row of rows) {
    const cells: Row = Object.fromEntries(
      Object.entries(row).flatMap(([columnKey, value]) => {
        const name = names.get(columnKey);
        return name === undefined ? [] : [[name, value]];
      }),
    );
    for (const value of new Set(textsOf(cellAt(row, key)))) {
      const cellsOfValue = byValue.get(value);
      if (cellsOfValue) cellsOfValue.push(cells);
      else byValue.set(value, [cells]);
    }
  }
  const merged = new Map([...byValue].map(([value, sameRows]) => [value, mergeRows(sameRows)]));
  const lists = listedColumns(byValue, merged);
  return {
    columns: others.map(({ key: columnKey, title, type, hidden }) => {
      const name = names.get(columnKey)!;
      return {
        key: name,
        title: joinedName(query, title),
        type: lists.has(name) ? 'json' : (neutralTypes[type] ?? type),
        ...(hidden === true && { hidden }),
      };
    }),
    rows: merged,
  };
}

/** The columns in which several rows became a list. */
function listedColumns(
  byValue: ReadonlyMap<string, readonly Row[]>,
  merged: ReadonlyMap<string, Row>,
): ReadonlySet<string> {
  const lists = new Set<string>();
  for (const [value, rows] of byValue) {
    if (rows.length === 1) continue;
    for (const [name, cell] of Object.entries(merged.get(value) ?? {}))
      if (Array.isArray(cell)) lists.add(name);
  }
  return lists;
}
