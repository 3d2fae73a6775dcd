import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIssueKey, issueKeyAt, issueKeyOfPage, issueKeysInText } from '#shared/base/issue-key.ts';

const keys: readonly (readonly [string, boolean])[] = [
  ['ABC-12', true],
  ['A-1', true],
  ['abc-12', true],
  ['A2-1', true],
  ['AB_C2-1', true],
  ['ABC-0', false],
  ['ABC-012', false],
  ['ABC-', false],
  ['-12', false],
  ['1BC-2', false],
  ['_A-2', false],
  ['ABC-XXXXX', false],
  ['ABC-1-2', false],
  ['ABC 12', false],
  ['ÄBC-12', false],
  [' ABC-12', false],
  ['ABC-12\n', false],
  ['', false],
];
for (const [text, is] of keys)
  test(`${JSON.stringify(text)} ${is ? 'is' : 'is not'} a key`, () => assert.equal(isIssueKey(text), is));

/** `|` marks the cursor. */
const atCursor: readonly (readonly [string, string | undefined])[] = [
  ['key = ABC|-12', 'ABC-12'],
  ['key = A|-1', 'A-1'],
  ['key in (|ABC-12, X-3)', 'ABC-12'],
  ['key in (ABC-12|, X-3)', 'ABC-12'],
  ['key in (ABC-12, |X_1-3)', 'X_1-3'],
  ['key| = ABC-12', undefined],
  ['a 2024-|01-15 date', undefined],
  ['utf-|8', 'utf-8'],
  ['ABC-|0', undefined],
  ['ABC-12-|3', undefined],
  ['xABC-|12x', undefined],
  ['|', undefined],
];
for (const [marked, expected] of atCursor)
  test(`the key in ${JSON.stringify(marked)}`, () =>
    assert.equal(issueKeyAt(marked.replace('|', ''), marked.indexOf('|')), expected));

const prose: readonly (readonly [string, readonly (readonly [string, number])[]])[] = [
  [
    'ABC-12, (X_1-3).',
    [
      ['ABC-12', 0],
      ['X_1-3', 9],
    ],
  ],
  ['utf-8 and abc-12', []],
  ['ABC-0 ABC-12-3 xABC-12 ABC-12x ÄBC-12 MySQL-5.7 ABC-1.2', []],
];
for (const [text, expected] of prose)
  test(`the keys in ${JSON.stringify(text)}`, () =>
    assert.deepEqual(
      issueKeysInText(text).map(({ key, start }) => [key, start]),
      expected,
    ));

const pages: readonly (readonly [string, string | undefined])[] = [
  ['https://issues.example.org/browse/ABC-12', 'ABC-12'],
  ['https://example.org/jira/browse/a-1/', 'a-1'],
  ['https://example.org/jira/browse/ABC-12?focusedId=3#c', 'ABC-12'],
  ['https://example.org/jira/browse/ABC-12?from=/browse/X-1#c', 'ABC-12'],
  ['https://example.org/browse/ABC-0', undefined],
  ['https://example.org/browse/ABC', undefined],
  ['https://example.org/ABC-12', undefined],
  ['javascript:/browse/ABC-12', undefined],
  ['/browse/ABC-12', undefined],
];
for (const [address, key] of pages)
  test(`${address} is the page of ${key}`, () => assert.equal(issueKeyOfPage(address), key));
