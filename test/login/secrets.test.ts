import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoSecret } from './secrets.ts';

const secret = 'canary pass/word+1';

for (const text of [
  `the password is ${secret}!`,
  `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
  `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`,
  `Basic ${Buffer.from(`someone:${secret} and more`).toString('base64')}`,
  `?password=${encodeURIComponent(secret)}&more`,
  new URLSearchParams({ lgpassword: secret }).toString(),
]) {
  test(`a secret is found in “${text}”`, () => assert.throws(() => assertNoSecret(['', text], [secret])));
}

test('where there is none, none is found', () =>
  assertNoSecret(['the password was refused', 'ada'], [secret]));
