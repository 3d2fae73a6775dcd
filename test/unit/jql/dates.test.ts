/** Dates as queries have them, seen on Friday, 15 March 2024, 12:30:45 UTC. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  dateOfFunction,
  isDuration,
  readDate,
  readIncrement,
} from '../../../server/src/jql/dates/read-date.ts';

const now = Date.UTC(2024, 2, 15, 12, 30, 45);
const shown = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString().replace('T', ' ').replace('.000Z', '');

describe('a date', () => {
  for (const [text, expected] of [
    ['2024-01-15', '2024-01-15 00:00:00'],
    ['2024/01/15', '2024-01-15 00:00:00'],
    ['2024/1/5', '2024-01-05 00:00:00'],
    ['2024-01-15 14:30', '2024-01-15 14:30:00'],
    ['2024-02-29', '2024-02-29 00:00:00'],
    ['-7d', '2024-03-08 00:00:00'],
    ['1w', '2024-03-22 00:00:00'],
    ['0d', '2024-03-15 00:00:00'],
    ['-24h', '2024-03-14 12:30:45'],
    ['-1d 2h', '2024-03-13 22:00:00'],
    ['+2h', '2024-03-15 14:30:45'],
    ['-30', '2024-03-15 12:00:45'],
    ['-1w 2d', '2024-03-06 00:00:00'],
    ['4w2d', '2024-04-14 00:00:00'],
    ['2023-02-29', 'no-such-day'],
    ['2024-13-01', 'no-such-day'],
    ['2024-01-15 25:00', 'no-such-day'],
    ['2024-01-15T14:30', 'seconds'],
    ['2024-01-15 14:30:00', 'seconds'],
    ['2024-01-15T14:30:00.000+0100', 'seconds'],
    ['-1y', 'unit'],
    ['-1M', 'unit'],
    ['15.01.2024', 'form'],
    ['2024-01/15', 'form'],
    ['yesterday', 'form'],
    ['', 'form'],
  ] as const)
    it(`${text} = ${expected}`, () => {
      const read = readDate(text, now);
      assert.equal(typeof read === 'string' ? read : shown(read.time), expected);
    });
});

describe('a function of dates', () => {
  for (const [name, step, expected] of [
    ['now', '', '2024-03-15 12:30:45'],
    ['startOfDay', '', '2024-03-15 00:00:00'],
    ['startOfDay', '-1', '2024-03-14 00:00:00'],
    ['startOfDay', '-1d', '2024-03-14 00:00:00'],
    ['startOfDay', '8h', '2024-03-15 08:00:00'],
    ['startOfWeek', '', '2024-03-11 00:00:00'],
    ['startOfWeek', '-1', '2024-03-04 00:00:00'],
    ['startOfWeek', '1d', '2024-03-12 00:00:00'],
    ['startOfMonth', '', '2024-03-01 00:00:00'],
    ['startOfMonth', '-1', '2024-02-01 00:00:00'],
    ['startOfMonth', '+14d', '2024-03-15 00:00:00'],
    ['startOfYear', '-1y', '2023-01-01 00:00:00'],
    ['endOfMonth', '-1', '2024-02-29 23:59:59.999Z'],
    ['endOfDay', '', '2024-03-15 23:59:59.999Z'],
    ['endOfWeek', '', '2024-03-17 23:59:59.999Z'],
    ['endOfYear', '', '2024-12-31 23:59:59.999Z'],
    ['lastLogin', '', undefined],
  ] as const)
    it(`${name}(${step}) = ${expected}`, () => {
      assert.equal(shown(dateOfFunction(name, readIncrement(step), now)), expected);
    });
});

it('reads steps in time', () => {
  assert.deepEqual(readIncrement('+2M'), { count: 2, unit: 'M' });
  assert.deepEqual(readIncrement('-1'), { count: -1, unit: undefined });
  for (const wrong of ['', 'd', '1x', '1w 2d', '1.5d', '1D']) assert.equal(readIncrement(wrong), undefined);
});

it('tells lengths of time', () => {
  assert.deepEqual(
    ['3h', '1w 2d', '90', '1.5h', '4 hours'].filter(text => !isDuration(text)),
    [],
  );
  assert.deepEqual(['', 'long', 'h3', '-'].filter(isDuration), []);
});
