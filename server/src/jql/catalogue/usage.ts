/** Counts of how often people use fields, functions, operators and values. */

/** The number of uses of a name. */
export interface Use {
  /** The most common spelling. */
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
  /** The number of queries that have a field together with another one, by the fields' own names. */
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

/** This number of uses with another field counts as much as the share that a field has in all queries. */
const smoothing = 5;

/** The most frequent fields, functions, operators and values, from the counts of collected queries. */
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

  /** Returns the number of counted conditions, or of names after ORDER BY; at least 1. */
  total(sortable: boolean): number {
    return this.#totals[sortable ? 'sorts' : 'fields'];
  }

  /** Returns the usual spelling and the count of a field in conditions, or in ORDER BY; `undefined` = not counted. */
  field(name: string, sortable: boolean): Use | undefined {
    return (sortable ? this.#sorts : this.#fields).get(name.toLowerCase());
  }

  /**
   * Returns how much more often than usual a field is in a query that has the others; 1 = as often as in any query.
   *
   * @param names the main name of the field, and then its other names
   */
  lift(names: readonly string[], others: readonly string[]): number {
    const count = names.reduce((sum, name) => sum + (this.field(name, false)?.count ?? 0), 0);
    const share = count / this.#totals.fields;
    const [mainName = ''] = names;
    const lifts = others.flatMap(other => {
      const usesTogether = this.#together.get(other.toLowerCase());
      if (usesTogether === undefined || share === 0) return [];
      const both = usesTogether.get(mainName.toLowerCase())?.count ?? 0;
      return (both + smoothing * share) / (sumOf(usesTogether) + smoothing) / share;
    });
    return lifts.length === 0 ? 1 : lifts.reduce((total, lift) => total + lift, 0) / lifts.length;
  }

  /** Returns the number of uses of an operator with that field, and with any field. */
  operator(field: string, operator: string): readonly [number, number] {
    const ofField = this.#operators.get(field.toLowerCase())?.get(operator)?.count ?? 0;
    return [ofField, this.#sumByOperator.get(operator) ?? 0];
  }

  /** Returns the number of uses of a function with that field, and with any field. */
  function(field: string, name: string): readonly [number, number] {
    const key = name.toLowerCase();
    const ofField = this.#functionsOf.get(field.toLowerCase())?.get(key)?.count ?? 0;
    return [ofField, this.#functions.get(key)?.count ?? 0];
  }

  /** Returns the values of a field that several trackers have, the most used first. */
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
