/** Statements whose answers are stored: all of them, or nothing. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import { SnapshotStore } from '../../../server/src/results/store/snapshot-store.ts';
import { streamAnswer } from '../../../server/src/results/sql-answer.ts';
import { showTables } from '../../../server/src/results/sql-tables.ts';
import { cases, someOf } from '../../support/depth.ts';
import { sqlSession } from '../../support/sql-session.ts';
import { until } from '../../support/until.ts';
import hostile from './hostile-sql.json' with { type: 'json' };

const column = (key: string, type: ColumnType, title = key): Column => ({ key, title, type });
const session = sqlSession();
session.put(
  'issues',
  [
    column('key', 'issue', 'Key'),
    column('labels', 'json', 'Labels'),
    column('done', 'boolean', 'Done'),
    column('created', 'date', 'Created'),
    column('Points', 'number', 'Story Points'),
  ],
  Array.from({ length: 300 }, (_, index) => ({
    key: `OPS-${index}`,
    labels: [`l${index % 3}`, 'all'],
    done: index % 2 === 0,
    created: `2026-01-${String((index % 28) + 1).padStart(2, '0')}T00:00:00Z`,
    ...(index % 5 > 0 && { Points: index }),
  })),
);
session.put(
  'pages',
  [column('title', 'page', 'Title'), column('cites', 'text', 'Cites')],
  Array.from({ length: 50 }, (_, index) => ({ title: `Page ${index}`, cites: `OPS-${index * 2}` })),
);
session.put('others', [column('key', 'issue', 'Key')], [{ key: 'DEV-1' }]);
after(() => session.close());

const header = () => session.results.store.tablesOf('answer')[0]?.header;
const shown = () =>
  header()?.columns.map(
    ({ key, title, type, hidden }) => `${key}/${title}/${type}${hidden ? '/hidden' : ''}`,
  );

/** A stored table whose values open at those sites. */
const at = (name: string, run: string, issues: string, pages = '') => ({
  name,
  run,
  table: 'rows',
  opensAt: { issues, pages },
});

