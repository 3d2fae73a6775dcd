import type { OwnLimit } from '../remote.ts';

/** A table whose rows count, as far as its limit is concerned. */
export interface LimitedTable {
  readonly id: string;
  /** Its rows so far, shown or not. */
  readonly size: number;
}

/**
 * How many rows of each table a run fetches. The limits that the query's modules have themselves hold for their own
 * tables; a table of another module takes what comes with them, up to the limit of the run.
 */
export class RowLimits {
  readonly #own: readonly OwnLimit[];
  /** The limit of the run at first, and what was added to all limits since. */
  #run = 0;
  #added = 0;

  constructor(own: readonly OwnLimit[] = []) {
    this.#own = own;
  }

  /** Raises all limits. The first time it sets the limit of the run. */
  raise(rows: number): void {
    if (this.#run === 0) this.#run = rows;
    else this.#added += rows;
  }

  /** The most rows to show of a table. */
  of(table: string): number {
    return this.#first(this.#ownOf(table)) + this.#added;
  }

  /**
   * Whether nothing more is to be fetched. Each table with a limit of its own has reached it, or its module does not
   * continue. Without such tables the longest one determines it.
   */
  reached(tables: readonly LimitedTable[], continuation: ReadonlyMap<string, string>): boolean {
    const limited = tables.filter(({ id }) => this.#ownOf(id) !== undefined);
    const isFull = ({ id, size }: LimitedTable): boolean => size >= this.of(id);
    if (limited.length === 0) return tables.some(isFull);
    return limited.every(table => isFull(table) || !this.#continues(table, continuation));
  }

  #first(own: OwnLimit | undefined): number {
    return own?.rows ?? this.#run;
  }

  /** The lists of a module's answer have tables of their own: `querypage.results`. */
  #ownOf(table: string): OwnLimit | undefined {
    return this.#own.find(({ table: id }) => table === id || table.startsWith(`${id}.`));
  }

  #continues({ id }: LimitedTable, continuation: ReadonlyMap<string, string>): boolean {
    const { prefix = '' } = this.#ownOf(id) ?? {};
    return [...continuation.keys()].some(name => name.startsWith(prefix));
  }
}
