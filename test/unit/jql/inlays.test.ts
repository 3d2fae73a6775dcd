/** The hints at dates that are not written in full, seen on Friday, 15 March 2024, 12:30:45 UTC. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeJql } from '../../../server/src/jql/completion/complete-jql.ts';
import { explainJql } from '../../../server/src/jql/hover/jql-hover.ts';
import { jqlInlays } from '../../../server/src/jql/inlays.ts';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { context, explained, knowledge, viewOf } from '../../support/jql.ts';

const inlays = (text: string): string[] =>
  jqlInlays(parseJql(viewOf(text).scope), knowledge, context, key => key).map(
    ({ at, label }) => `${text.slice(0, at)} = ${label}`,
  );

const cases: readonly (readonly [query: string, ...labels: string[]])[] = [
  ['created > -7d', 'created > -7d = 8 Mar 2024 UTC'],
  ['created > -24h', 'created > -24h = 14 Mar 2024, 12:30 UTC'],
  ['created > "7"', 'created > "7" = 15 Mar 2024, 12:37 UTC'],
  ['created > 7', 'created > 7 = 1 Jan 1970 UTC'],
  ['created > 1705276800000', 'created > 1705276800000 = 15 Jan 2024 UTC'],
  ['created > 2024-01-15'],
  ['created > startofmonth()', 'created > startofmonth() = 1 Mar 2024 UTC'],
  ['created > lastLogin()'],
  ['created > -99999999999999d'],
  ['created > 99999999999999999999'],
  ['created > startOfYear(99999999)'],
  ['created > endOfMonth(-99999999y)'],
  ['created > startOfDay(99999999999999999999999m)'],
  [
    'created > startOfYear(99999999) and updated > -99999999999999d and due < 1w',
    'created > startOfYear(99999999) and updated > -99999999999999d and due < 1w = 22 Mar 2024 UTC',
  ],
  ['status changed after -1w', 'status changed after -1w = 8 Mar 2024 UTC'],
  ['votes > 7'],
];

const seenInTokyo = (query: string) =>
  jqlInlays(parseJql(viewOf(query).scope), knowledge, { ...context, timeZone: 'Asia/Tokyo' }, key => key).map(
    ({ label, tooltip }) => [label, tooltip],
  );

describe('the dates of a query', () => {
  for (const [query, ...labels] of cases) it(query, () => assert.deepEqual(inlays(query), labels));
  it('have the whole moment as their tooltip', () => {
    for (const [query] of cases) {
      const [inlay] = jqlInlays(parseJql(viewOf(query).scope), knowledge, context, (_, values) =>
        String(values?.['date']),
      );
      const told = explained(`${query.slice(0, -1)}¦${query.slice(-1)}`)?.markdown;
      if (inlay === undefined || query.endsWith(')') || told === undefined) continue;
      assert.ok(told.includes(inlay.tooltip ?? '?'), `${query}: ${told}`);
    }
  });
  it('are those of the time zone of the site, where that is known', () => {
    assert.deepEqual(seenInTokyo('created > startOfDay()'), [
      ['15 Mar 2024', 'Friday, 15 March 2024, 00:00:00 Asia/Tokyo'],
    ]);
    assert.deepEqual(seenInTokyo('created > -24h'), [
      ['14 Mar 2024, 21:30', 'Thursday, 14 March 2024, 21:30:45 Asia/Tokyo'],
    ]);
    assert.deepEqual(seenInTokyo('created > 0'), [
      ['1 Jan 1970, 09:00', 'Thursday, 1 January 1970, 09:00:00 Asia/Tokyo'],
    ]);
  });

  const everywhere: readonly (readonly [timeZone: string | undefined, query: string, date: string])[] = [
    [undefined, 'created > -24h', 'Thursday, 14 March 2024, 12:30:45 UTC'],
    ['Asia/Tokyo', 'created > -24h', 'Thursday, 14 March 2024, 21:30:45 Asia/Tokyo'],
    ['America/Lima', 'created > startOfDay()', 'Friday, 15 March 2024, 00:00:00 America/Lima'],
    ['Pacific/Auckland', 'created > startOfDay()', 'Saturday, 16 March 2024, 00:00:00 Pacific/Auckland'],
  ];
  for (const [timeZone, query, date] of everywhere)
    it(`are the same in hint, hover and completion: ${query}, ${timeZone ?? 'no time zone'}`, () => {
      const zoned = { ...context, ...(timeZone !== undefined && { timeZone }) };
      const view = viewOf(query);
      const read = parseJql(view.scope);
      const [hint] = jqlInlays(read, knowledge, zoned, (_, values) => String(values?.['date']));
      assert.equal(hint?.tooltip, date);
      const start = query.indexOf('> ') + 2;
      const hover = explainJql(view, read, start + 2, knowledge, zoned)?.markdown ?? '';
      assert.ok(hover.includes(`**${date}**`), hover);
      assert.equal(hover.includes('time zone'), timeZone === undefined && !query.endsWith(')'));
      const begun = viewOf('created > ');
      const offers = completeJql(begun, parseJql(begun.scope), start, knowledge, zoned);
      const offer = offers.find(({ label }) => label === query.slice(start));
      if (query.endsWith(')')) assert.equal(offer?.detail, date);
      const typed = viewOf('created > -24');
      const counted = completeJql(typed, parseJql(typed.scope), start + 3, knowledge, zoned);
      if (query.endsWith('h')) assert.equal(counted.find(({ label }) => label === '-24h')?.detail, date);
    });
});
