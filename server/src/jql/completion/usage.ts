import usage from '../../../catalogue/jql/usage.json' with { type: 'json' };

interface Use {
  /** As people mostly write it. */
  readonly name: string;
  readonly count: number;
}

type Counts = Readonly<Record<string, number>>;

/** By name in lower case; the most used first. */
type Uses = ReadonlyMap<string, Use>;

const usesOf = (counts: Counts): Uses =>
  new Map(Object.entries(counts).map(([name, count]) => [name.toLowerCase(), { name, count }]));

const usesByField = (table: Readonly<Record<string, Counts>>): ReadonlyMap<string, Uses> =>
  new Map(Object.entries(table).map(([field, counts]) => [field, usesOf(counts)]));

const none: Uses = new Map();
const fields = usesOf(usage.fields);
const sorts = usesOf(usage.sorts);
const functions = usesOf(usage.functions);
const functionsOf = usesByField(usage.functionsOf);
const operators = usesByField(usage.operators);
const values = usesByField(usage.values);

const sumByOperator = new Map<string, number>();
for (const uses of operators.values())
  for (const [name, { count }] of uses) sumByOperator.set(name, (sumByOperator.get(name) ?? 0) + count);

/** How people write a field in conditions, or in ORDER BY, and how often; undefined = not seen. */
export const fieldUse = (name: string, sortable: boolean): Use | undefined =>
  (sortable ? sorts : fields).get(name.toLowerCase());

/** How often an operator follows a field: first by what is known of the field, then of all. */
export function operatorUses(field: string, operator: string): readonly [number, number] {
  const own = operators.get(field.toLowerCase())?.get(operator)?.count ?? 0;
  return [own, sumByOperator.get(operator) ?? 0];
}

/** How often a function gives a field its values: first by what is known of the field, then of all. */
export function functionUses(field: string, name: string): readonly [number, number] {
  const key = name.toLowerCase();
  return [functionsOf.get(field.toLowerCase())?.get(key)?.count ?? 0, functions.get(key)?.count ?? 0];
}

/** The values that people give a field at many trackers, the most used first. */
export function commonValues(names: readonly string[]): readonly string[] {
  const all = names.flatMap(name => [...(values.get(name.toLowerCase()) ?? none).values()]);
  const sums = new Map<string, number>();
  for (const { name, count } of all) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** Compares two pairs of counts: the greater one comes first. */
export const byUses = (a: readonly [number, number], b: readonly [number, number]): number =>
  b[0] - a[0] || b[1] - a[1];
