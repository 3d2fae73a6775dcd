import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { WantedField } from '../tracker/fields.ts';
import { IssueColumns } from './issue-columns.ts';
import type { TablePart } from '../../results/result-table.ts';
import { Table } from './table.ts';

/** The table of a search: one row per issue. */
export class IssueTable {
  readonly #columns: IssueColumns;
  readonly #table: Table;

  constructor(wanted: readonly WantedField[]) {
    this.#columns = new IssueColumns(wanted);
    this.#table = new Table('issues', facts.columns.table, true, this.#columns);
  }

  /** All rows, shown or not. */
  get size(): number {
    return this.#table.size;
  }

  get shown(): number {
    return this.#table.taken;
  }

  /** Some columns were left out of the rows that are shown. */
  get isCut(): boolean {
    return this.#table.isCut;
  }

  /** Adds the issues of a response, of which `issues` are new. */
  add(answer: Json, issues: readonly JsonObject[]): void {
    if (isObject(answer)) this.#columns.readDescription(answer['names'], answer['schema']);
    for (const issue of issues) this.#table.add(issue);
  }

  /** The rows to show now, up to a total of `limit`; the first time, also a table without rows. */
  take(limit: number): Iterable<TablePart> {
    return this.#table.take(limit);
  }
}
