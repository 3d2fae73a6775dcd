/** A column that the result of a query can have. */
export interface ResultColumn {
  /** The name that the result shows and directives use. */
  readonly name: string;
  /** Other names that directives can use. */
  readonly aliases: readonly string[];
  /** A type of columns: `date`, `user`, `number`, …; absent = not known. */
  readonly type?: string;
  /** The content of the column, as a phrase; absent = not known. */
  readonly summary?: string;
  /**
   * The parts of the query that would add the column, one of which is enough: `rcprop=user`; absent = the result has
   * it.
   */
  readonly lacks?: readonly string[];
}

/** The tables and columns of a query's result, as far as they are known without running it. */
export interface ResultColumns {
  /** The tables and their columns, in the order of the result. */
  readonly tables: readonly { readonly title: string; readonly columns: readonly ResultColumn[] }[];
  /** The columns of every table; of those with one name, the first. */
  readonly columns: readonly ResultColumn[];
  /** Whether all that the query asks for is known: no other names of columns are to be expected. */
  readonly complete: boolean;
  /** Names, in lower case, that the result may have besides, depending on what the site finds. */
  readonly possible: ReadonlySet<string>;
}

/** The column that a directive names, in any case; one that the result has before one that it lacks. */
export const columnNamed = (name: string, result: Pick<ResultColumns, 'columns'>): ResultColumn | undefined =>
  columnsByName(result).get(name.toLowerCase());

/** The columns by their names and aliases in lower case; one that the result has before one that it lacks. */
export function columnsByName({
  columns,
}: Pick<ResultColumns, 'columns'>): ReadonlyMap<string, ResultColumn> {
  const byName = new Map<string, ResultColumn>();
  for (const column of columns)
    for (const spelling of [column.name, ...column.aliases].map(each => each.toLowerCase())) {
      const other = byName.get(spelling);
      if (other === undefined || (other.lacks !== undefined && column.lacks === undefined))
        byName.set(spelling, column);
    }
  return byName;
}

/** The columns of several tables, each name once: one that the result has before one that it lacks. */
export function columnsOf(tables: ResultColumns['tables']): readonly ResultColumn[] {
  const columns = new Map<string, ResultColumn>();
  for (const column of tables.flatMap(table => table.columns)) {
    const other = columns.get(column.name);
    if (other === undefined || (other.lacks !== undefined && column.lacks === undefined))
      columns.set(column.name, column);
  }
  return [...columns.values()];
}
