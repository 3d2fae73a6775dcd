/** Snapshots in a real SQLite, by several processes, and in files that cannot be used. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { Row } from '#shared/protocol/json.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';
import { NewerSnapshots, setAside, snapshotFile } from '../../../server/src/results/store/snapshot-file.ts';
import {
  NothingToKeep,
  SnapshotsFull,
  SnapshotStore,
} from '../../../server/src/results/store/snapshot-store.ts';
import { isDamaged } from '../../../server/src/results/store/store-problem.ts';
import { removeAtExit } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'snapshots-'));
  removeAtExit(folder);
  return folder;
};
const never = new AbortController().signal;
const unbounded = { maximumAge: Infinity, maximumSize: Infinity };
const table: TableHeader = {
  id: 'pages',
  title: 'Pages',
  columns: [
    { key: 'title', title: 'title', type: 'page' },
    { key: 'Title', title: 'Title', type: 'json' },
  ],
};
const rows: readonly Row[] = [
  { title: 'One', Title: { a: [null] } },
  { title: 2 ** 53, Title: 7 },
  { title: -1.5 },
  { Title: null },
  { title: 'a\0b', Title: true },
];
const storeOf = (given: readonly Row[] = rows, header = table): ResultStore => {
  const store = new ResultStore();
  store.put('run', { table: header, offset: 0, rows: given });
  return store;
};
const named = (name: string, kept = 1000) => ({ name, kept, about: `{"of":"${name}"}` });
const keep = (snapshots: SnapshotStore, name: string, store = storeOf(), bounds = unbounded) =>
  snapshots.keep(store, 'run', named(name), bounds, never);
const namesIn = (snapshots: SnapshotStore): string[] =>
  snapshots.list(unbounded, 2000).map(({ name }) => name);
const rowsIn = (store: ResultStore, run: string) =>
  store.window({
    run,
    table: 'pages',
    view: { sort: [], search: '', filters: {} },
    offset: 0,
    count: 1000,
  });

describe('a snapshot', () => {
  it('is listed, and opened with each value as it was', async () => {
    const snapshots = new SnapshotStore(newFolder());
    const id = await keep(snapshots, 'yesterday');
    assert.deepEqual(snapshots.list(unbounded, 2000), [{ id, ...named('yesterday') }]);
    const store = new ResultStore();
    const received: number[] = [];
    const found = await snapshots.open(id, store, 'opened', (_, count) => received.push(count), never);
    assert.deepEqual(found, named('yesterday'));
    assert.deepEqual(received, [5]);
    assert.deepEqual(
      rowsIn(store, 'opened')?.rows.map(({ cells }) => cells),
      rows,
    );
  });
  it('of an empty table is opened with that table', async () => {
    const snapshots = new SnapshotStore(newFolder());
    const id = await keep(snapshots, 'empty', storeOf([]));
    const store = new ResultStore();
    await snapshots.open(id, store, 'opened', () => undefined, never);
    assert.deepEqual(
      store.tablesOf('opened').map(({ header }) => header),
      [table],
    );
  });
  it('is deleted, and nothing of it stays in the file', async () => {
    const folder = newFolder();
    const snapshots = new SnapshotStore(folder);
    const id = await keep(snapshots, 'gone', storeOf([{ title: 'confidential words' }]));
    assert.equal(snapshots.delete(id), true);
    assert.equal(snapshots.delete(id), false);
    assert.equal(await snapshots.open(id, new ResultStore(), 'opened', () => undefined, never), undefined);
    assert.deepEqual(snapshots.list(unbounded, 2000), []);
    for (const name of readdirSync(folder))
      assert(!readFileSync(path.join(folder, name)).includes('confidential'), name);
  });
  it('is for its user alone', { skip: process.platform === 'win32' }, async () => {
    const folder = path.join(newFolder(), 'new');
    await keep(new SnapshotStore(folder), 'own');
    assert.equal(statSync(snapshotFile(folder)).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  });
  it('goes when it is older than the setting has it', async () => {
    const snapshots = new SnapshotStore(newFolder());
    await keep(snapshots, 'old');
    assert.equal(snapshots.list({ maximumAge: 1000 }, 1999).length, 1);
    assert.equal(snapshots.list({ maximumAge: 1000 }, 2001).length, 0);
    assert.deepEqual(namesIn(snapshots), []);
  });
  it('that would take too much room is refused, and the others stay', async () => {
    const snapshots = new SnapshotStore(newFolder());
    await keep(snapshots, 'small');
    const large = storeOf(Array.from({ length: 20_000 }, (_, index) => ({ title: `Page ${index}` })));
    await assert.rejects(
      keep(snapshots, 'large', large, { ...unbounded, maximumSize: 200_000 }),
      SnapshotsFull,
    );
    assert.deepEqual(namesIn(snapshots), ['small']);
    await keep(snapshots, 'other', storeOf(), { ...unbounded, maximumSize: 200_000 });
  });
  it('has no tokens, and tokens alone are not kept', async () => {
    const snapshots = new SnapshotStore(newFolder());
    const tokens = storeOf([{ title: 'secret' }], { ...table, id: 'tokens' });
    await assert.rejects(keep(snapshots, 'tokens', tokens), NothingToKeep);
    tokens.put('run', { table, offset: 0, rows });
    const id = await keep(snapshots, 'both', tokens);
    const store = new ResultStore();
    await snapshots.open(id, store, 'opened', () => undefined, never);
    assert.deepEqual(
      store.tablesOf('opened').map(({ header }) => header.id),
      ['pages'],
    );
  });
  it('whose writing is cancelled is not kept', async () => {
    const snapshots = new SnapshotStore(newFolder());
    const large = storeOf(Array.from({ length: 20_000 }, (_, index) => ({ title: `Page ${index}` })));
    const abort = new AbortController();
    const kept = snapshots.keep(large, 'run', named('cancelled'), unbounded, abort.signal);
    abort.abort();
    await assert.rejects(kept, { name: 'AbortError' });
    assert.deepEqual(namesIn(snapshots), []);
  });
});

describe('snapshots that cannot be read', () => {
  const cases: readonly (readonly [
    what: string,
    spoil: (file: string) => void,
    isExpected: (error: unknown) => boolean,
  ])[] = [
    ['damaged at their beginning', file => writeFileSync(file, 'not a database '.repeat(1000)), isDamaged],
    [
      'damaged further on',
      file => writeFileSync(file, readFileSync(file).fill(0x5a, 4096), { flag: 'r+' }),
      isDamaged,
    ],
    [
      'of a later version',
      file => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
      error => error instanceof NewerSnapshots,
    ],
  ];
  for (const [what, spoil, isExpected] of cases)
    it(`${what} stay as they are, until they are set aside`, async () => {
      const folder = newFolder();
      const snapshots = new SnapshotStore(folder);
      await keep(snapshots, 'first');
      const file = snapshotFile(folder);
      spoil(file);
      const content = readFileSync(file);
      assert.throws(() => snapshots.list(unbounded, 2000), isExpected);
      await assert.rejects(keep(snapshots, 'second'), isExpected);
      assert.deepEqual(readFileSync(file), content);
      const aside = setAside(folder, new Date(0));
      assert.deepEqual(readFileSync(aside ?? ''), content);
      await keep(snapshots, 'third');
      assert.deepEqual(namesIn(snapshots), ['third']);
    });
});

describe('a table of a snapshot that this version cannot read', () => {
  for (const [what, header] of [
    ['is damaged', '{'],
    [
      'has types of columns that are unknown',
      '{"id":"pages","title":"","columns":[{"key":"a","title":"","type":"new"}]}',
    ],
  ] as const)
    it(`as it ${what}, leaves the others to SQL, and its snapshot is not opened`, async () => {
      const folder = newFolder();
      const snapshots = new SnapshotStore(folder);
      await keep(snapshots, 'first');
      await keep(snapshots, 'second');
      const database = new DatabaseSync(snapshotFile(folder));
      database.prepare('UPDATE snapshot_tables SET header = ? WHERE snapshot = 1').run(header);
      database.close();
      assert.deepEqual(
        snapshots.tables().map(({ snapshot }) => snapshot),
        ['2'],
      );
      await assert.rejects(
        snapshots.open('1', new ResultStore(), 'opened', () => {}, never),
        /damaged, or of a newer version/,
      );
      assert.deepEqual(namesIn(snapshots), ['second', 'first']);
    });
});

describe('a snapshot with a damaged table', () => {
  for (const damage of [
    'UPDATE snapshot_tables SET rows = 1000000000000000',
    'UPDATE snapshot_tables SET rows = 9000000000000000000',
    "UPDATE snapshot_tables SET rows = 'abc'",
    'UPDATE snapshot_tables SET rows = -5',
    'UPDATE snapshot_tables SET rows = 4',
    "UPDATE snapshot_tables SET keys = '[]'",
    `UPDATE snapshot_tables SET keys = '["title","title"]'`,
    `UPDATE snapshot_tables SET keys = '["title","other"]'`,
    `UPDATE snapshot_tables SET keys = '${JSON.stringify(Array.from({ length: 3000 }, (_, index) => `k${index}`))}'`,
    "UPDATE rows1 SET c1 = x'7b62ad' WHERE place = 3",
    "UPDATE rows1 SET c1 = x'' WHERE place = 3",
    'DELETE FROM rows1 WHERE place = 2',
    'DROP TABLE rows1',
    'ALTER TABLE rows1 RENAME TO other; CREATE VIEW rows1 AS SELECT 0 AS place, c0, c1 FROM other',
  ])
    it(`is not opened: ${damage.slice(0, 100)}`, async () => {
      const folder = newFolder();
      const snapshots = new SnapshotStore(folder);
      const id = await keep(snapshots, 'damaged');
      const database = new DatabaseSync(snapshotFile(folder));
      database.exec(damage);
      database.close();
      let steps = 0;
      await assert.rejects(
        snapshots.open(id, new ResultStore(), 'opened', () => steps++, never),
        /^Error: A table of the snapshot is damaged, or of a newer version$/,
      );
      assert.equal(steps, 0);
      snapshots.tables();
      await keep(snapshots, 'next');
      assert.deepEqual(namesIn(snapshots), ['next', 'damaged']);
    });
});

interface Keeper {
  readonly child: ChildProcess;
  /** It may end before anybody waits for it. */
  readonly ended: Promise<readonly unknown[]>;
}

