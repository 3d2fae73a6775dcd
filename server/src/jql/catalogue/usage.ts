/** How often a name is used. */
export interface Use {
  /** As people mostly write it. */
  readonly name: string;
  readonly count: number;
}

type Counts = Readonly<Record<string, number>>;
type CountsByName = Readonly<Record<string, Counts>>;

/** The counts of `catalogue/jql/usage.json`, by name and, where they belong to a field, by field in lower case. */
export interface JqlCounts {
  readonly fields: Counts;
  readonly sorts: Counts;
  readonly functions: Counts;
  readonly functionsOf: CountsByName;
  readonly operators: CountsByName;
  readonly values: CountsByName;
  /** How often a field is in a query that has another one, by the fields' own names. */
  readonly together: CountsByName;
}

/** By name in lower case; the most used first. */
type Uses = ReadonlyMap<string, Use>;

const usesOf = (counts: Counts): Uses =>
  new Map(Object.entries(counts).map(([name, count]) => [name.toLowerCase(), { name, count }]));

const usesByField = (table: CountsByName): ReadonlyMap<string, Uses> =>
  new Map(Object.entries(table).map(([field, counts]) => [field, usesOf(counts)]));

const sumOf = (uses: Uses): number =>
  Math.max(
    1,
    [...uses.values()].reduce((sum, { count }) => sum + count, 0),
  );

/** How many uses a share of all uses weighs against what was seen together. */
const smoothing = 5;

/** What people mostly write, by the counts of collected queries. */
export class JqlUsage {
  readonly #fields: Uses;
  readonly #sorts: Uses;
  readonly #functions: Uses;
  readonly #functionsOf: ReadonlyMap<string, Uses>;
  readonly #operators: ReadonlyMap<string, Uses>;
  readonly #values: ReadonlyMap<string, Uses>;
  readonly #together: ReadonlyMap<string, Uses>;
  readonly #sumByOperator = new Map<string, number>();
  readonly #totals: Readonly<Record<'fields' | 'sorts', number>>;

  constructor(counts: JqlCounts) {
    this.#fields = usesOf(counts.fields);
    this.#sorts = usesOf(counts.sorts);
    this.#functions = usesOf(counts.functions);
    this.#functionsOf = usesByField(counts.functionsOf);
    this.#operators = usesByField(counts.operators);
    this.#values = usesByField(counts.values);
    this.#together = usesByField(counts.together);
    for (const uses of this.#operators.values())
      for (const [name, { count }] of uses)
        this.#sumByOperator.set(name, (this.#sumByOperator.get(name) ?? 0) + count);
    this.#totals = { fields: sumOf(this.#fields), sorts: sumOf(this.#sorts) };
  }

  /** How many conditions, or names after ORDER BY, were counted; at least 1. */
  total(sortable: boolean): number {
    return this.#totals[sortable ? 'sorts' : 'fields'];
  }

  /** How people write a field in conditions, or in ORDER BY, and how often; `undefined` = not counted. */
  field(name: string, sortable: boolean): Use | undefined {
    return (sortable ? this.#sorts : this.#fields).get(name.toLowerCase());
  }

  /**
   * How much more often than usual a field is in a query that has the others, 1 = as often as in any query.
   *
   * @param names the field's, its own and the others
   */
  lift(names: readonly string[], others: readonly string[]): number {
    const count = names.reduce((sum, name) => sum + (this.field(name, false)?.count ?? 0), 0);
    const share = count / this.#totals.fields;
    const [mainName = ''] = names;
    const lifts = others.flatMap(other => {
      const beside = this.#together.get(other.toLowerCase());
      if (beside === undefined || share === 0) return [];
      const both = beside.get(mainName.toLowerCase())?.count ?? 0;
      return (both + smoothing * share) / (sumOf(beside) + smoothing) / share;
    });
    return lifts.length === 0 ? 1 : lifts.reduce((total, lift) => total + lift, 0) / lifts.length;
  }

  /** How often an operator follows a field: first that field, then any. */
  operator(field: string, operator: string): readonly [number, number] {
    const ofField = this.#operators.get(field.toLowerCase())?.get(operator)?.count ?? 0;
    return [ofField, this.#sumByOperator.get(operator) ?? 0];
  }

  /** How often a function provides the values of a field: first of that field, then of any. */
  function(field: string, name: string): readonly [number, number] {
    const key = name.toLowerCase();
    const ofField = this.#functionsOf.get(field.toLowerCase())?.get(key)?.count ?? 0;
    return [ofField, this.#functions.get(key)?.count ?? 0];
  }

  /** The values of a field that several trackers have, the most used first. */
  values(names: readonly string[]): readonly string[] {
    const sums = new Map<string, number>();
    for (const field of names)
      for (const { name, count } of this.#values.get(field.toLowerCase())?.values() ?? [])
        sums.set(name, (sums.get(name) ?? 0) + count);
    return [...sums].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
  }
}

/** Compares two pairs of counts: the greater one comes first. */
export const byUses = (a: readonly [number, number], b: readonly [number, number]): number =>
  b[0] - a[0] || b[1] - a[1];
