/** What names a column. */
interface NamedColumn {
  readonly key: string;
  readonly title: string;
}

/** The column of that name, in any case: by its key, else by its title. */
export function findColumn<Column extends NamedColumn>(
  name: string,
  columns: readonly Column[],
): Column | undefined {
  const wanted = name.toLowerCase();
  return (
    columns.find(({ key }) => key === name) ??
    columns.find(({ key }) => key.toLowerCase() === wanted) ??
    columns.find(({ title }) => title.toLowerCase() === wanted)
  );
}