describe('the answer of a statement', () => {
  it('opens the issues of one site: those of others are text', async () => {
    const types = async (...tables: readonly ReturnType<typeof at>[]) => {
      await session.ask('select a.key a, b.key b, p.title from a, b, p limit 1', { tables });
      return header()?.columns.map(({ type }) => type);
    };
    const [one, other, nowhere] = ['https://one.example', 'https://other.example', ''];
    const pages = at('p', 'pages', '', 'https://wiki.example/$1');
    const both = [at('a', 'issues', one), at('b', 'others', one), pages];
    assert.deepEqual(await types(...both), ['issue', 'issue', 'page']);
    const several = [at('a', 'issues', one), at('b', 'others', other), pages];
    assert.deepEqual(await types(...several), ['issue', 'text', 'page']);
    const unknown = [at('a', 'issues', nowhere), at('b', 'others', other), at('p', 'pages', '')];
    assert.deepEqual(await types(...unknown), ['text', 'issue', 'text']);
  });

  it('has the titles and types of the columns that it comes from', async () => {
    const { outcome, columns } = await session.ask(
      `select i.key, p.title page, i.labels, i.done, i."Points", upper(p.title) upper, count(*) over () number,
        date(i.created) day from issues i join pages p on p.cites = i.key order by p.title limit 2`,
    );
    assert.deepEqual([outcome.status, outcome.rows, outcome.notices], ['complete', 2, []]);
    assert.deepEqual(shown(), [
      'key/Key/issue',
      'page/page/page',
      'labels/Labels/json',
      'done/Done/boolean',
      'Points/Story Points/number',
      'upper/upper/text',
      'number/number/number',
      'day/day/date',
    ]);
    assert.deepEqual(columns.slice(0, 2), [
      { type: 'issue', table: 'issues' },
      { type: 'page', table: 'pages' },
    ]);
    assert.deepEqual(session.rows()[0], {
      key: 'OPS-0',
      page: 'Page 0',
      labels: ['l0', 'all'],
      done: true,
      upper: 'PAGE 0',
      number: 50,
      day: '2026-01-01',
    });
  });

  it('hides the numbers of rows, and tells equal names apart', async () => {
    await session.ask('select * from issues a join issues b on a.key = b.key');
    assert.deepEqual(
      header()?.columns.map(({ key }) => key),
      [
        '#',
        'key',
        'labels',
        'done',
        'created',
        'Points',
        '#_2',
        'key_2',
        'labels_2',
        'done_2',
        'created_2',
        'Points_2',
      ],
    );
    assert.equal(header()?.columns[0]?.hidden, true);
  });

  it('may have no rows', async () => {
    const { outcome } = await session.ask("select key from issues where key = ''");
    assert.deepEqual([outcome.status, outcome.rows, shown()], ['complete', 0, ['key/Key/issue']]);
  });

  it('takes the place of an earlier one of the same run', async () => {
    await session.ask('select 1 a');
    await session.ask('select 2 b');
    assert.deepEqual(session.rows(), [{ b: 2 }]);
  });

  it('can come from a snapshot', async () => {
    const { store } = session.results;
    const id = await new SnapshotStore(session.folder).keep(
      store,
      'pages',
      { name: 'Pages', kept: Date.now(), about: '{}' },
      { maximumAge: Infinity, maximumSize: 1e9 },
      new AbortController().signal,
    );
    const tables = [
      { name: 'issues', run: 'issues', table: 'rows' },
      { name: 'before', snapshot: id, table: 'rows' },
    ];
    const { outcome, columns } = await session.ask(
      'select b.title, i.key from before b join issues i on i.key = b.cites where b."#" < 2',
      { tables },
    );
    assert.deepEqual(outcome.notices, []);
    assert.deepEqual(session.rows(), [
      { title: 'Page 0', key: 'OPS-0' },
      { title: 'Page 1', key: 'OPS-2' },
    ]);
    assert.deepEqual(columns, [
      { type: 'page', table: 'before' },
      { type: 'issue', table: 'issues' },
    ]);
    for (const name of ['snapshots', 'kept.snapshots', 'snapshot_tables', 'rows1']) {
      const refused = await session.ask(`select * from ${name}, before`, { tables });
      assert.equal(refused.outcome.status, 'failed', name);
    }
  });
});

