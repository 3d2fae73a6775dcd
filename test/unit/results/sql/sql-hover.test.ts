import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hoverSql } from '../../../../server/src/results/sql/sql-hover.ts';
import { tables } from './tables.ts';

const hover = (marked: string) => hoverSql(marked.replace('¦', ''), marked.indexOf('¦'), tables);

const cases: readonly (readonly [marked: string, said: RegExp])[] = [
  [
    'select * from iss¦ues',
    /Result of the query “Closed issues”[\s\S]*release\.wikiquery[\s\S]*Site: wiki[\s\S]*Rows: 40[\s\S]*2026-10-01 12:00:00[\s\S]*`labels`/,
  ],
  ['select i¦.key from issues i', /Closed issues/],
  ['select i.cre¦ated from issues i', /\*\*Created\*\* — date[\s\S]*Column of issues[\s\S]*ISO text/],
  ['select lab¦els from issues', /json\\?_each/],
  ['select "#¦" from issues', /number of the row/],
  ['select "Story¦ Points" from issues', /Story Points/],
  ['select cou¦nt(*) from issues', /count\(\*\)[\s\S]*How many rows/],
  ['with c as (select key from issues) select * from ¦c', /Table of the statement itself[\s\S]*`key`/],
  ['select x¦ from (select upper(key) as x from issues)', /Computed/],
  ['select x¦ from (select key as x from issues)', /Column of issues/],
];

describe('hover in SQL', () => {
  for (const [marked, said] of cases) it(marked, () => assert.match(hover(marked)?.text ?? '', said));
  for (const marked of ['sel¦ect 1', 'select nothing¦', "select 'issu¦es' from issues", '¦'])
    it(`${marked} says nothing`, () => assert.equal(hover(marked), undefined));
});
