/** SQL that others have written: nothing is written, no other file is opened, and each statement ends. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { sqlProblem } from '../../../server/src/sql/safe-sql.ts';
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

/** What has to be ended is given less time. */
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
