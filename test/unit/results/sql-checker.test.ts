/** The problems of statements are found in a process that can be ended. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SqlChecker } from '../../../server/src/results/sql-checker.ts';
import { sqlProgram } from '../../support/sql-program.ts';
import { tables } from './sql/tables.ts';

const checker = new SqlChecker(sqlProgram);
const found = async (sql: string): Promise<string[]> =>
  (await checker.check(sql, tables)).map(
    ({ start, end, code, isNotice }) => `${code} ${sql.slice(start, end)}${isNotice ? ' !' : ''}`,
  );

/** Each table reads twice from the one before it: SQLite takes four times as long for each. */
const chain = (levels: number): string => {
  const tablesAfter = Array.from(
    { length: levels },
    (_, index) => `,a${index + 1} as (select a.x from a${index} a, a${index} b)`,
  );
  return `with a0 as (select 1 x)${tablesAfter.join('')} select x from a${levels}`;
};

describe('a check of a statement', () => {
  it('finds its problems, one statement after another', async () => {
    const all = ['select key from issues', 'select kye from issues', 'select * from isues', 'select'];
    assert.deepEqual(await Promise.all(all.map(found)), [
      [],
      ['unknown-column kye'],
      ['unknown-table isues'],
      ['incomplete select'],
    ]);
  });

  it('is ended where SQLite does not come to an end, and the next ones go on', async () => {
    assert.deepEqual(await found(`-- Long\n${chain(40)}`), ['too-complex with !']);
    assert.deepEqual(await found('select kye from issues'), ['unknown-column kye']);
    assert.deepEqual(await found(chain(2)), []);
  });

  it('is not repeated for the same statement', async () => {
    for (const sql of ['select key, kee from issues', chain(41)])
      assert.equal(await checker.check(sql, tables), await checker.check(sql, tables));
    const others = [...tables, { ...tables[0]!, name: 'others' }];
    assert.equal(await checker.check(chain(41), tables), await checker.check(chain(41), others));
  });

  it('is made anew where other tables are known', async () => {
    assert.deepEqual(await found('select * from isues'), ['unknown-table isues']);
    const named = await checker.check('select * from isues', [{ ...tables[0]!, name: 'isues' }]);
    assert.deepEqual(named, []);
  });

  it('of a text that is no statement says so', async () => {
    assert.deepEqual(
      (await checker.check(`select ${'1,'.repeat(20_000)}`, tables)).map(({ code }) => code),
      ['too-long'],
    );
  });
});
