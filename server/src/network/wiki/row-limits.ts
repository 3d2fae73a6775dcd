import type { OwnLimit } from '../../wiki/own-limits.ts';

/** A table whose rows count, as far as its limit is concerned. */
export interface LimitedTable {
  readonly id: string;
  /** Its rows so far, shown or not. */
  readonly size: number;
}

/**
 * Determines how many rows of each table a run fetches. Limits of the query's modules apply to their own tables; a table
 * of another module takes what arrives with them, up to the limit of the run.
 */
export class RowLimits {
  readonly #ownLimits: readonly OwnLimit[];
  /** The first limit of the run. */
  #run = 0;
  /** The rows added to all limits since then. */
  #added = 0;

  constructor(ownLimits: readonly OwnLimit[] = []) {
    this.#ownLimits = ownLimits;
  }

  /** Raises all limits. The first time it sets the limit of the run. */
  raise(rows: number): void {
    if (this.#run === 0) this.#run = rows;
    else this.#added += rows;
  }

  /** Maximum rows to show of a table. */
  maximumOf(table: string): number {
    return this.#first(this.#ownOf(table)) + this.#added;
  }

  /**
   * Whether no more rows are to be fetched: each table with a limit of its own has reached it, or its module does not
   * continue. Without such tables, the longest table decides.
   */
  reached(tables: readonly LimitedTable[], continuation: ReadonlyMap<string, string>): boolean {
    const limited = tables.filter(({ id }) => this.#ownOf(id) !== undefined);
    const isFull = ({ id, size }: LimitedTable): boolean => size >= this.maximumOf(id);
    if (limited.length === 0) return tables.some(isFull);
    return limited.every(table => isFull(table) || !this.#continues(table, continuation));
  }

  #first(ownLimit: OwnLimit | undefined): number {
    return ownLimit?.rows ?? this.#run;
  }

  /** The limit of a table's module. The lists in a module's answer have their own tables: `querypage.results`. */
  #ownOf(table: string): OwnLimit | undefined {
    return this.#ownLimits.find(({ table: id }) => table === id || table.startsWith(`${id}.`));
  }

  #continues({ id }: LimitedTable, continuation: ReadonlyMap<string, string>): boolean {
    const { prefix = '' } = this.#ownOf(id) ?? {};
    return [...continuation.keys()].some(name => name.startsWith(prefix));
  }
}
