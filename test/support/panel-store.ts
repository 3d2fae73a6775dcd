/** The store from which a panel under test gets its rows, as it does in the editor. */
import type {
  FromResultsPanel,
  PanelQuestion,
  ToResultsPanel,
} from '../../server/src/protocol/panel-messages.ts';
import type { Row } from '../../server/src/protocol/json.ts';
import type { TableHeader } from '../../server/src/protocol/run.ts';
import { askSqlite } from '../../server/src/results/sql-check.ts';
import { sqlProblems } from '../../server/src/sql/find-problems.ts';
import type { SqlTable } from '../../server/src/sql/nameable-tables.ts';
import { sqlService } from '../../server/src/sql/sql-service.ts';
import { ResultStore } from '../../server/src/results/store/result-store.ts';

/** Rows that arrive: they go into the store, and the panel learns how many there are. */
export interface RowsPart {
  readonly type: 'rows';
  readonly run: string;
  readonly table: TableHeader;
  readonly offset: number;
  readonly rows: readonly Row[];
}

export type Question = PanelQuestion;

export const isQuestion = (message: FromResultsPanel): message is Question => 'question' in message;

export class PanelStore {
  readonly #store = new ResultStore();
  /** What statements can name. */
  tables: readonly SqlTable[] = [];

  put({ run, table, offset, rows }: RowsPart): ToResultsPanel {
    return { type: 'table', run, table, ...this.#store.put(run, { table, offset, rows }) };
  }

  answer({ question, ...asked }: Question): ToResultsPanel {
    if (asked.type === 'cell') return { type: 'cell', question, ...this.#store.cell(asked) };
    if (asked.type === 'statistics') {
      const statistics = this.#store.statistics(asked);
      return { type: 'statistics', question, ...(statistics && { statistics }) };
    }
    if (asked.type === 'sqlTables') return { type: 'sqlTables', question, tables: this.tables };
    const service = sqlService(this.tables);
    if (asked.type === 'sqlProblems')
      return { type: 'sqlProblems', question, problems: sqlProblems(asked.sql, this.tables, askSqlite) };
    if (asked.type === 'sqlCompletion')
      return { type: 'sqlCompletion', question, completion: service.complete(asked.sql, asked.offset) };
    if (asked.type === 'sqlHover') {
      const hover = service.hover(asked.sql, asked.offset);
      return { type: 'sqlHover', question, ...(hover && { hover }) };
    }
    const window = this.#store.window(asked);
    return { type: 'window', question, ...(window && { window }) };
  }

  forget(run: string): void {
    this.#store.release(run);
  }

  close(): void {
    this.#store.close();
  }
}
