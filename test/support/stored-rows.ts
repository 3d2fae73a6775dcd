import type { Row } from '#shared/protocol/json.ts';
import { maxWindowRows } from '#shared/protocol/results.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { Backend, RunProgress, RunSink } from '../../server/src/network/backend.ts';

/** The view of a whole table in its original order. */
export const wholeView = { sort: [], search: '', filters: {} };

/** All rows of a table, in their order. */
async function rowsOf(backend: Pick<Backend, 'window'>, run: string, table: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const part = { run, table, view: wholeView, offset: rows.length, count: maxWindowRows };
    const window = await backend.window(part);
    if (window === undefined || window.rows.length === 0) return rows;
    rows.push(...window.rows.map(({ cells }) => cells));
  }
}

/** Collects the tables of a run. */
export class TableSink implements RunSink {
  readonly headers = new Map<string, TableHeader>();
  readonly #onProgress: (progress: RunProgress) => void;
  readonly #onRows: () => void;

  constructor(
    onProgress: (progress: RunProgress) => void = () => undefined,
    onRows: () => void = () => undefined,
  ) {
    this.#onProgress = onProgress;
    this.#onRows = onRows;
  }

  table({ table, rows }: Parameters<RunSink['table']>[0]): void {
    this.headers.set(table.id, table);
    if (rows > 0) this.#onRows();
  }

  progress(progress: RunProgress): void {
    this.#onProgress(progress);
  }

  /** The rows of all tables by their ids. */
  async tables(backend: Pick<Backend, 'window'>, run: string): Promise<Map<string, Row[]>> {
    const tables = new Map<string, Row[]>();
    for (const id of this.headers.keys()) tables.set(id, await rowsOf(backend, run, id));
    return tables;
  }

  /** The rows of the first table. */
  async rows(backend: Pick<Backend, 'window'>, run: string): Promise<Row[]> {
    const [id] = this.headers.keys();
    return id === undefined ? [] : rowsOf(backend, run, id);
  }
}
