/** Lists of names from elsewhere within a sentence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameList } from '#shared/base/text/name-list.ts';

test('names are listed once each, as they are', () => {
  assert.equal(nameList(['a', 'b', 'a']), 'a, b');
  assert.equal(nameList([]), '');
});

test('the first ones stand for many', () =>
  assert.match(nameList(Array.from({ length: 250 }, (_, index) => `n${index}`)), /^n0, .*n39 and 210 more$/));

test('long names are cut, and nothing in them is hidden', () => {
  assert.equal(nameList([`${'x'.repeat(79)}😀y`]), `${'x'.repeat(79)}…`);
  assert.equal(nameList(['a\u001B]0;b\u0007\u202Ec\nd']), 'a�]0;b��c d');
});
