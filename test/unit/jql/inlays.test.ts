/** What stands behind a date that is not told in full, seen on Friday, 15 March 2024, 12:30:45 UTC. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jqlInlays } from '../../../server/src/jql/inlays.ts';
import { parseJql } from '../../../server/src/jql/syntax/parser.ts';
import { around, explained, knowledge, viewOf } from '../../support/jql.ts';

const inlays = (text: string): string[] =>
  jqlInlays(parseJql(viewOf(text).scope), knowledge, around, key => key).map(
    ({ at, label }) => `${text.slice(0, at)} = ${label}`,
  );

const cases: readonly (readonly [query: string, ...labels: string[]])[] = [
  ['created > -7d', 'created > -7d = Friday, 8 March 2024, 00:00:00 UTC'],
  ['created > -24h', 'created > -24h = Thursday, 14 March 2024, 12:30:45 UTC'],
  ['created > "7"', 'created > "7" = Friday, 15 March 2024, 12:37:45 UTC'],
  ['created > 7', 'created > 7 = Thursday, 1 January 1970, 00:00:00 UTC'],
  ['created > 1705276800000', 'created > 1705276800000 = Monday, 15 January 2024, 00:00:00 UTC'],
  ['created > 2024-01-15'],
  ['created > startofmonth()', 'created > startofmonth() = Friday, 1 March 2024, 00:00:00 UTC'],
  ['created > lastLogin()'],
  ['created > -99999999999999d'],
  ['created > 99999999999999999999'],
  ['created > startOfYear(99999999)'],
  ['created > endOfMonth(-99999999y)'],
  ['created > startOfDay(99999999999999999999999m)'],
  [
    'created > startOfYear(99999999) and updated > -99999999999999d and due < 1w',
    'created > startOfYear(99999999) and updated > -99999999999999d and due < 1w = Friday, 22 March 2024, 00:00:00 UTC',
  ],
  ['status changed after -1w', 'status changed after -1w = Friday, 8 March 2024, 00:00:00 UTC'],
  ['votes > 7'],
];

describe('the dates behind a query', () => {
  for (const [query, ...labels] of cases) it(query, () => assert.deepEqual(inlays(query), labels));
  it('are those that a hover tells', () => {
    for (const [query, label] of cases) {
      if (label === undefined || query.endsWith(')')) continue;
      const date = label.slice(label.lastIndexOf(' = ') + 3);
      const told = explained(`${query.slice(0, -1)}¦${query.slice(-1)}`)?.markdown;
      assert.ok(told?.includes(date), `${query}: ${told}`);
    }
  });
});
