/** Several rows as one. */

type Cell = null | boolean | number | string | readonly Cell[] | { readonly [key: string]: Cell };
type Cells = Readonly<Record<string, Cell>>;

/** Each cell as it is where the rows agree, else the list of its different values in their order; empty ones are left out. */
export function mergeRows(rows: readonly Cells[]): Cells {
  const [first, ...others] = rows;
  if (others.length === 0) return first ?? {};
  const cells = new Map<string, Map<string, Cell>>();
  for (const [key, value] of rows.flatMap(row => Object.entries(row))) {
    if (value === null || value === '') continue;
    const known = cells.get(key) ?? new Map<string, Cell>();
    cells.set(key, known.set(JSON.stringify(value), value));
  }
  return Object.fromEntries(
    [...cells].map(([key, values]) => {
      const [only, ...more] = values.values();
      return [key, more.length === 0 ? only! : [...values.values()]];
    }),
  );
}
