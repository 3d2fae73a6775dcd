/** SQL that others have written: nothing is written, no other file is opened, and each statement ends. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { sqlProblem } from '../../../server/src/results/sql/safe-sql.ts';
import { allowReading } from '../../../server/src/results/sql-tables.ts';
import { askSql } from '../../../server/src/results/sql-process.ts';
import type { SqlOutcome } from '../../../server/src/results/sql-question.ts';
import { sqlProgram } from '../../support/sql-program.ts';
import hostile from './hostile-sql.json' with { type: 'json' };

const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-sql-'));
const file = path.join(folder, 'results.sqlite');
const other = path.join(folder, 'other.sqlite');
const secret = 'a value of another table';
const rows = 300;
const bounds = {
  time: 60_000,
  rows: 100,
  counted: 100_000,
  characters: 20_000,
  value: 1000,
  memory: 300_000_000,
};
const hidden = new Set(['rows1', 'rows2', 'result_tables']);
const signal = new AbortController().signal;

/** A shorter time limit for statements that have to be stopped. */
const short = 400;

const ask = (sql: string, offset = 0, time = bounds.time): Promise<SqlOutcome> =>
  askSql(
    sqlProgram,
    {
      file,
      tables: [
        {
          name: 'r1',
          source: 'rows1',
          columns: [
            { name: 'title', source: 'c0' },
            { name: 'tags', source: 'c1' },
          ],
        },
      ],
      sql,
      offset,
      bounds: { ...bounds, time },
    },
    signal,
  );

const state = (): string =>
  readdirSync(folder)
    .filter(name => !name.endsWith('-shm') && !name.endsWith('-wal'))
    .map(
      name =>
        `${name} ${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}`,
    )
    .join('\n');

