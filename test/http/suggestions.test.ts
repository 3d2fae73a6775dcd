/** Suggestions of a tracker while a value is typed: requested only with a session, once, and cancelled when not needed. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { systemClock, type Clock } from '../../server/src/network/http/clock.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { Backend } from '../../server/src/network/backend.ts';
import type { Suggestion } from '#shared/protocol/request.ts';
import { SuggestionCache } from '../../server/src/network/suggestions.ts';
import { newFolder, TestVault } from '../login/window.ts';
import {
  type SandboxTracker,
  type TrackerRequest,
  type TrackerOptions,
  startSandboxTracker,
} from '../sandbox/tracker.ts';
import { type BadServer, type Behaviour, json, startBadServer } from '../support/bad-server.ts';
import { until } from '../support/until.ts';

const never = new AbortController().signal;
const order = { field: 'status', typed: 'in p' } as const;

let tracker: SandboxTracker;
let site: Site;
let vault: TestVault;
let backend: Backend;

async function begin(options: TrackerOptions = {}, clock: Clock = systemClock): Promise<void> {
  tracker = await startSandboxTracker(options);
  site = { name: 'work', kind: 'tracker', url: tracker.url };
  vault = new TestVault();
  backend = createBackend({ vault, clock, random: () => 0 });
  backend.configure({ userAgent: 'test', proxy: '', certificateAuthorities: [], storage: newFolder() });
}
async function end(): Promise<void> {
  await backend.dispose();
  await tracker.stop();
}
const again = async (options: TrackerOptions = {}, clock: Clock = systemClock): Promise<void> => {
  await end();
  await begin(options, clock);
};
beforeEach(() => begin());
afterEach(end);

const signIn = async (): Promise<void> => {
  vault.enter(site, { user: 'ada', password: 'analytical engine' });
  assert.equal((await backend.signIn(site, never)).state, 'signedIn');
};
const asked = (): readonly TrackerRequest[] =>
  tracker.requests.filter(({ path }) => path.endsWith('/suggestions'));
const inProgress = [{ value: '"In Progress"', shown: '<b>In P</b>rogress' }];

test('a session is asked with its cookie, and the same question once', async () => {
  await signIn();
  assert.deepEqual(await backend.suggest(site, order, never), inProgress);
  assert.deepEqual(await backend.suggest(site, { ...order, field: 'Status' }, never), inProgress);
  assert.deepEqual(
    asked().map(({ path, query, sent, account }) => [path, query.toString(), sent, account]),
    [['/rest/api/2/jql/autocompletedata/suggestions', 'fieldName=status&fieldValue=in+p', ['cookie'], 'ada']],
  );
  await backend.suggest(site, { ...order, typed: 'i' }, never);
  await backend.suggest(site, { ...order, typed: 'a', predicate: 'by' }, never);
  assert.equal(asked().at(-1)?.query.toString(), 'fieldName=status&predicateName=by&predicateValue=a');
  assert.equal(asked().length, 3);
});

test('versions of projects are asked for once, and are in the order of their releases', async () => {
  const versions = [
    { name: '1.0', released: true, releaseDate: '2024-01-02' },
    { name: 'Someday', released: false },
    { name: '1.1', released: true, releaseDate: '2025-01-02' },
    { name: '0.1', released: true },
    { name: '0.2', released: true, archived: true },
    { name: '3.0', released: false, releaseDate: '2027-01-02' },
    { name: '2.0', released: false, releaseDate: '2026-01-02' },
    'odd',
  ];
  const place = await hostile(json(versions));
  const request = { field: 'fixVersion', versionsOf: ['LAMP'] };
  const suggested = await backend.suggest(place, { ...request, typed: '' }, never);
  assert.deepEqual(
    suggested?.map(({ value, detail }) => `${value}: ${detail}`),
    [
      '2.0: unreleased, 2026-01-02',
      '3.0: unreleased, 2027-01-02',
      'Someday: unreleased',
      '1.1: released 2025-01-02',
      '1.0: released 2024-01-02',
      '0.1: released',
    ],
  );
  assert.deepEqual(await backend.suggest(place, { ...request, typed: '2' }, never), suggested);
});

test('nothing at all is sent without a session', async () => {
  assert.equal(await backend.suggest(site, order, never), undefined);
  vault.enter(site, { user: 'ada', password: 'analytical engine' });
  assert.equal(await backend.suggest(site, { ...order, typed: 'o' }, never), undefined);
  vault.enter(site, { user: 'ada', token: tracker.account('ada').token });
  assert.equal(await backend.suggest(site, { ...order, typed: 'd' }, never), undefined);
  assert.deepEqual(tracker.requests, []);
});

test('a session that is over is not begun again, and nobody is asked in its place', async () => {
  await signIn();
  tracker.endSessions();
  assert.equal(await backend.suggest(site, order, never), undefined);
  assert.equal(await backend.suggest(site, { ...order, typed: 'd' }, never), undefined);
  assert.deepEqual(
    tracker.requests.map(({ sent }) => sent),
    [['basic'], ['cookie']],
  );
});

test('an access token that was accepted is sent as Bearer', async () => {
  vault.enter(site, { token: tracker.account('ada').token });
  assert.equal(await backend.suggest(site, order, never), undefined);
  assert.deepEqual(asked(), []);
  assert.equal((await backend.signIn(site, never)).state, 'signedIn');
  assert.deepEqual(await backend.suggest(site, order, never), inProgress);
  assert.deepEqual(asked()[0]?.sent, ['bearer']);
});

test("the cloud's API token is sent once it was accepted, and not again once it was refused", async () => {
  await again({ flavour: 'cloud' });
  const ada = tracker.account('ada');
  vault.enter(site, { user: ada.person.email, token: ada.token });
  assert.equal(await backend.suggest(site, order, never), undefined);
  assert.deepEqual(asked(), []);
  assert.equal((await backend.signIn(site, never)).state, 'signedIn');
  assert.deepEqual(await backend.suggest(site, order, never), inProgress);
  assert.deepEqual(asked()[0]?.sent, ['basic']);
  ada.token = 'another';
  assert.equal(await backend.suggest(site, { ...order, typed: 'o' }, never), undefined);
  const before = tracker.requests.length;
  assert.equal(await backend.suggest(site, { ...order, typed: 'd' }, never), undefined);
  assert.deepEqual([before, (await backend.sessionState(site)).state], [tracker.requests.length, 'rejected']);
});

test('the next account gets suggestions for what it may see', async () => {
  await signIn();
  await backend.suggest(site, order, never);
  await backend.signOut(site, never);
  assert.equal(await backend.suggest(site, order, never), undefined);
  await signIn();
  assert.deepEqual(await backend.suggest(site, order, never), inProgress);
  assert.equal(asked().length, 2);
});

test('a tracker that fails is left alone for a while', async () => {
  await signIn();
  tracker.fail({ kind: 'forbidden' }, { path: /suggestions/ });
  assert.equal(await backend.suggest(site, order, never), undefined);
  assert.equal(await backend.suggest(site, order, never), undefined);
  assert.equal(asked().length, 1);
  assert.equal(await backend.suggest(site, { field: 'nothing', typed: '' }, never), undefined);
});

test('a newer question ends the one before, as who asked does', async () => {
  await signIn();
  tracker.fail({ kind: 'delay', milliseconds: 3_600_000 }, { path: /suggestions/, times: 2 });
  const first = backend.suggest(site, order, never);
  await until('the first question', async () => asked().length === 1);
  const second = new AbortController();
  const later = backend.suggest(site, { ...order, typed: 'o' }, second.signal);
  assert.equal(await first, undefined);
  await until('the second question', async () => asked().length === 2);
  second.abort();
  assert.equal(await later, undefined);
  assert.deepEqual(await backend.suggest(site, order, never), inProgress);
});

test('an answer that takes too long is not waited for', async () => {
  const wakes: (() => void)[] = [];
  const clock: Clock = {
    ...systemClock,
    sleep: (_milliseconds, signal) =>
      new Promise(resolve => {
        wakes.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  await again({}, clock);
  await signIn();
  tracker.fail({ kind: 'delay', milliseconds: 3_600_000 }, { path: /suggestions/ });
  const answer = backend.suggest(site, order, never);
  await until('the question', async () => asked().length === 1);
  for (const wake of wakes) wake();
  assert.equal(await answer, undefined);
  assert.equal(await backend.suggest(site, order, never), undefined);
  assert.equal(asked().length, 1);
});

const accepted = json({ name: 'ada' }, { 'set-cookie': 'JSESSIONID=0123456789abcdef; Path=/' });
const results = (count: number, length: number): Behaviour =>
  json({ results: Array.from({ length: count }, (_, at) => ({ value: `${at}-${'x'.repeat(length)}` })) });

/** Signs in at a server that answers the questions so. */
async function hostile(
  ...answers: readonly Behaviour[]
): Promise<{ url: string; kind: 'tracker'; name: string }> {
  const server = await startBadServer([accepted, ...answers]);
  servers.push(server);
  const place = { name: 'work', kind: 'tracker', url: server.origin } as const;
  vault.enter(place, { user: 'ada', password: 'analytical engine' });
  assert.equal((await backend.signIn(place, never)).state, 'signedIn');
  return place;
}
const servers: BadServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map(server => server.stop())));

