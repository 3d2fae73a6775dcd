/** Computes values such as sums and averages for groups of rows, while the rows are read. */
import type { AggregateName } from '#shared/base/tables/aggregates.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { ColumnType } from '#shared/protocol/run.ts';
import { Numbering, groupValuesOf } from './group-assignment.ts';

/** Computes one value for each group; groups have numbers from 0. */
export interface Aggregation {
  /** Adds a row of a group; a date is given in milliseconds since 1970. */
  add(group: number, value: Json | undefined): void;
  /** Returns the value of a group; `undefined` = an empty cell. */
  resultOf(group: number): Json | undefined;
}

/** Creates an aggregation; `type` is that of its column, `undefined` = it counts rows. */
export function aggregationOf(name: AggregateName, type: ColumnType | undefined): Aggregation {
  switch (name) {
    case 'count':
      return type === undefined ? new RowCount() : new CellCount();
    case 'distinct':
      return new DifferentValues();
    case 'sum':
      return new Sums((sum, count) => (count === 0 ? undefined : sum));
    case 'average':
      return new Sums((sum, count) => (count === 0 ? undefined : sum / count));
    case 'min':
      return new Extreme((one, other) => one < other, type === 'date');
    case 'max':
      return new Extreme((one, other) => one > other, type === 'date');
  }
}

class RowCount implements Aggregation {
  readonly #counts: number[] = [];

  add(group: number): void {
    this.#counts[group] = (this.#counts[group] ?? 0) + 1;
  }

  resultOf(group: number): number {
    return this.#counts[group] ?? 0;
  }
}

/** Counts cells that are not empty. */
class CellCount implements Aggregation {
  readonly #rows = new RowCount();

  add(group: number, value: Json | undefined): void {
    if (groupValuesOf(value).some(groupValue => groupValue !== null)) this.#rows.add(group);
  }

  resultOf(group: number): number {
    return this.#rows.resultOf(group);
  }
}

/** More values than a result can have. */
const maxValues = 2 ** 26;

/** Counts distinct values; of a list, its items. */
class DifferentValues implements Aggregation {
  readonly #numbering = new Numbering();
  readonly #seen = new Set<number>();
  readonly #counts = new RowCount();

  add(group: number, value: Json | undefined): void {
    for (const groupValue of groupValuesOf(value)) {
      if (groupValue === null) continue;
      const pair = group * maxValues + this.#numbering.numberOf(groupValue);
      if (this.#seen.has(pair)) continue;
      this.#seen.add(pair);
      this.#counts.add(group);
    }
  }

  resultOf(group: number): number {
    return this.#counts.resultOf(group);
  }
}

/** Adds up numbers and ignores other values. */
class Sums implements Aggregation {
  readonly #sums: number[] = [];
  readonly #counts: number[] = [];
  readonly #result: (sum: number, count: number) => number | undefined;

  constructor(result: (sum: number, count: number) => number | undefined) {
    this.#result = result;
  }

  add(group: number, value: Json | undefined): void {
    if (typeof value !== 'number') return;
    this.#sums[group] = (this.#sums[group] ?? 0) + value;
    this.#counts[group] = (this.#counts[group] ?? 0) + 1;
  }

  resultOf(group: number): number | undefined {
    const result = this.#result(this.#sums[group] ?? 0, this.#counts[group] ?? 0);
    return Number.isFinite(result) ? result : undefined;
  }
}

/** Finds the smallest or the largest value. */
class Extreme implements Aggregation {
  readonly #values: (number | undefined)[] = [];
  readonly #wins: (one: number, other: number) => boolean;
  readonly #isDate: boolean;

  constructor(wins: (one: number, other: number) => boolean, isDate: boolean) {
    this.#wins = wins;
    this.#isDate = isDate;
  }

  add(group: number, value: Json | undefined): void {
    if (typeof value !== 'number') return;
    const before = this.#values[group];
    if (before === undefined || this.#wins(value, before)) this.#values[group] = value;
  }

  resultOf(group: number): Json | undefined {
    const value = this.#values[group];
    return this.#isDate && value !== undefined ? new Date(value).toISOString().replace('.000Z', 'Z') : value;
  }
}
