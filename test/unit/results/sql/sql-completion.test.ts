/** Completion in SQL: `¦` is the cursor. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askSqlite } from '../../../../server/src/results/ask-sqlite.ts';
import { sqlProblems } from '../../../../server/src/results/sql/find-problems.ts';
import { completeSql } from '../../../../server/src/results/sql/sql-completion.ts';
import { hoverSql } from '../../../../server/src/results/sql/sql-hover.ts';
import { tables } from './tables.ts';

function at(marked: string) {
  const offset = marked.indexOf('¦');
  const sql = marked.replace('¦', '');
  return { sql, ...completeSql(sql, offset, tables) };
}

/** The text after a proposal was taken over. */
function accepted(marked: string, label: string): string {
  const { sql, start, end, proposals } = at(marked);
  const found = proposals.find(each => each.label === label);
  assert(found, `${label} is not in ${proposals.map(each => each.label).join(', ')}`);
  const { insert, cursor = insert.length } = found;
  return `${sql.slice(0, start)}${insert.slice(0, cursor)}¦${insert.slice(cursor)}${sql.slice(end)}`;
}

const edits: readonly (readonly [marked: string, label: string, after: string])[] = [
  ['¦', 'SELECT', 'SELECT¦'],
  ['sel¦', 'SELECT', 'SELECT¦'],
  ['select * from ¦', 'issues', 'select * from issues¦'],
  ['select * from iss¦', 'issues', 'select * from issues¦'],
  ['select * from issues i join ¦', 'pages', 'select * from issues i join pages¦'],
  ['select * from issues, ¦', 'json_each', 'select * from issues, json_each(¦)'],
  ['select i.¦ from issues i', 'status', 'select i.status¦ from issues i'],
  ['select i.sta¦ from issues i', 'status', 'select i.status¦ from issues i'],
  ['select i.¦ from issues i', 'Story Points', 'select i."Story Points"¦ from issues i'],
  ['select i."Story¦ from issues i', 'Story Points', 'select i."Story Points"¦ from issues i'],
  ['select pages.¦ from pages', 'order', 'select pages."order"¦ from pages'],
  ['select pages.¦', 'order', 'select pages."order"¦'],
  ['select ¦ from issues', 'created', 'select created¦ from issues'],
  ['select ¦ from issues', '*', 'select *¦ from issues'],
  ['select ¦ from issues', 'count', 'select count(¦) from issues'],
  ['select ¦ from issues', 'pi', 'select pi()¦ from issues'],
  [
    'select * from issues i join pages p on p.title = ¦',
    'i.key',
    'select * from issues i join pages p on p.title = i.key¦',
  ],
  ['select * from issues i join pages p on ¦', 'p', 'select * from issues i join pages p on p.¦'],
  ['select * from issues ¦', 'WHERE', 'select * from issues WHERE¦'],
  ['select * from issues ¦', 'LEFT JOIN', 'select * from issues LEFT JOIN¦'],
  ['select * from issues wh¦', 'WHERE', 'select * from issues WHERE¦'],
  ['select * from issues where status ¦', 'LIKE', 'select * from issues where status LIKE¦'],
  ["select * from issues where status = 'x' ¦", 'AND', "select * from issues where status = 'x' AND¦"],
  [
    "select * from issues where status = 'x' ¦",
    'ORDER BY',
    "select * from issues where status = 'x' ORDER BY¦",
  ],
  ['select status from issues group by ¦', 'status', 'select status from issues group by status¦'],
  [
    'select status from issues group by status ¦',
    'HAVING',
    'select status from issues group by status HAVING¦',
  ],
  ['select * from issues order by key ¦', 'DESC', 'select * from issues order by key DESC¦'],
  ['select case when key = 1 ¦ from issues', 'THEN', 'select case when key = 1 THEN¦ from issues'],
  [
    'with c as (select key k from issues) select * from ¦',
    'c',
    'with c as (select key k from issues) select * from c¦',
  ],
  [
    'with c as (select key k from issues) select c.¦ from c',
    'k',
    'with c as (select key k from issues) select c.k¦ from c',
  ],
  [
    'with c(a, b) as (select 1, 2) select c.¦ from c',
    'b',
    'with c(a, b) as (select 1, 2) select c.b¦ from c',
  ],
  [
    'select s.¦ from (select i.*, 1 as one from issues i) s',
    'labels',
    'select s.labels¦ from (select i.*, 1 as one from issues i) s',
  ],
  [
    'select s.¦ from (select i.*, 1 as one from issues i) s',
    'one',
    'select s.one¦ from (select i.*, 1 as one from issues i) s',
  ],
  [
    'select * from issues i where exists (select 1 from pages p where p.key = i.¦)',
    'key',
    'select * from issues i where exists (select 1 from pages p where p.key = i.key¦)',
  ],
  ['select * from issues where key in (¦', 'SELECT', 'select * from issues where key in (SELECT¦'],
  [
    'select l.¦ from issues, json_each(issues.labels) l',
    'value',
    'select l.value¦ from issues, json_each(issues.labels) l',
  ],
  ['select 1 union select ¦ from pages', 'title', 'select 1 union select title¦ from pages'],
  ['select sta¦', 'status', 'select status¦'],
  ['select /* a */ ¦ from issues', 'status', 'select /* a */ status¦ from issues'],
];