test('of an answer with many values a thousand are kept, of one with long ones none', async () => {
  const place = await hostile(results(5_000, 10), results(10, 5_000));
  assert.equal((await backend.suggest(place, order, never))?.length, 1_000);
  assert.deepEqual(await backend.suggest(place, { ...order, typed: 'a' }, never), []);
});

test('an answer of more than a megabyte is not read', async () => {
  const place = await hostile(results(40, 50_000));
  assert.equal(await backend.suggest(place, order, never), undefined);
});

test('a value that is not a value on one line is left out', async () => {
  const values = ['a\nproject = B', 'a\u0000', 'a\u202eb', '', 'a\u2028b', 'fine', 7, null];
  const place = await hostile(json({ results: [...values.map(value => ({ value })), 'odd', null] }));
  assert.deepEqual(await backend.suggest(place, order, never), [{ value: 'fine' }]);
});

test('what is kept of many answers is bounded', async () => {
  const kept = new SuggestionCache(systemClock);
  let count = 0;
  const ask = async (): Promise<readonly Suggestion[]> => {
    count++;
    return Array.from({ length: 1_000 }, () => ({ value: 'x'.repeat(500) }));
  };
  const askFor = (typed: number) => kept.suggestionsFor(site, { ...order, typed: String(typed) }, never, ask);
  for (let typed = 0; typed < 10; typed++) await askFor(typed);
  await askFor(9);
  assert.equal(count, 10);
  await askFor(0);
  assert.equal(count, 11);
});

test('the time zone is learned from whoever is signed in, and nobody is asked for it else', async () => {
  const [fields, info] = [json([]), json({ deploymentType: 'Server' })];
  const catalogue = json({ visibleFieldNames: [] });
  const zones: readonly [told: unknown, learned: string | undefined][] = [
    ['America/Argentina/Ushuaia', 'America/Argentina/Ushuaia'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['UTC\n### x', undefined],
    ['x'.repeat(100), undefined],
    [7, undefined],
    [undefined, undefined],
  ];
  for (const [timeZone, learned] of zones) {
    const place = await hostile(catalogue, fields, info, json({ name: 'ada', timeZone }));
    const description = await backend.describe(place, never);
    assert.equal(description?.kind === 'tracker' ? description.timeZone : '', learned);
    const request = servers.at(-1)?.requests.at(-1);
    assert.deepEqual(
      [request?.target, request?.headers.get('authorization')],
      ['/rest/api/2/myself', undefined],
    );
    assert.match(request?.headers.get('cookie') ?? '', /^JSESSIONID=/);
  }
  await backend.describe(site, never);
  assert.equal(tracker.requests.length, 3);
  assert(tracker.requests.every(({ path }) => !path.endsWith('/myself')));
});
