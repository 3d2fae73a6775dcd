import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { isObject, textOf, type JsonObject } from '../json.ts';
import type { WantedField } from '../tracker/fields.ts';
import { cellOf } from './field-value.ts';
import { IssueColumns } from './issue-columns.ts';
import { Table, type TablePart } from './table.ts';

/** The one table of a search: an issue a row. */
export class IssueTable {
  readonly #columns: IssueColumns;
  readonly #table: Table;

  constructor(wanted: readonly WantedField[]) {
    this.#columns = new IssueColumns(wanted);
    this.#table = new Table('issues', facts.columns.table, true, {
      see: () => true,
      list: () => this.#columns.list(),
    });
  }

  /** Rows in all, shown or not. */
  get size(): number {
    return this.#table.size;
  }

  get shown(): number {
    return this.#table.taken;
  }

  /** Adds the issues of an answer, of which `issues` are new. */
  add(answer: Json, issues: readonly JsonObject[]): void {
    if (isObject(answer)) this.#columns.learn(answer['names'], answer['schema']);
    for (const issue of issues) this.#table.add(this.#row(issue));
  }

  /** The rows to show now, up to `limit` in all; at first also a table without rows. */
  take(limit: number): Iterable<TablePart> {
    return this.#table.take(limit);
  }

  #row(issue: JsonObject): JsonObject {
    const fields = isObject(issue['fields']) ? issue['fields'] : {};
    const cells = Object.entries(fields).flatMap(([id, value]): [string, Json][] => {
      const cell = cellOf(id, value);
      return cell !== null && cell !== '' && this.#columns.see(id, cell)
        ? [[this.#columns.keyOf(id), cell]]
        : [];
    });
    return Object.fromEntries([['key', textOf(issue['key']) || textOf(issue['id'])], ...cells]);
  }
}
