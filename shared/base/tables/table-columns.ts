interface NamedColumn {
  readonly key: string;
  readonly title: string;
}

/** The column with a name, in any case: first by its key, then by its title. `undefined` = none. */
export function findColumn<Column extends NamedColumn>(
  name: string,
  columns: readonly Column[],
): Column | undefined {
  const lowerName = name.toLowerCase();
  return (
    columns.find(({ key }) => key === name) ??
    columns.find(({ key }) => key.toLowerCase() === lowerName) ??
    columns.find(({ title }) => title.toLowerCase() === lowerName)
  );
}

/** Whether the values of columns of a type are aligned at the end, so that digits line up. */
export const alignsEnd = (type: string): boolean => type === 'number' || type === 'size' || type === 'id';

/**
 * The tables of a result, the main one first: the pages, else the lists in their order, then what is beside them, whatever
 * the number of rows.
 */
export const mainFirst = <
  Table extends { readonly header?: { readonly id: string; readonly aside?: true | undefined } | undefined },
>(
  tables: readonly Table[],
): readonly Table[] => tables.toSorted((one, other) => rankOf(one.header) - rankOf(other.header));

function rankOf(header: { readonly id: string; readonly aside?: true | undefined } | undefined): number {
  if (header?.aside) return 2;
  return header?.id === 'pages' ? 0 : 1;
}