const batchesOf = (value: string, rows: number): readonly number[] => {
  const sizes: number[] = [];
  const sql = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select ${value} from n`;
  const file = session.results.sqlSource([])?.file ?? '';
  const bounds = { time: 30_000, rows: 10_000, value: 5_000_000, memory: 1e9 };
  streamAnswer({ file, tables: [], sql, bounds, isStream: true }, ({ batch }) => sizes.push(batch.length));
  return sizes.filter(size => size > 0);
};

describe('the batches of an answer', () => {
  it('have a thousand rows', () => assert.deepEqual(batchesOf('i', 2500), [1000, 1000, 500]));
  it('end at a million characters', () =>
    assert.deepEqual(batchesOf("printf('%.*c', 400000, 'x')", 7), [3, 3, 1]));
  it('end after a value that is longer', () =>
    assert.deepEqual(batchesOf("printf('%.*c', 2000000, 'x')", 3), [1, 1, 1]));
});

describe('what is not complete is not stored', () => {
  for (const [sql, said] of [
    ['select * from absent', /no such table/],
    ['drop table issues', /Unexpected “drop”/],
    [
      'with recursive n(x) as (select 1 union all select x + 1 from n) select x from n',
      // A busy machine may not get as far in its time.
      /more than 1000000 rows|longer than 30 s/,
    ],
    ["select printf('%.6000000d', 1)", /longer than 5000000 characters/],
  ] as const)
    it(sql, async () => {
      const { outcome } = await session.ask(sql);
      assert.equal(outcome.status, 'failed');
      assert.match(outcome.notices[0]?.message ?? '', said);
      assert.deepEqual(session.results.store.tablesOf('answer'), []);
    });

  it('a cancelled one', async () => {
    const cancelled = new AbortController();
    let count = 0;
    const asked = session.ask('select a.key from issues a, issues b, issues c', {
      signal: cancelled.signal,
      progress: rows => {
        count = rows;
      },
    });
    await until('rows', async () => count > 0);
    cancelled.abort();
    const { outcome } = await asked;
    assert.deepEqual([outcome.status, outcome.notices[0]?.code], ['failed', 'sqlCancelled']);
    assert.deepEqual(session.results.store.tablesOf('answer'), []);
  });

  it('one that does not fit', async t => {
    const small = sqlSession();
    t.after(() => small.close());
    small.put(
      'issues',
      [column('key', 'issue')],
      Array.from({ length: 300 }, (_, index) => ({ key: `OPS-${index}` })),
    );
    const { store } = small.results;
    store.limitTo(200_000);
    const { outcome } = await small.ask('select a.key, b.key from issues a, issues b');
    assert.deepEqual([outcome.status, outcome.notices[0]?.code], ['failed', 'sqlFull']);
    assert.deepEqual(store.tablesOf('answer'), []);
    assert.equal((await small.ask('select 1 a')).outcome.status, 'complete');
  });

  it('one of results in memory', async () => {
    const inMemory = sqlSession();
    inMemory.results.place = undefined;
    const { outcome } = await inMemory.ask('select 1');
    inMemory.close();
    assert.match(outcome.notices[0]?.message ?? '', /results are kept in memory/);
  });
});

const content = (): string =>
  JSON.stringify(
    ['issues', 'pages'].map(run => {
      const view = { sort: [], search: '', filters: {} };
      return session.results.store.window({ run, table: 'rows', view, offset: 0, count: 1000 });
    }),
  );

describe('hostile statements whose answers are stored', () => {
  it('change nothing that is stored', async t => {
    const begun = content();
    const counts: Record<string, number> = {};
    // Statements that only the time limit stops are in the test of the process, which has a shorter limit for them.
    const refused = hostile.filter(each => each.kind === 'refused');
    for (const { sql: template, kind } of someOf(refused, 30)) {
      const sql = template.replaceAll('{file}', '/dev/null').replaceAll('{folder}', session.folder);
      const { outcome } = await session.ask(sql.replaceAll('r1', 'issues'));
      assert.equal(outcome.status, 'failed', sql);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    assert.equal(content(), begun);
    t.diagnostic(JSON.stringify(counts));
  });
});

describe('a join of two tables with very many rows', () => {
  const count = cases(20_000, 100_000);
  const big = sqlSession();
  const rowsOf = (name: string, extra: object) =>
    Array.from({ length: count }, (_, index) => ({
      key: `K-${(index * 7) % count}`,
      [name]: index,
      ...extra,
    }));
  big.put(
    'one',
    [column('key', 'issue'), column('a', 'number'), column('tags', 'json')],
    rowsOf('a', { tags: ['x'] }),
  );
  big.put('two', [column('key', 'issue'), column('b', 'number')], rowsOf('b', {}));
  after(() => big.close());

  for (const [name, sql] of [
    ['plain columns', 'select count(*) n, sum(a = b) same from one join two on one.key = two.key'],
    ['nested columns', 'select count(*) n, sum(a = b) same, max(tags) tags from one join two using (key)'],
  ] as const)
    it(`has the right rows: ${name}`, async () => {
      const { outcome } = await big.ask(sql);
      assert.equal(outcome.status, 'complete', outcome.notices[0]?.message);
      const [row] = big.rows();
      assert.deepEqual([row?.['n'], row?.['same']], [count, count]);
    });

  for (const sql of [
    'select one.a from one join two on one.key = two.key',
    'select one.a, tags from one left join two on two.key = one.key',
    'select tags from two left join one on two.key = one.key',
  ])
    it(`uses an index: ${sql}`, () => {
      const source = big.results.sqlSource(['one', 'two']);
      assert(source);
      const database = new DatabaseSync(path.resolve(source.file), { readOnly: true });
      database.exec('PRAGMA temp_store = MEMORY');
      showTables(
        database,
        source.tables.map(({ run, ...table }) => ({ ...table, name: run })),
        sql,
      );
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      database.close();
      assert(
        plan.some(({ detail }) => /USING AUTOMATIC (?:PARTIAL )?(?:COVERING )?INDEX/.test(String(detail))),
        JSON.stringify(plan),
      );
    });
});
