type Cell = null | boolean | number | string | readonly Cell[] | { readonly [key: string]: Cell };
type Cells = Readonly<Record<string, Cell>>;

/**
 * The text that stands for an object: a place’s coordinates, else its first string, which is mostly its name; `undefined` =
 * none.
 */
export function objectText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('lat' in value && typeof value.lat === 'number' && 'lon' in value && typeof value.lon === 'number')
    return `${value.lat}, ${value.lon}`;
  return Object.values(value).find((item): item is string => typeof item === 'string');
}

/** Whether a cell shows nothing: no value, an empty text, or a list or an object without members. */
export const isEmptyCell = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Merges rows into one: a cell keeps its value where the rows agree, else it becomes the list of its different values in
 * their order. Empty cells are left out.
 */
export function mergeRows(rows: readonly Cells[]): Cells {
  const [first, ...others] = rows;
  if (others.length === 0) return first ?? {};
  const cells = new Map<string, Map<string, Cell>>();
  for (const [key, value] of rows.flatMap(row => Object.entries(row))) {
    if (value === null || value === '') continue;
    const values = cells.get(key) ?? new Map<string, Cell>();
    cells.set(key, values.set(JSON.stringify(value), value));
  }
  return Object.fromEntries(
    [...cells].map(([key, values]) => {
      const [only, ...more] = values.values();
      return [key, more.length === 0 ? only! : [...values.values()]];
    }),
  );
}

/**
 * The own value of a row by its column's key; `undefined` = none. Sites choose the keys, such as `constructor`, which every
 * object has by inheritance.
 */
export const cellAt = <Value>(cells: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(cells, key) ? cells[key] : undefined;
