import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameQuery } from '../../../server/src/jql/syntax/tokenize.ts';

// prettier-ignore
const cases: readonly (readonly [one: string, other: string, isSame: boolean])[] = [
  ['a = 1', 'a=1', true],
  ['a = 1 AND b = 2', 'A = 1\n  and b = 2', true],
  ['a = 1 // a remark\nand b = 2', 'a = 1 and b = 2', true],
  ['a = "One two"', 'a = "one two"', false],
  ['a = one', 'a = two', false],
  ['a in (1, 2)', 'a in (1,2)', true],
  ['a in (1, 2)', 'a in (12)', false],
  ['ab = 1', 'a b = 1', false],
  ['', '  ', true],
];
for (const [one, other, isSame] of cases)
  test(`${JSON.stringify(one)} and ${JSON.stringify(other)} are ${isSame ? 'the same' : 'different'}`, () => {
    assert.equal(isSameQuery(one, other), isSame);
    assert.equal(isSameQuery(other, one), isSame);
  });
