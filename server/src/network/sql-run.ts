/** Executes a statement on stored results, and stores its result as a run. */
import { performance } from 'node:perf_hooks';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import type { SessionResults } from '../results/store/session-results.ts';
import { snapshotFile } from '../results/store/snapshot-file.ts';
import { SnapshotStore, type StoredSnapshotTable } from '../results/store/snapshot-store.ts';
import type { SqlResultColumn, SqlTable, StreamSql } from '../results/sql-question.ts';
import { SqlResult } from '../results/sql-result.ts';
import { storeProblemOf } from '../results/store/store-problem.ts';
import { sqlProblem } from '../results/sql/safe-sql.ts';
import { columnNames, rowNumber } from '../results/sql/nameable-tables.ts';
import { say } from '../results/sql/sql-problem.ts';
import { localOutcome } from './local-outcomes.ts';
import { commonNotices } from './network-notices.ts';
import type { RunSink, SqlRunRequest, SqlRunOutcome } from './backend.ts';

/** The limits of a statement: milliseconds, rows, characters of a value, bytes of memory. */
const bounds = { time: 30_000, rows: 1_000_000, value: 5_000_000, memory: 1024 * 1024 * 1024 };

interface SqlRunDependencies {
  readonly results: SessionResults;
  /** The folder of the snapshots; `undefined` = none. */
  readonly folder: string | undefined;
  /** Executes SQL; `undefined` = no statement is executed. */
  readonly streamSql: StreamSql | undefined;
}

/** A table of the question, and its columns by their names in SQL. */
interface Prepared {
  readonly table: SqlTable;
  readonly columns: ReadonlyMap<string, Column>;
}

type Origin = NonNullable<SqlResultColumn['origin']>;

/** Kinds of values that open at the site of their table. A result opens values of one kind at one site. */
const opening = { issues: ['issue'], pages: ['page', 'user'] } as const;

const kindOf = (type: ColumnType | undefined): keyof typeof opening | undefined =>
  (['issues', 'pages'] as const).find(kind => opening[kind].some(columnType => columnType === type));

/** Executes a statement; resolves for every outcome. An incomplete result is not stored. */
export async function runSql(
  { results, folder, streamSql }: SqlRunDependencies,
  { run, title, sql, tables: wanted }: SqlRunRequest,
  sink: RunSink,
  signal: AbortSignal,
): Promise<SqlRunOutcome> {
  const begin = performance.now();
  const { store } = results;
  const failed = (notice: Notice): SqlRunOutcome => {
    store.release(run);
    return { outcome: localOutcome('failed', 0, begin, [notice]), columns: [] };
  };
  store.release(run);
  const refused = sqlProblem(sql, new Set());
  if (refused)
    return failed(commonNotices.of('sqlRefused', { text: say(refused.refusal, { detail: refused.detail }) }));
  const runs = wanted.flatMap(table => (table.run === undefined ? [] : [table.run]));
  const source = results.sqlSource(runs);
  if (source === undefined || streamSql === undefined) return failed(commonNotices.of('sqlInMemory', {}));
  const snapshotTables = wanted.some(({ snapshot }) => snapshot !== undefined) ? keptTables(folder) : [];
  const prepared = wanted.map((table): Prepared | undefined => {
    if (table.run === undefined)
      return keptTable(
        table.name,
        snapshotTables.find(candidate => isTable(candidate, table)),
      );
    const stored = source.tables.find(
      candidate => candidate.run === table.run && candidate.id === table.table,
    );
    const resultTable = store.tablesOf(table.run).find(({ header }) => header.id === table.table);
    return (
      stored &&
      resultTable &&
      preparedOf({ name: table.name, source: stored.source }, resultTable.header.columns, column =>
        resultTable.nameOf(column),
      )
    );
  });
  if (prepared.includes(undefined)) return failed(commonNotices.of('sqlGone', {}));
  const tables = prepared.filter(table => table !== undefined);
  const stored = ({ table, column }: Origin): Column | undefined => tables[table]?.columns.get(column);
  const siteOf = (origin: Origin, kind: keyof typeof opening): string | undefined =>
    wanted[origin.table]?.opensAt?.[kind];
  const columnOfOrigin = (origin: Origin): Column | undefined => {
    const column = stored(origin);
    const kind = kindOf(column?.type);
    if (column === undefined || kind === undefined) return column;
    const first = result.columns
      .flatMap(({ origin: columnOrigin }) => columnOrigin ?? [])
      .find(candidate => kindOf(stored(candidate)?.type) === kind && siteOf(candidate, kind) !== '');
    const isHere = first !== undefined && siteOf(first, kind) === siteOf(origin, kind);
    return isHere ? column : { ...column, type: 'text' };
  };
  const result = new SqlResult(store, run, title, columnOfOrigin);
  const question = {
    file: source.file,
    ...(snapshotTables.length > 0 && folder !== undefined && { snapshots: snapshotFile(folder) }),
    tables: tables.map(({ table }) => table),
    sql,
    bounds,
    isStream: true as const,
  };
  try {
    const end = await streamSql(
      question,
      batch => {
        result.add(batch);
        sink.progress({ rows: result.rows, requests: 0 });
      },
      signal,
    );
    if ('refusal' in end)
      return failed(commonNotices.of('sqlRefused', { text: say(end.refusal, { detail: end.detail }) }));
    sink.table({ table: result.finish(), rows: result.rows, changed: false });
    return {
      outcome: localOutcome('complete', result.rows, begin, []),
      columns: result.columns.map(({ origin }, index) => ({
        type: result.header.columns[index]?.type ?? 'text',
        ...(origin && { table: wanted[origin.table]?.name ?? '' }),
      })),
    };
  } catch (error) {
    return failed(signal.aborted ? commonNotices.of('sqlCancelled', {}) : storeNotice(error));
  }
}

/** Why the result of a statement was not stored, where it is not a fault of the system. */
const storeNotices = { diskFull: 'sqlFull', memoryFull: 'sqlMemoryFull' } as const;

function storeNotice(error: unknown): Notice {
  const { code, reason } = storeProblemOf(error);
  const isFull = code === 'diskFull' || code === 'memoryFull';
  return commonNotices.of(isFull ? storeNotices[code] : 'sqlFailed', { reason });
}

/** The tables of all snapshots; none if they cannot be read. */
export function keptTables(folder: string | undefined): StoredSnapshotTable[] {
  if (folder === undefined) return [];
  try {
    return new SnapshotStore(folder).tables();
  } catch {
    return [];
  }
}

const isTable = (
  { snapshot, header }: StoredSnapshotTable,
  table: SqlRunRequest['tables'][number],
): boolean => snapshot === table.snapshot && header.id === table.table;

function keptTable(name: string, stored: StoredSnapshotTable | undefined): Prepared | undefined {
  if (stored === undefined) return undefined;
  const indexes = new Map(stored.keys.map((key, index) => [key, `c${index}`]));
  return preparedOf(
    { name, source: stored.source, isKept: true },
    stored.header.columns,
    ({ key }) => indexes.get(key) ?? 'NULL',
  );
}

function preparedOf(
  table: Omit<SqlTable, 'columns'>,
  columns: readonly Column[],
  sourceOf: (column: Column) => string,
): Prepared {
  const names = columnNames(columns.map(({ key }) => key));
  const number: Column = { key: rowNumber, title: rowNumber, type: 'id' };
  return {
    table: {
      ...table,
      columns: columns.map((column, index) => ({ name: names[index]!, source: sourceOf(column) })),
    },
    columns: new Map([
      [rowNumber, number],
      ...columns.map((column, index) => [names[index]!, column] as const),
    ]),
  };
}
