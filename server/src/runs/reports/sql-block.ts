/** Runs a statement of a report over the named results above it. */
import { nameList } from '#shared/base/text/name-list.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { TableState } from '#shared/protocol/results.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { SqlSource, SqlTable as AskedTable } from '../../results/sql-question.ts';
import { maxReportRows, type ReportOption } from '../../query-file/options/report-option.ts';
import { type Links, type ReportTable, say } from '../../embedded/markdown/report-table.ts';

import type { FencedStatement } from '../../embedded/markdown/runbook.ts';
import { readStatement } from '../../results/sql/statement.ts';
import { columnNames, numberedTables, rowNumber, type SqlTable } from '../../results/sql/nameable-tables.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { BlockFailure, lineOf } from './report-messages.ts';
import type { NamedResult } from './named-results.ts';
import type { FetchedTable } from '../fetch-rows.ts';
import { say as saySql } from '../../results/sql/sql-problem.ts';

/** The bounds of a statement: milliseconds, rows, characters, bytes of memory. */
const bounds = {
  time: 10_000,
  rows: maxReportRows,
  counted: 1_000_000,
  characters: 5_000_000,
  value: 10_000,
  memory: 256 * 1024 * 1024,
};

/** A table that SQL can name. */
interface NamedTable extends SqlTable {
  readonly asked: AskedTable;
  readonly result: NamedResult;
  /** The id of the table, as its header has it. */
  readonly id: string;
}

/**
 * Runs a statement. The row number is only shown where the statement names it: `*` means the columns of the query.
 *
 * @throws BlockFailure where it has no result
 */
export async function runStatement(
  { backend, askSql }: Pick<ReportDependencies, 'backend' | 'askSql'>,
  { sql, start }: FencedStatement,
  results: readonly NamedResult[],
  text: string,
  option: ReportOption,
  signal: AbortSignal,
): Promise<ReportTable> {
  const fail = (message: string, at = 0): BlockFailure =>
    new BlockFailure([{ line: lineOf(text, start + at), severity: 'error', message }]);
  const source = await backend.sqlSource(results.map(({ run }) => run));
  if (source === undefined) throw fail(say('results-in-memory'));
  const tables = namedTables(results, source);
  const question = { file: source.file, tables: tables.map(({ asked }) => asked), sql, offset: 0, bounds };
  const outcome = await askSql(question, signal);
  if ('refusal' in outcome) {
    const tableNames = nameList(tables.map(({ name }) => name));
    const isTable = outcome.refusal === 'invalid' && outcome.detail.startsWith('no such table');
    const hint = isTable
      ? ` ${say(tableNames === '' ? 'tables.none' : 'tables', { names: tableNames })}`
      : '';
    throw fail(`${saySql(outcome.refusal, { detail: outcome.detail })}${hint}`, outcome.span?.start);
  }
  const { rows, total } = outcome;
  if (option.form === 'chart' && total !== rows.length)
    throw fail(say('too-many-rows', { most: bounds.rows }));
  const all = columnsOf(outcome.columns, rows, originsOf(sql, tables));
  const columns = all.filter(({ column }) => column.key !== rowNumber || sql.includes(rowNumber));
  const places = columns.map(column => all.indexOf(column));
  const shown = option.form === 'chart' ? rows : rows.slice(0, option.rows);
  return {
    columns: columns.map(({ column }) => column),
    rows: shown.map(row => places.map(place => row[place] ?? null)),
    total: total ?? bounds.counted,
    hasMore: total === undefined,
    links: (column, value) => columns.find(candidate => candidate.column === column)?.links?.(column, value),
  };
}

/**
 * Stores the answer of a statement, so that those below it can name it.
 *
 * @throws BlockFailure where it cannot be stored
 */
