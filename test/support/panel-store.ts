/** The store that answers the questions of a panel under test, as in the editor. */
import type { FromResultsPanel, PanelQuestion, ToResultsPanel } from '#shared/protocol/panel-messages.ts';
import type { Row } from '#shared/protocol/json.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { askSqlite } from '../../server/src/results/ask-sqlite.ts';
import { sqlProblems } from '../../server/src/results/sql/find-problems.ts';
import type { SqlTable } from '../../server/src/results/sql/nameable-tables.ts';
import { completeSql } from '../../server/src/results/sql/sql-completion.ts';
import { hoverSql } from '../../server/src/results/sql/sql-hover.ts';
import { ResultStore } from '../../server/src/results/store/result-store.ts';

/** Rows that arrive: they are put into the store, and the panel gets their number. */
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
  /** The tables that statements can name. */
  tables: readonly SqlTable[] = [];

  put({ run, table, offset, rows }: RowsPart): ToResultsPanel {
    return { type: 'table', run, table, ...this.#store.put(run, { table, offset, rows }) };
  }

  answer({ question, ...message }: Question): ToResultsPanel {
    if (message.type === 'cell') return { type: 'cell', question, ...this.#store.cell(message) };
    if (message.type === 'statistics') {
      const statistics = this.#store.statistics(message);
      return { type: 'statistics', question, ...(statistics && { statistics }) };
    }
    if (message.type === 'sqlTables') return { type: 'sqlTables', question, tables: this.tables };
    if (message.type === 'sqlProblems')
      return { type: 'sqlProblems', question, problems: sqlProblems(message.sql, this.tables, askSqlite) };
    if (message.type === 'sqlCompletion') {
      const completion = completeSql(message.sql, message.offset, this.tables);
      return { type: 'sqlCompletion', question, completion };
    }
    if (message.type === 'sqlHover') {
      const hover = hoverSql(message.sql, message.offset, this.tables);
      return { type: 'sqlHover', question, ...(hover && { hover }) };
    }
    const window = this.#store.window(message);
    return { type: 'window', question, ...(window && { window }) };
  }

  forget(run: string): void {
    this.#store.release(run);
  }

  close(): void {
    this.#store.close();
  }
}