let begun = '';
before(() => {
  for (const name of [file, other]) {
    const database = new DatabaseSync(name);
    database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE rows1 (place INTEGER PRIMARY KEY, c0, c1);
      CREATE TABLE rows2 (place INTEGER PRIMARY KEY, c0); CREATE TABLE result_tables (id);
      INSERT INTO rows2 VALUES (0, '${secret}')`);
    const insert = database.prepare('INSERT INTO rows1 VALUES (?, ?, ?)');
    for (let place = 0; place < rows; place++) insert.run(place, `Page ${place}`, Buffer.from('["a","b"]'));
    database.close();
  }
  begun = state();
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('hostile statements', () => {
  it('are more than 200', () => assert(hostile.length > 200));

  it('write nothing, open no other file, and end', async t => {
    const counts: Record<string, number> = {};
    for (const { sql: template, kind } of hostile) {
      const sql = template.replaceAll('{file}', other).replaceAll('{folder}', folder);
      const early = sqlProblem(sql, hidden);
      const outcome = early ?? (await ask(sql, 0, kind === 'ended' ? short : bounds.time));
      const text = JSON.stringify(outcome);
      const shown = sql.slice(0, 200);
      if (kind === 'refused') assert('refusal' in outcome, `${shown}: ${text.slice(0, 200)}`);
      if (kind === 'ended')
        assert(
          'refusal' in outcome && /^(?:time|memory|invalid)$/.test(outcome.refusal),
          `${shown}: ${text}`,
        );
      if (kind === 'bounded')
        assert('rows' in outcome && text.length < 100_000, `${shown}: ${text.slice(0, 300)}`);
      assert(!text.includes(secret), shown);
      assert.equal(state(), begun, shown);
      const outcomeName = 'refusal' in outcome ? outcome.refusal : 'answered';
      counts[outcomeName] = (counts[outcomeName] ?? 0) + 1;
    }
    t.diagnostic(`${hostile.length} statements: ${JSON.stringify(counts)}`);
  });
});

describe('a name that is internal to the database', () => {
  for (const sql of [
    'select * from edit',
    'select * from/**/edit',
    'select * from -- x\n edit',
    'select * from main.edit',
    'select * from main /**/ . /**/ "rows2"',
    "select * from 'main'.'rows2'",
    'select * from "rows2"',
    'select * from [rows2]',
    'select * from `rows2`',
    "select * from 'rows2'",
    'select * from (rows2)',
    'select * from ((r1), (rows2))',
    'select * from (((r1 join (rows2))))',
    'select * from (select 1 union select 2), rows2',
    "select * from r1, json_each('[1, 2]') e, rows2",
    'select * from r1 as x, r1 y left join r1 z on (x.title, 1) = (y.title, 1), rows2',
    'select * from r1 window, rows2',
    'select * from r1 x\u00a0where, rows2',
    'select * from r1 x\u2028where, rows2',
    'select * from r1 "where", rows2',
    'select * from r1 [order], rows2',
    'select * from r1 join r1 as b using (title), rows2',
    'select * from r1 where title is distinct from title union select * from rows2',
    'select 1 where 1 in edit',
    'select 1 where 1 not in main.rows2',
    "select 1 where 1 in 'rows2'",
    'select 1 where 1 in rows2 or 1 in (select 1)',
    "select edit('x')",
    'select "edit" /* x */ (\'x\')',
    'select [load_extension](title) from r1',
    "select * from completion('s')",
    "select 1 where 1 in pragma_table_info('rows1')",
    "select * from r1, `pragma_table_info`('rows1')",
    "select * from 'pragma_database_list'",
    'select * from r1 natural left outer join pragma_database_list()',
    'select * from (with rows2 as (select 1) select * from rows2), rows2',
    'with rows2 as (select 1) select * from main.rows2',
    'with edit as (select 1) select * from edit(1)',
    'select * from (with a as (select 1), b as (select * from rows2) select * from a)',
    'with a as (select 1 from r1 order by 1) select * from a, rows2',
    'with fts3to\u212aenize as (select 1) select * from fts3tokenize',
    'select 1 from r1 window rows2 as (partition by 1) union select place from rows2',
    'select (select 1 from rows2)',
    'select 1 from r1 order by (select count(*) from rows2)',
    'select 1 from r1 group by 1 having 1 in rows2',
    'select 1 from r1 limit (select 1 from sqlite_schema)',
    'values (1), ((select 1 from rows2))',
    'select case when 1 then (select 1 from rows2) end',
    'select sum(1) filter (where 1 in rows2) over (order by (select 1 from rows2)) from r1',
  ])
    it(`is refused where it is a table or a function: ${sql}`, () =>
      assert.equal(sqlProblem(sql, hidden)?.refusal, 'name'));

  for (const sql of [
    "select * from r1 where title = 'edit'",
    "select * from r1 where title in ('edit', 'new', 'rows1', 'sqlite_schema')",
    'select edit, fts5, "rows1" from (select 1 edit, 2 fts5, 3 rows1)',
    'select i.edit, (edit) from (select 1 "edit") i where edit in (edit, 1)',
    'select edit from (select 1 edit) union select 1 order by edit limit 1, 1',
    "select 'completion' as kind, 'rows1' as name",
    'select count(*) as completion, 1 as rtree from r1',
    'select edit.a from (select title a from r1) as edit, r1 x join r1 rtree on edit.a is distinct from rtree.title',
    'with completion as (select 1 a) select a from completion where a in completion',
    'with recursive edit(a) as (select 1 union select a + 1 from edit where a < 3), b as not materialized (select * from edit) select * from b',
    'select * from (with rows2(place) as (values (1)) select (select max(place) from rows2) from rows2)',
    "select * from r1 where title like 'sqlite_%' or title = 'fts5' group by title, 'edit'",
    "select replace(title, 'edit', 'dbstat') from r1 order by title, 'bytecode'",
  ])
    it(`is allowed elsewhere: ${sql}`, async () => {
      assert.equal(sqlProblem(sql, hidden), undefined);
      const outcome = await ask(sql);
      assert('rows' in outcome, JSON.stringify(outcome));
    });
});

describe('SQLite, where it asks about each table and function of a statement', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE rows1 (place, c0); CREATE TABLE rows2 (place);
    CREATE TEMP VIEW r1 AS SELECT place AS "#", c0 AS title FROM main.rows1`);
  const isRuled = 'setAuthorizer' in database;
  allowReading(database, [{ name: 'r1', source: 'rows1', columns: [] }]);
  after(() => database.close());
  const skip = !isRuled && 'this Node has no rules for a connection';
  for (const sql of [
    'select * from rows2',
    'select 1 from main.rows2',
    'select name from sqlite_schema',
    'select name from pragma_table_info(1)',
    'select schema from pragma_table_list',
    'select sqlite_version()',
    'select load_extension(1)',
    "select rtreecheck('rows2')",
    'delete from rows2',
    "attach ':memory:' as x",
    'pragma table_list',
    'create table x (a)',
  ])
    it(`denies ${sql}`, { skip }, () =>
      assert.throws(() => database.prepare(sql), /not authorized|prohibited/),
    );

  for (const sql of [
    'select title, "#" from R1 where title like 1',
    'select count(*) from temp.r1 a, r1 b',
    "select l.value, l.json, t.id from r1, json_each('[]') l, json_tree('[]') t",
    'with edit as (select title from r1) select count(*) from edit',
    'with recursive n(x) as (select 1 union all select x + 1 from n where x < 9) select count(*), max(x) from n',
  ])
    it(`allows ${sql}`, { skip }, () => void database.prepare(sql));
});

