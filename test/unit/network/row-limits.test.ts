import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutModules } from '../../../server/src/wiki/cost/never-continue.ts';
import type { OwnLimit } from '#shared/protocol/request.ts';

import { RowLimits } from '../../../server/src/network/wiki/row-limits.ts';

const setting = 500;
const limitsOf = (...ownLimits: readonly OwnLimit[]): RowLimits => {
  const limits = new RowLimits(ownLimits);
  limits.raise(setting);
  return limits;
};

const links: OwnLimit = { table: 'alllinks', prefix: 'al', rows: 50 };
const users: OwnLimit = { table: 'allusers', prefix: 'au', rows: 20 };
const pages: OwnLimit = { table: 'pages', prefix: 'gap', rows: 30 };
const longest: OwnLimit = { table: 'querypage', prefix: 'qp', rows: 40 };
const allUsers: OwnLimit = { table: 'allusers', prefix: 'au' };

/** Whether a run ends: what the query gives, the rows of the tables so far, the names in the continuation. */
const cases: readonly (readonly [
  says: string,
  ownLimits: readonly OwnLimit[],
  rows: Readonly<Record<string, number>>,
  continuation: string,
  ends: boolean,
])[] = [
  ['without a number, the setting ends a run', [], { alllinks: 499 }, 'alcontinue', false],
  ['… by the longest table', [], { alllinks: 500, allusers: 2 }, 'alcontinue aufrom', true],
  ['a number ends it', [links], { alllinks: 50 }, 'alcontinue', true],
  ['… not before that', [links], { alllinks: 49 }, 'alcontinue', false],
  ['… also above the setting', [{ ...links, rows: 700 }], { alllinks: 500 }, 'alcontinue', false],
  ['of two, each has its own', [links, users], { alllinks: 50, allusers: 20 }, 'alcontinue aufrom', true],
  ['… and both are waited for', [links, users], { alllinks: 50, allusers: 10 }, 'alcontinue aufrom', false],
  ['… as far as they continue', [links, users], { alllinks: 50, allusers: 10 }, 'alcontinue', true],
  ['a table without a number does not delay it', [users], { alllinks: 10, allusers: 20 }, 'alcontinue', true],
  ['`max` means the setting', [links, allUsers], { alllinks: 50, allusers: 499 }, 'alcontinue aufrom', false],
  ['a generator limits its pages', [pages], { pages: 30 }, 'gapcontinue', true],
  ['… and not a list beside it', [pages], { pages: 29, alllinks: 900 }, 'gapcontinue alcontinue', false],
  ['an inner list is its module’s', [longest], { 'querypage.results': 40 }, 'qpoffset', true],
  ['a table of another name has the setting', [links], { others: 499 }, 'alcontinue', false],
  ['… which ends it', [links], { others: 500 }, 'alcontinue', true],
];

describe('the limits of a run', () => {
  for (const [says, ownLimits, rows, continuation, ends] of cases)
    it(says, () => {
      const tables = Object.entries(rows).map(([id, size]) => ({ id, size }));
      const next = new Map(continuation.split(' ').map(name => [name, 'x']));
      assert.equal(limitsOf(...ownLimits).reached(tables, next), ends);
    });

  it('grow together', () => {
    const limits = limitsOf(links, users);
    assert.deepEqual(
      ['alllinks', 'allusers', 'other'].map(id => limits.maximumOf(id)),
      [50, 20, 500],
    );
    limits.raise(100);
    assert.deepEqual(
      ['alllinks', 'allusers', 'other'].map(id => limits.maximumOf(id)),
      [150, 120, 600],
    );
  });
});

describe('a module that never continues', () => {
  const results: readonly (readonly [
    query: string,
    table: string,
    rows: number,
    count: number | undefined,
  ])[] = [
    ['list=geosearch', 'geosearch', 10, 10],
    ['list=geosearch', 'geosearch', 9, undefined],
    ['list=geosearch&gslimit=50', 'geosearch', 10, undefined],
    ['list=geosearch&gslimit=max', 'geosearch', 500, 500],
    ['list=wbsearch', 'wbsearch', 7, 7],
    ['generator=geosearch&ggslimit=20', 'pages', 20, 20],
    ['list=geosearch', 'geosearch', 0, undefined],
    ['list=allpages&aplimit=10', 'allpages', 10, undefined],
  ];
  for (const [query, table, rows, count] of results)
    it(`${query} with ${rows} rows is ${count === undefined ? 'whole' : 'cut'}`, () => {
      const parameters = new Map(new URLSearchParams(query));
      const cut = cutModules(parameters, id => (id === table ? rows : 0));
      assert.deepEqual(
        cut.map(module => module.count),
        count === undefined ? [] : [count],
      );
    });
});
