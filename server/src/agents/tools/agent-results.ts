import type { TableHeader } from '#shared/protocol/run.ts';
import { numberedTables } from '../../results/sql/nameable-tables.ts';

/** A table of a result. */
export interface AgentTable {
  /** Its name in SQL. */
  readonly name: string;
  readonly header: TableHeader;
  readonly rows: number;
}

/** The result of a run of this session. */
export interface AgentResult {
  /** The id of its run in the store. */
  readonly run: string;
  readonly site: string;
  /** Some of its rows are issues that only some users can see. */
  readonly isRestricted: boolean;
  /** The main one first. */
  readonly tables: readonly AgentTable[];
}

/** The maximum number of results; the oldest is removed for a new one. */
const maxResults = 50;

/** The results of the runs of a session, by the names that agents know. */
export class AgentResults {
  readonly #results: AgentResult[] = [];
  readonly #release: (run: string) => void;
  #count = 0;

  /** @param release called with the run of a result that is forgotten */
  constructor(release: (run: string) => void) {
    this.#release = release;
  }

  get all(): readonly AgentResult[] {
    return this.#results;
  }

  /** Names the tables of a run. */
  add({ tables, ...run }: Omit<AgentResult, 'tables'> & { tables: readonly Omit<AgentTable, 'name'>[] }) {
    const namedTables = numberedTables(`r${++this.#count}`, tables).map(({ name, table }) => ({
      ...table,
      name,
    }));
    const result: AgentResult = { ...run, tables: namedTables };
    this.#results.push(result);
    if (this.#results.length > maxResults) this.#release(this.#results.shift()?.run ?? '');
    return result;
  }
}