describe('a statement that reads', () => {
  for (const [sql, expected] of [
    ['SELECT count(*), min(title) FROM r1', [[rows, 'Page 0']]],
    ['select "#", title from r1 where title = \'Page 7\';', [[7, 'Page 7']]],
    ["WITH x AS (SELECT 'it''s; drop' AS a) SELECT a FROM x -- done", [["it's; drop"]]],
    ['SELECT value FROM r1, json_each(r1.tags) WHERE "#" = 0', [['a'], ['b']]],
    ["SELECT replace(title, 'Page', 'P') AS \"update\" FROM r1 LIMIT 1", [['P 0']]],
    ['VALUES (1, NULL, 1.5)', [[1, null, 1.5]]],
    ['SELECT 9007199254740993', [['9007199254740993']]],
  ] as const)
    it(`is answered: ${sql}`, async () => {
      const outcome = await ask(sql);
      assert('rows' in outcome, JSON.stringify(outcome));
      assert.deepEqual(outcome.rows, expected);
    });

  it('is answered in pages, whose total is known', async () => {
    const seen = new Set<unknown>();
    let offset = 0;
    for (;;) {
      const outcome = await ask('SELECT title FROM r1', offset);
      assert('rows' in outcome);
      assert.equal(outcome.total, rows);
      for (const [title] of outcome.rows) seen.add(title);
      offset += outcome.rows.length;
      if (outcome.rows.length === 0 || offset === outcome.total) break;
    }
    assert.equal(seen.size, rows);
  });

  it('says when values are shortened, and when there are too many rows to count', async () => {
    const long = await ask("SELECT printf('%.2000d', 1)");
    assert('rows' in long && long.cuts === 1);
    const many = await ask('SELECT a.title FROM r1 a, r1 b, r1 c');
    assert('rows' in many && many.total === undefined && many.rows.length === bounds.rows);
  });

  it('ends where nobody waits for it any more', async () => {
    const aborted = new AbortController();
    const asked = askSql(
      sqlProgram,
      {
        file,
        tables: [],
        sql: 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM t) SELECT count(*) FROM t',
        offset: 0,
        bounds: { ...bounds, time: 60_000 },
      },
      aborted.signal,
    );
    aborted.abort();
    await assert.rejects(asked);
  });
});
