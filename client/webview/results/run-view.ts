/** One run: its state and its tables. */
import type { Layout, ToResultsPanel } from '../../../server/src/protocol/panel-messages.ts';
import type { TableHeader } from '../../../server/src/protocol/run.ts';
import { type RunState, linksOf } from './run-state.ts';
import type { TableView } from './table-view.ts';

type Start = Extract<ToResultsPanel, { readonly type: 'start' }>;
export type Update = Extract<ToResultsPanel, { readonly type: 'progress' | 'rows' | 'resume' | 'finish' }>;

/** More than any query asks for. */
const mostTables = 100;

type MakeTable = (header: TableHeader, layout: Layout | undefined) => TableView;

export class RunView {
  readonly tables = new Map<string, TableView>();
  state: RunState;
  front: TableView | undefined;
  /** When the next request is due, on the clock of `performance.now()`; 0 = no wait. */
  waitEnd = 0;
  readonly #layouts: Start['layouts'];
  readonly #make: MakeTable;

  constructor({ run, title, file, step, layouts }: Start, make: MakeTable) {
    this.state = { run, phase: 'running', title, file, step, started: Date.now() };
    this.#layouts = layouts;
    this.#make = make;
  }

  update(message: Update): void {
    switch (message.type) {
      case 'progress':
        this.state = { ...this.state, title: message.title, progress: message };
        this.waitEnd = message.wait ? performance.now() + message.wait.seconds * 1000 : 0;
        break;
      case 'rows':
        this.#table(message.table)?.put(message.table, message.offset, message.rows);
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

  /** Whole seconds until the next request. */
  get waiting(): number {
    return Math.max(0, Math.ceil((this.waitEnd - performance.now()) / 1000));
  }

  #table(header: TableHeader): TableView | undefined {
    const known = this.tables.get(header.id);
    if (known || this.tables.size >= mostTables) return known;
    const made = this.#make(
      header,
      Object.hasOwn(this.#layouts, header.id) ? this.#layouts[header.id] : undefined,
    );
    this.tables.set(header.id, made);
    this.front ??= made;
    return made;
  }
}
