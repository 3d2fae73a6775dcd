import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { behindLinks, NotReplaceable, type Refusal, replaceFile } from '../files/replace-file.ts';
import type { ExportParams } from '../protocol/results.ts';
import { toDatabase } from './cell-value.ts';
import type { Extract, ResultStore } from './result-store.ts';
import { type StoreProblem, storeProblemOf } from './store-problem.ts';
import { type TextFormat, tableWriters } from './export-formats.ts';
import { quotedName } from './quoted-name.ts';

/** The rows that were written, or why nothing was. */
export type Written =
  { readonly rows: number } | { readonly problem: StoreProblem | Refusal | 'cancelled' | 'closed' };

/** Takes batches of rows, one after the other. */
type Sink = (
  lines: Extract['batches'] extends Iterable<infer Lines> ? Lines : never,
  isFirst: boolean,
) => Promise<void>;

/**
 * Writes all rows of a view to a file, which is replaced once all of them are written; before, they are in another file
 * beside it. Other work has its turn between batches.
 *
 * @param note gets the path of that other file, so that it can be removed after a crash; the function that it returns is called once the file is gone
 * @returns `undefined` = there is no such table
 */
export async function exportRows(
  store: ResultStore,
  { run, table, view, columns, format, file }: ExportParams,
  progress: (rows: number, total: number) => void,
  signal: AbortSignal,
  note?: (draft: string) => () => void,
): Promise<Written | undefined> {
  const extract = store.extract(run, table, view, columns);
  if (extract === undefined) return undefined;
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
    await replaceFile(
      await behindLinks(file),
      draft =>
        format === 'sqlite'
          ? writeDatabase(draft, extract, writeAll)
          : writeText(draft, extract, format, writeAll),
      note,
    );
    return { rows };
  } catch (error) {
    if (error instanceof NotReplaceable) return { problem: error.refusal };
    if (signal.aborted) return { problem: 'cancelled' };
    const isClosed = store.extract(run, table, view, columns) === undefined;
    return { problem: isClosed ? 'closed' : storeProblemOf(error) };
  }
}

async function writeText(
  file: string,
  { columns }: Extract,
  format: TextFormat,
  writeAll: (sink: Sink) => Promise<void>,
): Promise<void> {
  const writer = tableWriters[format];
  const handle = await open(file, 'r+');
  try {
    await handle.write(writer.head(columns));
    await writeAll(async (lines, isFirst) => void (await handle.write(writer.rows(lines, columns, isFirst))));
    await handle.write(writer.foot());
  } finally {
    await handle.close();
  }
}

/** A database with one table, with the title and the columns of the result; nested values are JSON in text. */
async function writeDatabase(
  file: string,
  { title, columns }: Extract,
  writeAll: (sink: Sink) => Promise<void>,
): Promise<void> {
  const database = new DatabaseSync(file);
  try {
    const names = distinctNames(columns.map(({ key }) => key));
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    database.exec(`CREATE TABLE ${quoted(title)} (${names.map(quoted).join(', ')})`);
    const insert = database.prepare(
      `INSERT INTO ${quoted(title)} VALUES (${names.map(() => '?').join(', ')})`,
    );
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

/** SQLite takes names that differ only in case for the same. */
function distinctNames(keys: readonly string[]): string[] {
  const used = new Set<string>();
  return keys.map(key => {
    let name = key;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${key} (${number})`;
    used.add(name.toLowerCase());
    return name;
  });
}

/** A name in SQL; one cannot hold the character with the number 0. */
const quoted = (name: string): string => quotedName(name.replaceAll('\0', ''));