describe('completion of SQL', () => {
  for (const [marked, label, after] of edits)
    it(`${marked} offers ${label}`, () => assert.equal(accepted(marked, label), after));

  it('has no entry twice', () => {
    for (const [marked] of [...edits, ['select * from issues i join issues j on ¦'] as const]) {
      const entries = at(marked).proposals.map(({ kind, label }) => `${kind} ${label}`);
      const again = entries.filter((entry, index) => entries.indexOf(entry) !== index);
      assert.deepEqual(again, [], marked);
    }
  });

  for (const marked of [
    "select 'a¦b' from issues",
    "select 'a¦",
    'select 1 -- sel¦',
    'select /* sel¦',
    'select 12¦ from issues',
    'select key as ¦ from issues',
  ])
    it(`${marked} offers nothing`, () => assert.deepEqual(at(marked).proposals, []));

  it('offers no table where a value is wanted, and no column where a table is', () => {
    const kinds = (marked: string) => new Set(at(marked).proposals.map(({ kind }) => kind));
    assert(!kinds('select * from ¦').has('column'));
    assert.deepEqual(
      at('select i.¦ from issues i').proposals.map(({ label }) => label),
      ['#', 'key', 'status', 'created', 'labels', 'Story Points'],
    );
  });

  it('says what a column is, and its title where that is not its name', () => {
    const { proposals } = at('select i.¦ from issues i');
    const found = proposals.find(({ label }) => label === 'created');
    assert.equal(found?.detail, 'Created · date');
    assert.match(found?.text ?? '', /strftime/);
    assert.equal(proposals.find(({ label }) => label === 'Story Points')?.detail, 'number');
  });

  it('says which query, file and number of rows a table has', () => {
    const found = at('select * from ¦').proposals.find(({ label }) => label === 'issues');
    assert.equal(found?.detail, 'Closed issues · release.wikiquery · rows: 40');
  });

  it('ends for every beginning of a statement', () => {
    const sql =
      "with c(a) as (select \"x\" from issues) select c.a, 'it''s' from c left join (select * from pages) p on p.key = c.a group by 1 -- end\n;";
    for (let offset = 0; offset <= sql.length; offset++) {
      completeSql(sql.slice(0, offset), offset, tables);
      completeSql(sql, offset, tables);
      hoverSql(sql, offset, tables);
      sqlProblems(sql.slice(0, offset), tables, askSqlite);
    }
  });
});
