/** Which projects of a tracker are known: from a stored catalogue, and from the tracker if somebody is signed in there. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { SiteLock } from '#shared/base/site-lock.ts';
import { TrackerProjects } from '../../../server/src/editor/tracker-projects.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';

const site: Site = { name: 'work', kind: 'tracker', url: 'https://issues.example.org' };
const lock: SiteLock = {
  file: 'work.json',
  site: 'work',
  url: site.url,
  software: '',
  time: '',
  description: {
    kind: 'tracker',
    autocompleteData: {},
    values: { hasAccount: true, projects: [{ id: '1', key: 'LAMP', name: 'Lamps' }], statuses: [] },
  },
};

const tracker = (state: SessionState['state'], answers: readonly (readonly string[] | undefined)[]) => {
  const left = [...answers];
  let time = 0;
  const asked: string[] = [];
  const projects = new TrackerProjects(
    {
      sessionState: async () => ({ state, message: '' }),
      projects: async ({ name }) => {
        asked.push(name);
        return left.shift();
      },
    },
    () => time,
  );
  return { projects, asked, pass: (milliseconds: number) => (time += milliseconds) };
};

test('a stored catalogue names projects without a request', async () => {
  const { projects, asked } = tracker('signedIn', []);
  assert.deepEqual(await projects.of(site, lock, false), ['LAMP']);
  assert.deepEqual(await projects.of({ ...site, url: 'https://other.example.org' }, lock, false), []);
  assert.deepEqual(asked, []);
});

test('a tracker is not asked without a session', async () => {
  for (const state of ['anonymous', 'expired', 'rejected', 'pending', 'unknown'] as const) {
    const { projects, asked } = tracker(state, [['CANAL']]);
    assert.deepEqual(await projects.of(site, lock, true), ['LAMP']);
    assert.deepEqual(asked, []);
  }
});

test('a tracker is asked once, and again when its account or the settings change', async () => {
  const { projects, asked } = tracker('signedIn', [['CANAL', 'LAMP'], ['ROAD'], ['GARD']]);
  for (let times = 0; times < 3; times++)
    assert.deepEqual(await projects.of(site, lock, true), ['LAMP', 'CANAL']);
  projects.forgetSite(site);
  assert.deepEqual(await projects.of(site, undefined, true), ['ROAD']);
  projects.forget();
  assert.deepEqual(await projects.of(site, undefined, true), ['GARD']);
  assert.equal(asked.length, 3);
});

test('a tracker that did not answer is asked again after a while', async () => {
  const { projects, asked, pass } = tracker('signedIn', [undefined, ['CANAL']]);
  assert.deepEqual(await projects.of(site, undefined, true), []);
  assert.deepEqual(await projects.of(site, undefined, true), []);
  assert.equal(asked.length, 1);
  pass(600_000);
  assert.deepEqual(await projects.of(site, undefined, true), ['CANAL']);
});

test('nothing but the key of a project is taken', async () => {
  const { projects } = tracker('signedIn', [['', 'A B', 'ÅNG', '<b>', '9A', 'R2_D2']]);
  assert.deepEqual(await projects.of(site, undefined, true), ['R2_D2']);
});