const startKeeper = async (folder: string, name: string, count: number, rounds: number): Promise<Keeper> => {
  const script = path.join(import.meta.dirname, 'slow-keeper.ts');
  const child = spawn(process.execPath, [script, folder, name, String(count), String(rounds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { child, ended };
};

describe('processes that share the snapshots', () => {
  it('keep all of their own, also when they begin the file at the same time', async () => {
    const folder = newFolder();
    const keepers = await Promise.all(
      ['one', 'two', 'three'].map(name => startKeeper(folder, name, 10_000, 4)),
    );
    const codes = await Promise.all(keepers.map(async ({ ended }) => (await ended)[0]));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal(new SnapshotStore(folder).list(unbounded, Date.now()).length, 12);
  });
  it('that are killed while they keep one leave none of it', async () => {
    const folder = newFolder();
    const snapshots = new SnapshotStore(folder);
    await keep(snapshots, 'before');
    const { child, ended } = await startKeeper(folder, 'killed', 1_000_000, 1);
    await until('a part', async () => {
      const database = new DatabaseSync(snapshotFile(folder), { readOnly: true, timeout: 5000 });
      const found = database.prepare('SELECT id FROM snapshot_tables WHERE snapshot > 1').get()?.['id'];
      const count =
        found === undefined
          ? 0
          : database.prepare(`SELECT count(*) AS count FROM rows${Number(found)}`).get()?.['count'];
      database.close();
      return Number(count) > 0;
    });
    assert.deepEqual(namesIn(snapshots), ['before']);
    child.kill('SIGKILL');
    await ended;
    assert.deepEqual(namesIn(snapshots), ['before']);
    await keep(snapshots, 'after');
    assert.deepEqual(namesIn(snapshots).toSorted(), ['after', 'before']);
    const database = new DatabaseSync(snapshotFile(folder), { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'rows*'").all();
    assert.equal(tables.length, 2);
    database.close();
  });
});
