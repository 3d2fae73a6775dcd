/** Suggestions of a wiki while a value is typed: requested without a session too, once, and cancelled when not needed. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { systemClock } from '../../server/src/network/http/clock.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { Backend } from '../../server/src/network/backend.ts';
import { startSandboxWiki, type SandboxWiki } from '../sandbox/wiki.ts';
import { json, reply, startBadServer } from '../support/bad-server.ts';
import { until } from '../support/until.ts';
import { quickClock } from './harness.ts';

const never = new AbortController().signal;

let wiki: SandboxWiki;
let site: Site;
let backend: Backend;
const begin = (clock = systemClock): void => {
  backend = createBackend({ clock, random: () => 0 });
  backend.configure({ userAgent: 'test', proxy: '', certificateAuthorities: [] });
};
beforeEach(async () => {
  wiki = await startSandboxWiki();
  site = { name: 'town', kind: 'wiki', url: wiki.url };
  begin();
});
afterEach(async () => {
  await backend.dispose();
  await wiki.stop();
});

const suggested = async (field: string, typed: string, signal = never): Promise<string[] | undefined> =>
  (await backend.suggest(site, { field, typed }, signal))?.map(({ value }) => value);

const cases: readonly [field: string, typed: string, values: readonly string[]][] = [
  ['page', 'mai', ['Main Page']],
  ['category', 'Books of the 189', ['Books of the 1890s']],
  ['user', 'Archive', ['Archive Bot']],
  ['tag', '', ['mobile edit', 'mw-undo', 'mw-new-redirect', 'mw-reverted', 'visualeditor', 'weather']],
];
for (const [field, typed, values] of cases)
  test(`of a ${field}: “${typed}”`, async () => {
    assert.deepEqual(await suggested(field, typed), values);
    assert.deepEqual(await suggested(field, typed), values);
    assert.equal(wiki.requests.length, 1);
  });

test('of anything else it is asked nothing', async () => {
  assert.equal(await suggested('status', 'o'), undefined);
  assert.equal(wiki.requests.length, 0);
});

test('only the last of what is typed quickly is asked', async () => {
  const typing = ['m', 'ma', 'mai'].map(typed => suggested('page', typed));
  assert.deepEqual(await Promise.all(typing), [undefined, undefined, ['Main Page']]);
  assert.equal(wiki.requests.length, 1);
});

test('who waits no more ends the question', async () => {
  wiki.fail({ kind: 'delay', milliseconds: 3_600_000 });
  const abort = new AbortController();
  const answer = suggested('page', 'mai', abort.signal);
  await until('the question', async () => wiki.requests.length === 1);
  abort.abort();
  assert.equal(await answer, undefined);
});

test('a wiki that is busy, fails or answers something else suggests nothing', async () => {
  const answers = [
    json({ errors: [{ code: 'maxlag', text: 'Busy.', module: 'main' }] }),
    reply(500, {}, ''),
    json({ query: { prefixsearch: 'odd' } }),
    json({ query: { prefixsearch: [{ title: `x${'x'.repeat(1_000_000)}` }] } }),
  ];
  for (const answer of answers) {
    const server = await startBadServer([answer]);
    await backend.dispose();
    begin(quickClock());
    site = { ...site, url: server.url };
    assert.equal(await suggested('page', 'x'), undefined);
    await server.stop();
  }
});

test('names that cannot be inserted into a document are left out', async () => {
  const names = ['A\n### B', 'a\u202Eb', 'x'.repeat(501), 7, 'Fine'];
  const server = await startBadServer([
    json({ query: { prefixsearch: [...names.map(title => ({ title })), null] } }),
  ]);
  site = { ...site, url: server.url };
  assert.deepEqual(await suggested('page', 'x'), ['Fine']);
  await server.stop();
});
