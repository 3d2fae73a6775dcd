/** Exports the rows of a view to a file: text in one of several formats, a workbook, or an SQLite database. */
import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { resolveLinks, NotReplaceable, type Refusal, replaceFile } from '../../files/replace-file.ts';
import type { ExportFormat, ExportParams } from '#shared/protocol/results.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import { toDatabase } from '../store/cell-value.ts';
import type { RowScope, ResultStore } from '../store/result-store.ts';
import { type StoreProblem, storeProblemOf } from '../store/store-problem.ts';
import { type TextFormat, tableWriters } from './export-formats.ts';
import { fitsWorkbook, WorkbookRows, WorkbookTooLarge, writeWorkbook } from './workbook.ts';
import { quotedSqlName } from '../sql/keywords.ts';
import { storableName } from '../sql/nameable-tables.ts';

/** The number of rows written, and of texts that are shortened, if there are any; or why nothing was written. */
export type ExportOutcome =
  | { readonly rows: number; readonly shortened?: number }
  | { readonly problem: StoreProblem | Refusal | 'cancelled' | 'closed' | 'tooLarge' };

/** Receives batches of rows, one after another. */
type Sink = (
  lines: RowScope['batches'] extends Iterable<infer Lines> ? Lines : never,
  isFirst: boolean,
) => Promise<void>;

/**
 * Writes all rows of a view to a draft, which replaces the file once it is complete. Yields to other work between
 * batches.
 *
 * @param note records the path of the draft, so that it can be removed after a crash; the function it returns is called
 * once the draft is gone
 * @returns `undefined` = no such table
 */
export async function exportRows(
  store: ResultStore,
  { run, table, view, columns, format, file, about }: ExportParams,
  progress: (rows: number, total: number) => void,
  signal: AbortSignal,
  note?: (draft: string) => () => void,
): Promise<ExportOutcome | undefined> {
  const extract = store.extract(run, table, view, columns);
  if (extract === undefined) return undefined;
  if (format === 'xlsx' && !fitsWorkbook(extract.total, extract.columns.length))
    return { problem: 'tooLarge' };
  let rows = 0;
  const writeAll = async (sink: Sink): Promise<void> => {
    for (const lines of extract.batches) {
      signal.throwIfAborted();
      await sink(lines, rows === 0);
      rows += lines.length;
      progress(rows, extract.total);
      await nextTurn();
    }
  };
  try {
    let shortened = 0;
    await replaceFile(
      await resolveLinks(file),
      async draft => {
        shortened = await writeTable(draft, extract, format, writeAll, about);
      },
      note,
    );
    return { rows, ...(shortened > 0 && { shortened }) };
  } catch (error) {
    if (error instanceof WorkbookTooLarge) return { problem: 'tooLarge' };
    if (error instanceof NotReplaceable) return { problem: error.refusal };
    if (signal.aborted) return { problem: 'cancelled' };
    const isClosed = store.extract(run, table, view, columns) === undefined;
    return { problem: isClosed ? 'closed' : storeProblemOf(error) };
  }
}

const noRows = async (): Promise<void> => undefined;

/** Writes a table without rows in place of a file. @throws NotReplaceable, or the error of the system */
export async function exportNoRows(
  file: string,
  format: ExportFormat,
  table: Pick<RowScope, 'title' | 'columns'>,
  about?: RanQuery,
): Promise<void> {
  await replaceFile(await resolveLinks(file), async draft => {
    await writeTable(draft, table, format, noRows, about);
  });
}

/** Writes a table; returns how many texts are shortened. */
async function writeTable(
  file: string,
  table: Pick<RowScope, 'title' | 'columns'>,
  format: ExportFormat,
  writeAll: (sink: Sink) => Promise<void>,
  about: RanQuery | undefined,
): Promise<number> {
  if (format === 'xlsx') {
    const rows = new WorkbookRows(table.columns);
    await writeAll(async batch => rows.add(batch));
    await writeWorkbook(file, table.title, rows, about);
    return rows.shortened;
  }
  if (format === 'sqlite') await writeDatabase(file, table, writeAll);
  else await writeText(file, table, format, writeAll);
  return 0;
}

async function writeText(
  file: string,
  { columns }: Pick<RowScope, 'columns'>,
  format: TextFormat,
  writeAll: (sink: Sink) => Promise<void>,
): Promise<void> {
  const writer = tableWriters[format];
  const handle = await open(file, 'r+');
  try {
    // Unlike `write`, it continues until all is written, and so fails on a full disk.
    await handle.appendFile(writer.head(columns));
    await writeAll((lines, isFirst) => handle.appendFile(writer.rows(lines, columns, isFirst)));
    await handle.appendFile(writer.foot() + writer.lineEnd);
  } finally {
    await handle.close();
  }
}

/** Writes a database with one table, with the title and the columns of the result; nested values are JSON text. */
async function writeDatabase(
  file: string,
  { title, columns }: Pick<RowScope, 'title' | 'columns'>,
  writeAll: (sink: Sink) => Promise<void>,
): Promise<void> {
  const database = new DatabaseSync(file);
  try {
    const names = distinctNames(columns.map(({ key }) => storableName(key)));
    // SQLite has such names for itself.
    const name = quotedSqlName(storableName(title).replace(/^sqlite_/i, '_$&'));
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    // SQLite has no table without columns.
    if (names.length === 0) return;
    database.exec(`CREATE TABLE ${name} (${names.map(quotedSqlName).join(', ')})`);
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${names.map(() => '?').join(', ')})`);
    await writeAll(async lines => {
      database.exec('BEGIN');
      for (const line of lines)
        insert.run(
          ...line.map(value =>
            toDatabase(
              typeof value === 'object' || typeof value === 'boolean' ? JSON.stringify(value) : value,
            ),
          ),
        );
      database.exec('COMMIT');
    });
  } finally {
    database.close();
  }
}

/** Makes column names distinct; SQLite ignores their case. */
function distinctNames(keys: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return keys.map(key => {
    let name = key;
    for (let number = 2; usedNames.has(name.toLowerCase()); number++) name = `${key} (${number})`;
    usedNames.add(name.toLowerCase());
    return name;
  });
}
