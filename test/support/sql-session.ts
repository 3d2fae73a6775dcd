/** Stored results of a session in a folder, and statements about them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { SqlRunTable, SqlRunOutcome } from '../../server/src/network/backend.ts';
import { runSql } from '../../server/src/network/sql-run.ts';
import { SessionResults } from '../../server/src/results/store/session-results.ts';
import { streamSql } from '../../server/src/results/sql-process.ts';
import { sqlProgram } from './sql-program.ts';

export interface SqlSession {
  readonly folder: string;
  readonly results: SessionResults;
  /** Stores the rows of a run, which become a table of that name. */
  put(name: string, columns: readonly Column[], rows: readonly Readonly<Record<string, Json>>[]): void;
  /** Runs a statement, whose result is the run `answer`. */
  ask(sql: string, options?: SqlOptions): Promise<SqlRunOutcome>;
  /** The rows of a result, without empty cells. */
  rows(run?: string): readonly Readonly<Record<string, unknown>>[];
  close(): void;
}

interface SqlOptions {
  readonly tables?: readonly SqlRunTable[];
  readonly signal?: AbortSignal;
  readonly progress?: (rows: number) => void;
}

/** @param program default: the product's */
export function sqlSession(program = sqlProgram): SqlSession {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-sql-'));
  const results = new SessionResults();
  results.place = { folder, process: process.pid, session: 'test' };
  const names: string[] = [];
  return {
    folder,
    results,
    put(name, columns, rows) {
      names.push(name);
      results.store.put(name, { table: { id: 'rows', title: name, columns }, offset: 0, rows });
    },
    ask: (sql, { tables, signal = new AbortController().signal, progress } = {}) =>
      runSql(
        { results, folder, streamSql: streamSql.bind(undefined, program) },
        {
          run: 'answer',
          title: 'Answer',
          sql,
          tables: tables ?? names.map(name => ({ name, run: name, table: 'rows' })),
        },
        { table: () => undefined, progress: ({ rows }) => progress?.(rows) },
        signal,
      ),
    rows: (run = 'answer') => {
      const view = { sort: [], search: '', filters: {} };
      const window = results.store.window({ run, table: 'sql', view, offset: 0, count: 1000 });
      return window?.rows.map(({ cells }) => cells) ?? [];
    },
    close() {
      results.close(true);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
