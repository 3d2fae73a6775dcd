import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTimestamp } from '../../sandbox/api/timestamps.ts';
import { digitStamp, stamp } from '../../sandbox/stamps.ts';

const now = Date.UTC(2025, 5, 1, 12);
const read = (text: string) => {
  const time = readTimestamp(text, now);
  return time === undefined ? 'no' : stamp(time);
};

const cases: readonly (readonly [string, string])[] = [
  ['2024-01-15T14:56:00Z', '2024-01-15T14:56:00Z'],
  ['2024-01-15 14:56:00', '2024-01-15T14:56:00Z'],
  ['2024-01-15T14:56:00+02:00', '2024-01-15T12:56:00Z'],
  ['20240115145600', '2024-01-15T14:56:00Z'],
  ['20240115T145600Z', '2024-01-15T14:56:00Z'],
  ['1705330560', '2024-01-15T14:56:00Z'],
  ['20240115', '1970-08-23T06:15:15Z'],
  ['Mon, 15 Jan 2024 14:56:00 GMT', '2024-01-15T14:56:00Z'],
  ['now', '2025-06-01T12:00:00Z'],
  ['2024-01-15', 'no'],
  ['2024-01-15T14:56Z', 'no'],
  ['yesterday', 'no'],
  [' 2024-01-15T14:56:00Z', 'no'],
];

describe('a point in time', () => {
  for (const [text, expected] of cases)
    it(`${text} is ${expected}`, () => assert.equal(read(text), expected));
  it('is in continuation values as digits', () => assert.equal(digitStamp(now), '20250601120000'));
});
