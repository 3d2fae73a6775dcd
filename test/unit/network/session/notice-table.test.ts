import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonNotices, trackerNotices } from '../../../../server/src/network/network-notices.ts';
import { sessionNotice } from '../../../../server/src/network/session/session-failure.ts';

const url = 'http://127.0.0.1/';

/** A notice from each table of texts, with a value of a site or of the user. */
const notices: readonly (readonly [table: string, message: (value: string) => string])[] = [
  ['session', value => sessionNotice('state.anonymous', { name: value, url }).message],
  ['network', value => commonNotices.of('manyMessages', { site: value }).message],
  ['tracker', value => trackerNotices.of('asNobody', { site: value }).message],
];

for (const [table, message] of notices) {
  test(`${table}: a value is shown`, () => assert.match(message('work'), /“work”/));
  test(`${table}: a value is cut after 1,000 characters`, () => {
    const text = message('x'.repeat(5_000));
    assert.match(text, /(?<!x)x{1000}…/);
    assert.ok(text.length < 2_000, String(text.length));
  });
  test(`${table}: a value cannot turn the text or break the line`, () =>
    assert.match(message('a\u202Eb\nc'), /a\uFFFDb c/));
}