export async function storeStatement(
  { backend }: Pick<ReportDependencies, 'backend'>,
  { sql, start, name }: FencedStatement,
  run: string,
  results: readonly NamedResult[],
  text: string,
  signal: AbortSignal,
): Promise<NamedResult> {
  const fail = (message: string): BlockFailure =>
    new BlockFailure([{ line: lineOf(text, start), severity: 'error', message }]);
  const source = await backend.sqlSource(results.map(result => result.run));
  if (source === undefined) throw fail(say('results-in-memory'));
  const tables = namedTables(results, source);
  const title = name?.text ?? '';
  const wantedTables = tables.map(table => ({ name: table.name, run: table.result.run, table: table.id }));
  const storedTables: FetchedTable[] = [];
  const sink = {
    table: ({ table, rows }: Omit<TableState, 'run'>): void =>
      void storedTables.push({ header: table, rows }),
    progress: () => undefined,
  };
  const { outcome, columns } = await backend.runSql({ run, title, sql, tables: wantedTables }, sink, signal);
  const [table] = storedTables;
  if (table === undefined) throw fail(outcome.notices[0]?.message ?? say('run-incomplete'));
  const linksOf = (key: string): Links | undefined => {
    const origin = columns[table.header.columns.findIndex(column => column.key === key)]?.table;
    return tables.find(candidate => candidate.name === origin)?.result.links;
  };
  return {
    run,
    name: title,
    title,
    site: '',
    tables: [table],
    links: (column, value) => linksOf(column.key)?.(column, value),
  };
}

function namedTables(results: readonly NamedResult[], source: SqlSource): readonly NamedTable[] {
  const usedNames = new Set<string>();
  return results.flatMap(result => {
    const { run, name, title, site, tables } = result;
    return numberedTables(name, tables).flatMap(
      ({ name: tableName, table: { header, rows } }): NamedTable[] => {
        const stored = source.tables.find(candidate => candidate.run === run && candidate.id === header.id);
        if (stored === undefined || usedNames.has(tableName.toLowerCase())) return [];
        usedNames.add(tableName.toLowerCase());
        const names = columnNames(stored.columns.map(column => column.name));
        const columns = stored.columns.map((column, index) => {
          const headerColumn = header.columns.find(({ key }) => key === column.name);
          return {
            name: names[index]!,
            title: headerColumn?.title ?? column.name,
            type: headerColumn?.type ?? ('text' as const),
          };
        });
        const sqlColumns = stored.columns.map((column, index) => ({
          name: names[index]!,
          source: column.source,
        }));
        return [
          {
            name: tableName,
            kind: 'result',
            title,
            file: '',
            site,
            rows,
            time: 0,
            columns,
            asked: { name: tableName, source: stored.source, columns: sqlColumns },
            result,
            id: header.id,
          },
        ];
      },
    );
  });
}

interface Origin {
  /** The column of the table that it comes from. */
  readonly column: Column;
  readonly links: Links;
}

/** Where the columns of a statement come from; `undefined` = they are computed. */
function originsOf(sql: string, tables: readonly NamedTable[]): readonly (Origin | undefined)[] {
  const columns = readStatement(sql, tables).columns ?? [];
  return columns.map(({ from }) => {
    const table = tables.find(({ name }) => name === from?.table.name);
    const column = table?.columns.find(({ title, type }) => title === from?.title && type === from?.type);
    if (table === undefined || column === undefined) return undefined;
    const { name: key, title, type } = column;
    return { column: { key, title, type }, links: table.result.links };
  });
}

function columnsOf(
  names: readonly string[],
  rows: readonly (readonly Json[])[],
  origins: readonly (Origin | undefined)[],
): readonly { readonly column: Column; readonly links?: Links }[] {
  return names.map((name, index) => {
    const origin = origins.length === names.length ? origins[index] : undefined;
    const values = rows.flatMap(row => row[index] ?? []);
    const isNumber = values.length > 0 && values.every(value => typeof value === 'number');
    const type = origin?.column.type ?? (isNumber ? 'number' : 'text');
    const column = { key: name, title: name, type };
    return origin ? { column, links: (_, value) => origin.links(origin.column, value) } : { column };
  });
}
