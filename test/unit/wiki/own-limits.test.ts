import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownLimits } from '../../../server/src/wiki/own-limits.ts';
import { modelOf } from '../../support/wiki-problems.ts';

/** A query, and its own limits as `table prefix rows`. */
const cases: readonly (readonly [query: string, ...limits: readonly string[]])[] = [
  ['list=categorymembers\ncmlimit=50', 'categorymembers cm 50'],
  ['@rows = 7\nlist=allpages\naplimit={{rows}}', 'allpages ap 7'],
  ['list=allpages\naplimit=5\naplimit=6', 'allpages ap 6'],
  ['generator=allpages\ngaplimit=20\nprop=links\npllimit=500', 'pages gap 20'],
  ['list=allpages|allusers\naplimit=5\naulimit=9', 'allpages ap 5', 'allusers au 9'],
  ['list=allpages|allusers\naplimit=5\naulimit=max', 'allpages ap 5', 'allusers au -'],
  ['list=allpages|allusers\naplimit=5', 'allpages ap 5'],
  ['list=allpages|allusers\naplimit=max\naulimit=max'],
  ['list=allpages\naplimit=max'],
  ['list=allpages'],
  ['list=allpages\naplimit='],
  ['list=allpages\naplimit=0'],
  ['list=allpages\naplimit=1e3'],
  ['list=allpages\naplimit=-5'],
  ['list=allpages\naplimit=99999999999999999999'],
  ['prop=revisions\ntitles=A\nrvlimit=5', 'pages.revisions rv 5'],
  ['prop=revisions|links|info\ntitles=A\nrvlimit=5\npllimit=max', 'pages.revisions rv 5', 'pages.links pl -'],
  ['prop=revisions\ntitles=A\nrvlimit=max'],
  ['prop=links\ntitles=A|B\npllimit=5'],
  ['meta=notifications\nnotlimit=5'],
  ['list=allpages\naulimit=5'],
];

describe('the limit of a query itself', () => {
  for (const [query, ...limits] of cases)
    it(JSON.stringify(query), () => {
      const tables = ownLimits(modelOf(query));
      assert.deepEqual(
        tables.map(({ table, prefix, rows }) => `${table} ${prefix} ${rows ?? '-'}`),
        limits,
      );
    });
});
