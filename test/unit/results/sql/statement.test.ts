/** The columns of a statement's own result. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readStatement } from '../../../../server/src/results/sql/statement.ts';
import { tables } from './tables.ts';

const cases: readonly (readonly [sql: string, columns: readonly string[] | undefined])[] = [
  ['select key as a, 1 as b from issues', ['a', 'b']],
  ['with x as (select key as a from issues) select a, 2 as c from x', ['a', 'c']],
  ['with x as (select 1 as a), y as (select a, a + 1 as b from x) select y.b from y', ['b']],
  ['with recursive n(i) as (select 1 union select i + 1 from n) select i as number from n', ['number']],
  ['select 1 as a union with_nothing', ['a']],
  ['select * from nowhere', undefined],
  ['', undefined],
];
for (const [sql, columns] of cases)
  it(`<${sql}> has the columns ${columns?.join(', ') ?? '(not known)'}`, () => {
    assert.deepEqual(
      readStatement(sql, tables).columns?.map(({ name }) => name),
      columns,
    );
  });
