/** Runs a statement of a report over the named results above it. */
import type { Json, Row } from '../protocol/json.ts';
import type { Column, ColumnType } from '../protocol/run.ts';
import type { SqlSource, SqlTable as AskedTable } from '../results/sql-question.ts';
import { mostReportRows, type ReportOption } from '../queryfile/report-option.ts';
import type { ReportTable } from '../runbooks/report-table.ts';
import { reportWord } from '../runbooks/report-words.ts';
import type { FencedStatement } from '../runbooks/runbook.ts';
import { readStatement } from '../sql/statement.ts';
import { columnNames, numberedTables, type SqlTable } from '../sql/tables.ts';
import { lineOf } from './planned-block.ts';
import { BlockFailure, type ReportDependencies } from './report-dependencies.ts';
import { type BlockRun, linksTo } from './run-block.ts';
import { saySql } from './wording.ts';

/** The bounds of a statement: milliseconds, rows, characters, bytes of memory. */
const bounds = {
  time: 10_000,
  rows: mostReportRows,
  counted: 1_000_000,
  characters: 5_000_000,
  value: 10_000,
  memory: 256 * 1024 * 1024,
};

/** A result that SQL can name. */
interface NamedTable extends SqlTable {
  readonly asked: AskedTable;
  readonly ran: BlockRun;
}

/** @throws BlockFailure where it has no result */
export async function runStatement(
  { remote, askSql }: Pick<ReportDependencies, 'remote' | 'askSql'>,
  { sql, start }: FencedStatement,
  runs: readonly BlockRun[],
  text: string,
  option: ReportOption,
  signal: AbortSignal,
): Promise<ReportTable> {
  const fail = (message: string, at = 0): BlockFailure =>
    new BlockFailure([{ line: lineOf(text, start + at), severity: 'error', message }]);
  const source = await remote.sqlSource(runs.map(({ run }) => run));
  if (source === undefined) throw fail(reportWord('results-in-memory'));
  const tables = namedTables(runs, source);
  const question = { file: source.file, tables: tables.map(({ asked }) => asked), sql, offset: 0, bounds };
  const outcome = await askSql(question, signal);
  if ('refusal' in outcome) {
    const known = tables.map(({ name }) => name).join(', ');
    const isTable = outcome.refusal === 'invalid' && outcome.detail.startsWith('no such table');
    const hint = isTable ? ` ${reportWord(known === '' ? 'tables.none' : 'tables', { names: known })}` : '';
    throw fail(`${saySql(outcome.refusal, { detail: outcome.detail })}${hint}`, outcome.span?.start);
  }
  const { rows, total } = outcome;
  if (option.form === 'chart' && total !== rows.length)
    throw fail(reportWord('too-many-rows', { most: bounds.rows }));
  const columns = columnsOf(outcome.columns, rows, originsOf(sql, tables));
  const shown = option.form === 'chart' ? rows : rows.slice(0, option.rows);
  return {
    columns: columns.map(({ column }) => column),
    rows: shown,
    total: total ?? bounds.counted,
    hasMore: total === undefined,
    links: (column, value) => columns.find(each => each.column === column)?.links?.(column, value),
  };
}

function namedTables(runs: readonly BlockRun[], source: SqlSource): readonly NamedTable[] {
  return runs.flatMap(ran => {
    const { run, planned, tables } = ran;
    const { name, scope } = planned.query;
    if (name === undefined) return [];
    return numberedTables(name.text, tables).flatMap(
      ({ name: own, table: { header, rows } }): NamedTable[] => {
        const stored = source.tables.find(each => each.run === run && each.id === header.id);
        if (stored === undefined) return [];
        const names = columnNames(stored.columns.map(column => column.name));
        const columns = stored.columns.map((column, index) => {
          const known = header.columns.find(({ key }) => key === column.name);
          return {
            name: names[index]!,
            title: known?.title ?? column.name,
            type: known?.type ?? ('text' as const),
          };
        });
        const asked = stored.columns.map((column, index) => ({ name: names[index]!, source: column.source }));
        return [
          {
            name: own,
            kind: 'result',
            title: scope.block.title?.text ?? own,
            file: '',
            site: planned.site.name,
            rows,
            time: 0,
            columns,
            asked: { name: own, source: stored.source, columns: asked },
            ran,
          },
        ];
      },
    );
  });
}

interface Origin {
  readonly type: ColumnType;
  readonly ran: BlockRun;
}

/** Where the columns of a statement come from; `undefined` = they are computed. */
function originsOf(sql: string, tables: readonly NamedTable[]): readonly (Origin | undefined)[] {
  const columns = readStatement(sql, tables).queries[0]?.columns ?? [];
  return columns.map(({ from }) => {
    const table = tables.find(({ name }) => name === from?.table.name);
    return from && table && { type: from.type, ran: table.ran };
  });
}

function columnsOf(
  names: readonly string[],
  rows: readonly (readonly Json[])[],
  origins: readonly (Origin | undefined)[],
): readonly { readonly column: Column; readonly links?: ReturnType<typeof linksTo> }[] {
  return names.map((name, index) => {
    const origin = origins.length === names.length ? origins[index] : undefined;
    const values = rows.flatMap(row => row[index] ?? []);
    const isNumber = values.length > 0 && values.every(value => typeof value === 'number');
    const type = origin?.type ?? (isNumber ? 'number' : 'text');
    const column = { key: name, title: name, type };
    return origin ? { column, links: linksTo(origin.ran.planned) } : { column };
  });
}

/** A row of a result by the names of its columns. */
export const recordOf = (columns: readonly Column[], row: readonly (Json | undefined)[]): Row =>
  Object.fromEntries(
    columns.flatMap(({ key }, index) => {
      const value = row[index];
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );
