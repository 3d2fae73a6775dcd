/** Problems of SQL at their places, with SQLite itself asked about what is not a matter of names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askSqlite } from '../../../../server/src/results/ask-sqlite.ts';
import { sqlProblems } from '../../../../server/src/results/sql/find-problems.ts';
import { tables } from './tables.ts';

const found = (sql: string): string[] =>
  sqlProblems(sql, tables, askSqlite).map(({ start, end, code }) => `${code} ${sql.slice(start, end)}`);

const said = (sql: string) => sqlProblems(sql, tables, askSqlite)[0]?.message;

const fine: readonly string[] = [
  '',
  '-- only a comment',
  'select 1',
  'select * from issues;',
  'select i.key, p.title from issues i join pages p on p.key = i.key where i."#" > 0',
  'with recursive n(x) as (select 1 union all select x + 1 from n where x < 9) select n.x from n',
  'select l.value, count(*) from issues, json_each(issues.labels) l group by 1',
  'select key, row_number() over (order by created) from issues',
  'select * from issues i where exists (select 1 from pages p where p.key = i.key)',
  'select "Story Points", "#" from issues',
  'values (1), (2)',
  'select title from temp.pages',
  'select temp.pages.title from pages',
  'select rowid from (select 1 as rowid)',
  "select i.key from issues as 'i'",
  "select i.key from issues 'i'",
  'select x.key from (issues) x',
  'select x.key from ((select key from issues)) x',
  'select t."count(*)" from (select count(*) from issues) t',
  'select t."upper(key)", t.`1`, t."The key" from (select upper(key), 1, key as \'The key\' from issues) t',
  'select t."key:1" from (select i.key, p.key from issues i, pages p) t',
  'select l.json, l.root from issues i, json_each(i.labels) l',
  'with a as (select b.x from b), b as (select 1 x) select * from a',
];

const wrong: readonly (readonly [sql: string, ...found: readonly string[]])[] = [
  ['delete from issues', 'not-select delete'],
  ['select 1; drop table issues', 'several ;'],
  ['select * from issues where key = ?', 'parameter ?'],
  ["select 'a", "unclosed '"],
  ['select * from sqlite_schema', 'name sqlite_schema'],
  ['with a as (insert into b values (1)) select 1', 'word insert'],
  ['select * from isues', 'unknown-table isues'],
  ['select * from isues, page', 'unknown-table isues', 'unknown-table page'],
  ['select i.kye, p.titel from issues i, pages p', 'unknown-column kye', 'unknown-column titel'],
  ['select x.key from issues i', 'unknown-alias x'],
  ['select kee from issues', 'unknown-column kee'],
  ['select "nothing" from issues', 'unknown-column "nothing"'],
  ['select key from issues, pages', 'ambiguous key'],
  ['select cuont(*) from issues', 'unknown-function cuont'],
  ['select substr(key) from issues', 'arguments substr'],
  ['select sum(count(*)) from issues', 'aggregate count'],
  ['select * frm issues', 'syntax frm'],
  ['select key from issues where from', 'syntax from'],
  ['select * from issues where', 'incomplete where'],
  ['select 1 union select 1, 2', 'invalid select'],
  ['select rowid from issues', 'unknown-column rowid'],
  ['select "#", _rowid_ from issues', 'unknown-column _rowid_'],
  ['select key from issues order by OID', 'unknown-column OID'],
  ['select p.key from issues i, pages p where i.rowid > 0', 'unknown-column rowid'],
  ['select i."a.b" from issues i', 'unknown-column "a.b"'],
  ["select 'pages' from main.'pages'", "unknown-table 'pages'"],
  ['select x.* from issues', 'unknown-table x'],
  ['select l.json, l.jsn, x.y from json_each(1) l, (issues) i', 'unknown-column jsn', 'unknown-alias x'],
  ["select i.key, kye from issues 'i'", 'unknown-column kye'],
  ['with a as (select b.x, kye from b), b as (select 1 x) select * from a', 'unknown-column kye'],
  ['select i.kye from issues i where i.kye > 1', 'unknown-column kye', 'unknown-column kye'],
  ['select title from main.pages', 'unknown-table pages'],
  ['select pages.key from pages, main.pages', 'unknown-table pages'],
  ['select pages.title, main.pages.title from pages', 'unknown-column title'],
  ['with c as (select key k from issues) select c.kk from c', 'unknown-column kk'],
];

/** The problem is at `^`. */
const places: readonly string[] = [
  'select status, count(*) from issues where ^count(*) > 1',
  'select count(*) filter (where 1) over (), count(*) from issues where ^count(*) > 1 order by count(*)',
  'select count(*) from issues where (select count(^count(*)) from pages)',
  'select substr(key, 1), ^substr(key), substr(key, 2) from issues',
  "select 'count', count(*) from issues where 'count' = ^count(*)",
  "select 'key', ^key from issues, pages",
  'with t as (select key from issues) select ^key from t, pages',
  'select i.key, (select ^key from issues, pages) from issues i',
  'select 1 from issues i, pages where exists (select 1 from issues x where x.status = 1) and ^key = 1',
];

describe('problems of SQL', () => {
  for (const sql of fine) it(`none in ${sql}`, () => assert.deepEqual(found(sql), []));
  for (const [sql, ...expected] of wrong) it(sql, () => assert.deepEqual(found(sql), expected));

  for (const marked of places)
    it(`at ^: ${marked}`, () => {
      const problems = sqlProblems(marked.replace('^', ''), tables, askSqlite);
      assert.deepEqual(
        problems.map(({ start }) => start),
        [marked.indexOf('^')],
      );
    });

  it('name what is probably meant', () => {
    assert.equal(said('select * from isues'), 'Unknown table “isues”. Did you mean “issues”?');
    assert.equal(said('select i.statsu from issues i'), 'Unknown column “statsu”. Did you mean “status”?');
    assert.equal(said('select cuont(*) from issues'), 'Unknown function “cuont”. Did you mean “count”?');
    const row = 'The number of the row is "#", in double quotes.';
    for (const sql of ['select rowid from issues', 'select i.rowid from issues i'])
      assert.equal(said(sql), `Unknown column “rowid”. ${row}`);
    const part = 'Unknown column “points”. Did you mean "estimate.points", in double quotes?';
    for (const column of ['points', 'e.points'])
      assert.equal(said(`with e as (select 1 "estimate.points") select ${column} from e`), part);
    assert.equal(
      said('with e as (select 1 "estimate.points", 2 "planned.points") select points from e'),
      'Unknown column “points”.',
    );
    assert.equal(said('select title from main.pages'), 'Unknown table “main.pages”.');
    const unsourced = 'Unknown column “title”. Add FROM with the name of a table.';
    for (const sql of ['select title', 'select upper(title), "key"']) assert.equal(said(sql), unsourced);
    assert.equal(said('select "a b" from issues'), 'Unknown column “a b”. Put text in single quotes.');
  });

  it('are found by few questions, also where a word is there thousands of times', () => {
    const sql = `select 1 in (${'x,'.repeat(3000)}x x)`;
    let asked = 0;
    const problems = sqlProblems(sql, tables, (...question) => {
      asked++;
      return askSqlite(...question);
    });
    assert.deepEqual(
      problems.map(({ start, end, code }) => [code, start, end]),
      [['syntax', sql.length - 2, sql.length - 1]],
    );
    assert(asked < 20, `${asked} questions`);
  });

  it('are not that a query has not run, also where its table is in parentheses', () => {
    const planned = tables.map(table => ({ ...table, isPlanned: true as const }));
    const codes = (sql: string) => sqlProblems(sql, planned, askSqlite).map(({ code }) => code);
    assert.deepEqual(codes('select i.other from (issues) i'), []);
    assert.deepEqual(codes('select i.other from issues i, isues'), ['unknown-table']);
  });

  it('say how to get a table where a table is missing', () => {
    const [problem] = sqlProblems('select * from issues', [], askSqlite);
    assert.match(problem?.message ?? '', /Run a query first/);
  });
});
