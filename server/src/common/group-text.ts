interface NamedColumn {
  readonly key: string;
  readonly title: string;
}

interface Grouped {
  readonly by: readonly { readonly column: string; readonly unit?: string }[];
  readonly aggregates: readonly { readonly name: string; readonly column?: string }[];
}

/** A column's name as `@group` takes it. */
export const quotedName = (name: string): string =>
  /^[^\s",:]+$/.test(name) ? name : `"${name.replaceAll('"', '')}"`;

/** The value of `@group` for a grouping of a table with these columns. */
export function groupText({ by, aggregates }: Grouped, columns: readonly NamedColumn[]): string {
  const nameOf = (key: string): string => quotedName(readableName(key, columns));
  const keys = by.map(({ column, unit }) => nameOf(column) + (unit === undefined ? '' : ` by ${unit}`));
  const computed = aggregates.map(({ name, column }) =>
    column === undefined ? name : `${name} ${nameOf(column)}`,
  );
  return `${keys.join(', ')}${computed.length > 0 ? `: ${computed.join(', ')}` : ''}`;
}

/** A column's title, where it means that column alone. */
function readableName(key: string, columns: readonly NamedColumn[]): string {
  const title = columns.find(column => column.key === key)?.title ?? key;
  const same = columns.filter(column =>
    [column.key, column.title].some(name => name.toLowerCase() === title.toLowerCase()),
  );
  return same.length === 1 && !title.includes('"') ? title : key;
}
