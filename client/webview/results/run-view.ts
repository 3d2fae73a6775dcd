/** A run with its state and its tables. */
import type { Layout, ToResultsPanel } from '#shared/protocol/panel-messages.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { RunMemory, TableMemory } from './panel-memory.ts';
import { type RunState, linksOf, nameOf } from './run-state.ts';
import type { TableView } from './table-view.ts';

type Start = Extract<ToResultsPanel, { readonly type: 'start' }>;
export type Update = Extract<ToResultsPanel, { readonly type: 'progress' | 'table' | 'resume' | 'finish' }>;

/** The maximum number of tables, more than any query yields. */
const maxTables = 100;

type MakeTable = (
  header: TableHeader,
  layout: Layout | undefined,
  memory: TableMemory | undefined,
) => TableView;

export class RunView {
  readonly tables = new Map<string, TableView>();
  state: RunState;
  front: TableView | undefined;
  /** The time of the next request, on the clock of `performance.now()`; 0 = no wait. */
  waitEnd = 0;
  readonly #layouts: Start['layouts'];
  readonly #memory: RunMemory | undefined;
  readonly #make: MakeTable;

  /** @param memory the state from before the panel was covered */
  constructor({ run, title, file, started, layouts }: Start, memory: RunMemory | undefined, make: MakeTable) {
    this.state = { run, phase: 'running', title, file, started };
    this.#layouts = layouts;
    this.#memory = memory;
    this.#make = make;
  }

  get memory(): RunMemory {
    return {
      front: this.front?.header.id ?? '',
      tables: Object.fromEntries([...this.tables].map(([id, table]) => [id, table.memory])),
    };
  }

  update(message: Update): void {
    switch (message.type) {
      case 'progress':
        this.state = { ...this.state, title: message.title, progress: message };
        this.waitEnd = message.wait ? performance.now() + message.wait.seconds * 1000 : 0;
        break;
      case 'table':
        this.#table(message.table)?.receive(message);
        break;
      case 'resume':
        this.state = { ...this.state, phase: 'running' };
        break;
      case 'finish':
        this.state = { ...this.state, phase: 'finished', title: message.title, finish: message };
        this.waitEnd = 0;
        break;
    }
    for (const view of this.tables.values()) view.links = linksOf(this.state);
  }

  /** The proposed name of a file of the table in front: the query's, with the table's where the query asks for several. */
  get fileName(): string {
    const { front, tables } = this;
    const isOnly = [...tables.values()].every(table => table === front || table.header.aside === true);
    return front === undefined || isOnly ? nameOf(this.state) : `${nameOf(this.state)} ${front.header.title}`;
  }

  /** The whole seconds until the next request. */
  get waiting(): number {
    return Math.max(0, Math.ceil((this.waitEnd - performance.now()) / 1000));
  }

  #table(header: TableHeader): TableView | undefined {
    const table = this.tables.get(header.id);
    if (table || this.tables.size >= maxTables) return table;
    const { id } = header;
    const tableView = this.#make(header, entryOf(this.#layouts, id), entryOf(this.#memory?.tables ?? {}, id));
    this.tables.set(id, tableView);
    if (id === this.#memory?.front) this.front = tableView;
    // Redirects and the like come before the pages that they lead to.
    if (
      this.front === undefined ||
      (this.front.header.aside === true && this.#memory === undefined && header.aside === undefined)
    )
      this.front = tableView;
    return tableView;
  }
}

/** The own entry of a dictionary: sites choose the names of tables, such as `constructor`. */
export const entryOf = <T>(entries: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
