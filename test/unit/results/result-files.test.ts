/** The files that hold the results of sessions. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, test } from 'node:test';
import { exportFormatSchema, type ExportFormat, type View } from '#shared/protocol/results.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { openDatabase } from '../../../server/src/results/store/session-database.ts';
import { exportResult } from '../../../server/src/network/local-outcomes.ts';
import { exportRows } from '../../../server/src/results/export/export-file.ts';
import { resultFileOf, type ResultPlace } from '../../../server/src/results/store/result-files.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';
import { SessionResults } from '../../../server/src/results/store/session-results.ts';
import { openSnapshots } from '../../../server/src/results/store/snapshot-file.ts';
import { storeProblemOf } from '../../../server/src/results/store/store-problem.ts';
import { removeAtExit } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'results-'));
  removeAtExit(folder);
  return folder;
};
const newPlace = (folder = newFolder()): ResultPlace => ({ folder, process: process.pid, session: 'first' });
const table: TableHeader = {
  id: 'pages',
  title: 'Pages',
  columns: [
    { key: 'title', title: 'title', type: 'page' },
    { key: 'Title', title: 'Title', type: 'json' },
  ],
};
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Page ${index}`, Title: { index } }));
const view: View = { sort: [], search: '', filters: {} };
const never = new AbortController().signal;
const rowCount = (store: ResultStore): number | undefined =>
  store.window({ run: 'run', table: 'pages', view, offset: 0, count: 1 })?.total;

describe('the database of a session', () => {
  it('is for its user alone', { skip: process.platform === 'win32' }, () => {
    const folder = path.join(newFolder(), 'new');
    const place = newPlace(folder);
    const store = new ResultStore(openDatabase(place));
    store.put('run', { table, offset: 0, rows: rowsOf(1) });
    for (const name of readdirSync(folder))
      assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600, name);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    store.close();
  });
  it('is found again by the next process of the session', () => {
    const place = newPlace();
    const before = new ResultStore(openDatabase(place));
    before.put('run', { table, offset: 0, rows: rowsOf(10) });
    const store = new ResultStore(openDatabase(place));
    assert.equal(rowCount(store), 10);
    assert.equal(store.put('run', { table, offset: 10, rows: rowsOf(5) }).rows, 15);
    store.close();
    before.close();
  });
  it('is removed at the end of the session, and nothing else', () => {
    const results = new SessionResults();
    results.place = newPlace();
    writeFileSync(path.join(results.place.folder, 'other.txt'), '');
    results.store.put('run', { table, offset: 0, rows: rowsOf(1) });
    results.close(false);
    assert.equal(rowCount(results.store), 1);
    results.close(true);
    assert.deepEqual(readdirSync(results.place.folder), ['other.txt']);
  });
  for (const [title, spoil] of [
    ['is damaged', (file: string) => writeFileSync(file, 'SQLite format 3\0'.padEnd(4096, 'x'))],
    [
      'is no database',
      (file: string) => writeFileSync(file, 'a text that is longer than a header'.repeat(100)),
    ],
    [
      'is of another version',
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
    ],
    [
      'has another list of tables',
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 1; CREATE TABLE result_tables (id INTEGER PRIMARY KEY, run)');
        database.close();
      },
    ],
  ] as const)
    it(`that ${title} is replaced`, () => {
      const place = newPlace();
      spoil(resultFileOf(place));
      const store = new ResultStore(openDatabase(place));
      store.put('run', { table, offset: 0, rows: rowsOf(3) });
      assert.equal(rowCount(store), 3);
      store.close();
    });
  it(
    'is in a folder that others could change, once they no longer can',
    { skip: process.platform === 'win32' },
    () => {
      const folder = newFolder();
      chmodSync(folder, 0o777);
      const place = newPlace(folder);
      openDatabase(place).close();
      openSnapshots(folder).close();
      assert.equal(statSync(folder).mode & 0o777, 0o700);
    },
  );
  it(
    'is not in a folder that is a link, and nothing there is removed or written',
    { skip: process.platform === 'win32' },
    () => {
      const target = newFolder();
      const folder = path.join(newFolder(), 'link');
      symlinkSync(target, folder);
      const place = newPlace(folder);
      const draft = path.join(newFolder(), '.rows.csv-11111111-1111-1111-1111-111111111111');
      writeFileSync(draft, '');
      writeFileSync(`${resultFileOf(newPlace(target))}-draft-1`, draft);
      const before = readdirSync(target);
      const results = new SessionResults();
      results.place = place;
      results.store.put('run', { table, offset: 0, rows: rowsOf(3) });
      assert.equal(results.takeProblem()?.code, 'notWritable');
      results.noteDraft(draft)();
      assert.throws(() => openSnapshots(folder), /unsafe folder/);
      assert.deepEqual(readdirSync(target), before);
      assert(existsSync(draft));
    },
  );
  it('is in memory, with a remark, where its folder cannot be used', () => {
    const results = new SessionResults();
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, '');
    results.place = newPlace(path.join(file, 'folder'));
    results.store.put('run', { table, offset: 0, rows: rowsOf(3) });
    assert.equal(rowCount(results.store), 3);
    assert.equal(results.takeProblem()?.code, 'notStored');
    assert.equal(results.takeProblem(), undefined);
  });
  it('that is full keeps what it has', () => {
    const store = new ResultStore();
    store.put('run', { table, offset: 0, rows: rowsOf(10) });
    store.limitTo(100_000);
    assert.throws(
      () => store.put('run', { table, offset: 10, rows: rowsOf(10_000) }),
      error => storeProblemOf(error).code === 'diskFull',
    );
    assert.equal(rowCount(store), 10);
    assert.equal(store.put('run', { table, offset: 10, rows: rowsOf(1) }).rows, 11);
  });
});

describe('a damaged result in the database of a session', () => {
  for (const damage of [
    "UPDATE result_tables SET header = '{bad' WHERE id = 1",
    "UPDATE result_tables SET header = 'null' WHERE id = 1",
    "UPDATE result_tables SET keys = 'null' WHERE id = 1",
    `UPDATE result_tables SET keys = '["title"]' WHERE id = 1`,
    `UPDATE result_tables SET keys = '["title","title"]' WHERE id = 1`,
    `UPDATE result_tables SET keys = '["title","other"]' WHERE id = 1`,
    "UPDATE result_tables SET rows = 'many' WHERE id = 1",
    'UPDATE result_tables SET rows = -1 WHERE id = 1',
    'UPDATE result_tables SET rows = 9000000000000000000 WHERE id = 1',
    'DELETE FROM rows1 WHERE place = 1',
    'UPDATE rows1 SET place = 9 WHERE place = 2',
    'ALTER TABLE rows1 ADD COLUMN other',
    'DROP TABLE rows1',
    'DROP TABLE rows1; CREATE VIEW rows1 AS SELECT 0 AS place, 1 AS c0, 2 AS c1',
  ])
    it(`is left out, with a remark, and the others stay: ${damage}`, () => {
      const place = newPlace();
      const before = new ResultStore(openDatabase(place));
      before.put('damaged', { table, offset: 0, rows: rowsOf(3) });
      before.put('run', { table, offset: 0, rows: rowsOf(3) });
      before.database.exec(damage);
      before.close();
      const results = new SessionResults();
      results.place = place;
      assert.deepEqual([results.store.rows('damaged'), rowCount(results.store)], [0, 3]);
      assert.deepEqual([results.takeDamaged(), results.takeDamaged()], [1, 0]);
      assert.equal(results.takeProblem(), undefined);
      assert(results.sqlSource(['run']));
      results.store.put('damaged', { table, offset: 0, rows: rowsOf(2) });
      assert.equal(results.store.rows('damaged'), 2);
      results.close(true);
    });
  it('that is not in the list is replaced', () => {
    const store = new ResultStore();
    store.database.exec('CREATE TABLE rows1 (other)');
    assert.equal(store.put('run', { table, offset: 0, rows: rowsOf(2) }).rows, 2);
  });
});

const startWriter = async (place: ResultPlace): Promise<ChildProcess> => {
  const script = path.join(import.meta.dirname, 'endless-writer.ts');
  const child = spawn(process.execPath, [script, place.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
};

describe('files of another machine or container that shares the folder', () => {
  const name = 'results-0123456789ab-1-other.sqlite';
  const open = (age: number, ending = ''): string[] => {
    const place = newPlace();
    for (const each of ['', '-wal']) {
      const file = path.join(place.folder, name + each);
      writeFileSync(file, '');
      const time = Date.now() / 1000 - (each === ending ? age : 1e7);
      utimesSync(file, time, time);
    }
    openDatabase(place).close();
    return readdirSync(place.folder).filter(each => each.startsWith(name));
  };
  it('stay while they are in use', () => assert.equal(open(3600, '-wal').length, 2));
  it('go when they were not used for a week', () => assert.deepEqual(open(8 * 24 * 3600), []));
});

describe('a process that is killed', () => {
  it('while it writes leaves whole parts, which the next one finds, and its files go when their session is over', async () => {
    const place = newPlace();
    const child = await startWriter(place);
    const writerPlace = { ...place, process: child.pid ?? 0, session: 'writer' };
    await until('some parts', async () => statSync(resultFileOf(writerPlace)).size > 500_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = new ResultStore(openDatabase(writerPlace));
    const count = rowCount(store) ?? 0;
    assert(count > 0 && count % 500 === 0, `${count} rows`);
    const last = store.window({ run: 'run', table: 'pages', view, offset: count - 1, count: 10 });
    assert.deepEqual(
      last?.rows.map(({ row }) => row),
      [count - 1],
    );
    store.close();
    new ResultStore(openDatabase(place)).close();
    assert.deepEqual(
      readdirSync(place.folder).filter(name => name.includes('writer')),
      [],
    );
  });
});

const exportOf = (format: ExportFormat, file: string) => ({
  run: 'run',
  table: 'pages',
  view,
  columns: ['title', 'Title'],
  format,
  file,
});

describe('an export', () => {
  const store = new ResultStore();
  store.put('run', { table, offset: 0, rows: rowsOf(2500) });
  for (const format of exportFormatSchema.options)
    it(`as ${format} has all rows, and replaces the file`, async () => {
      const file = path.join(newFolder(), 'out');
      writeFileSync(file, 'before');
      const seen: number[] = [];
      const written = await exportRows(store, exportOf(format, file), rows => seen.push(rows), never);
      assert.deepEqual(written, { rows: 2500 });
      assert.deepEqual(seen, [1000, 2000, 2500]);
      assert.deepEqual(readdirSync(path.dirname(file)), ['out']);
      assert.notEqual(statSync(file).size, 6);
      if (format !== 'xlsx' && format !== 'sqlite') assert.match(readFileSync(file, 'utf8'), /\S\r?\n$/);
    });
  it('as SQLite has columns whose names differ only in case, and nested values as JSON', async () => {
    const file = path.join(newFolder(), 'out.sqlite');
    await exportRows(store, exportOf('sqlite', file), () => undefined, never);
    const database = new DatabaseSync(file);
    const found = database
      .prepare(`SELECT title, "Title (2)" ->> 'index' AS i FROM "Pages" WHERE i = 7`)
      .get();
    assert.deepEqual({ ...found }, { title: 'Page 7', i: 7 });
    database.close();
  });
  it('as SQLite has columns whose names SQL cannot have, by other names', async () => {
    const keys = ['x\0', 'x', '\ud800', '\ufffd', '\0'];
    const other = new ResultStore();
    const columns = keys.map(key => ({ key, title: key, type: 'text' as const }));
    const row = Object.fromEntries(keys.map((key, index) => [key, index]));
    other.put('run', { table: { ...table, columns }, offset: 0, rows: [row] });
    const file = path.join(newFolder(), 'out.sqlite');
    const params = { ...exportOf('sqlite', file), columns: keys };
    assert.deepEqual(await exportRows(other, params, () => undefined, never), { rows: 1 });
    const database = new DatabaseSync(file);
    assert.deepEqual(Object.values(database.prepare('SELECT * FROM "Pages"').get() ?? {}), [0, 1, 2, 3, 4]);
    database.close();
  });
  it('as a workbook says how many texts are shortened', async () => {
    const other = new ResultStore();
    other.put('run', { table, offset: 0, rows: [{ title: 'x'.repeat(40_000) }, { title: 'y' }] });
    const file = path.join(newFolder(), 'out');
    const written = await exportRows(other, exportOf('xlsx', file), () => undefined, never);
    assert.deepEqual(written, { rows: 2, shortened: 1 });
    assert(written);
    const { remark } = { remark: '', ...exportResult(written, file) };
    assert.match(remark, /Shortened texts: 1\./);
  });
  it('as a workbook that the memory has no room for leaves the file as it was', async () => {
    const other = new ResultStore();
    const title = 'x'.repeat(32_767);
    other.put('run', { table, offset: 0, rows: Array.from({ length: 1600 }, () => ({ title })) });
    const file = path.join(newFolder(), 'out');
    writeFileSync(file, 'before');
    const written = await exportRows(other, exportOf('xlsx', file), () => undefined, never);
    assert.deepEqual(written, { problem: 'tooLarge' });
    assert.deepEqual([statSync(file).size, readdirSync(path.dirname(file))], [6, ['out']]);
  });
  it('as SQLite has a table by another name where the title is one of SQLite’s own', async () => {
    const other = new ResultStore();
    other.put('run', { table: { ...table, title: 'SQLite_master' }, offset: 0, rows: rowsOf(1) });
    const file = path.join(newFolder(), 'out.sqlite');
    assert.deepEqual(await exportRows(other, exportOf('sqlite', file), () => undefined, never), { rows: 1 });
  });
  it('that is cancelled leaves the file as it was', async () => {
    const file = path.join(newFolder(), 'out');
    writeFileSync(file, 'before');
    const abort = new AbortController();
    const written = await exportRows(store, exportOf('csv', file), () => abort.abort(), abort.signal);
    assert.deepEqual(written, { problem: 'cancelled' });
    assert.deepEqual([statSync(file).size, readdirSync(path.dirname(file))], [6, ['out']]);
  });
  it('into a folder that is not there says so', async () => {
    const written = await exportRows(store, exportOf('csv', '/no/such/folder/out'), () => undefined, never);
    assert.deepEqual(written, { problem: 'noFolder' });
  });
  it('through a link writes what it leads to', async () => {
    const file = path.join(newFolder(), 'out');
    writeFileSync(file, 'before');
    symlinkSync('out', `${file}-link`);
    await exportRows(store, exportOf('csv', `${file}-link`), () => undefined, never);
    assert(lstatSync(`${file}-link`).isSymbolicLink());
    assert.notEqual(statSync(file).size, 6);
  });
  it('of a result that is closed meanwhile says so, and writes nothing', async () => {
    const other = new ResultStore();
    other.put('run', { table, offset: 0, rows: rowsOf(2500) });
    const file = path.join(newFolder(), 'out');
    const written = await exportRows(other, exportOf('csv', file), () => other.release('run'), never);
    assert.deepEqual(written, { problem: 'closed' });
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });
});

test('nothing is exported of a table that is not there', async () => {
  const params = { run: 'x', table: 'y', view, columns: [], format: 'csv', file: '/x' } as const;
  assert.equal(await exportRows(new ResultStore(), params, () => undefined, never), undefined);
});
