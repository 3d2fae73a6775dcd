import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { siteKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { FileRecordStore } from '../../server/src/network/session/login/file-record-store.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { cases } from '../support/depth.ts';
import { Child } from './model/child.ts';
import { assertNoSecret, filesBelow } from '../support/secrets/search.ts';
import { newFolder, TestVault } from './window.ts';

const scenarios = cases(40, 100);
const sums = { basics: 0, kills: 0, midway: 0, repeated: 0, locked: 0 };
const account = 'ada';
const myself = { path: /myself/ };

let tracker: SandboxTracker;
let site: Site;
let vault: TestVault;
let storage: string;
let names = 0;
const windows: Child[] = [];
before(async () => {
  tracker = await startSandboxTracker({ expiredSession: 'unauthorized' });
  site = { name: 'work', kind: 'tracker', url: tracker.url };
  vault = new TestVault();
});
after(async () => {
  await Promise.all(windows.map(window => window.kill()));
  await tracker.stop();
});

/** A living window; one that died is started anew, and finds what the others left. */
async function living(index: number): Promise<Child> {
  const old = windows[index];
  if (old && !old.dead) return old;
  const child = new Child(() => vault.kept);
  windows[index] = child;
  await child.ready;
  child.open(site, storage);
  return child;
}

/** The passwords that came by Basic, in order. */
const sentPasswords = (): string[] =>
  tracker.requests.flatMap(({ headers }) => {
    const [, basic] = /^Basic (.*)/.exec(String(headers['authorization'])) ?? [];
    return basic === undefined
      ? []
      : [
          Buffer.from(basic, 'base64')
            .toString()
            .slice(account.length + 1),
        ];
  });

async function isPending(): Promise<boolean> {
  const { record } = await new FileRecordStore(path.join(storage, 'logins')).read(
    `${siteKey(site)} ${account}`,
  );
  return record.state.status === 'pending';
}

/** One scenario with two processes. */
async function runScenario(happenings: readonly number[]): Promise<void> {
  storage = newFolder();
  vault = new TestVault();
  tracker.recover();
  tracker.endSessions();
  tracker.unlock(account);
  const from = sentPasswords().length;
  const ada = tracker.account(account);
  const allowed = new Map<string, number>();
  let risks = 0;
  let current = '';
  const allow = (): void => void allowed.set(current, (allowed.get(current) ?? 0) + 1);
  const enter = (right: boolean): void => {
    current = `canary-${right ? 'right' : 'wrong'}-${++names}`;
    if (right) ada.password = current;
    vault.enter(site, { user: account, password: current });
    allow();
  };
  const going: Promise<string>[] = [];
  const settle = async (): Promise<void> => void (await Promise.all(going.splice(0)));
  for (const window of [await living(0), await living(1)]) window.open(site, storage);
  enter(true);
  for (const what of happenings) {
    const window = await living(what & 1);
    switch ((what >>> 1) % 8) {
      case 0:
      case 1:
        going.push(window.do('run'), (await living(1 - (what & 1))).do('run'));
        break;
      case 2:
        if (ada.password !== current && ++risks > 2) break;
        allow();
        going.push(window.do('click'));
        break;
      case 3:
        await settle();
        enter(true);
        risks = ada.failedInARow;
        going.push(window.do('click'));
        allow();
        break;
      case 4:
        await settle();
        if (++risks > 2) break;
        enter(false);
        // Else a run of the other window could be first and lose its answer, and the click rightly send again.
        await window.do('click');
        break;
      case 5:
        await settle();
        tracker.endSessions();
        allow();
        break;
      case 6:
        tracker.fail({ kind: what % 3 === 0 ? 'unavailable' : 'drop' }, myself);
        break;
      case 7:
        tracker.fail({ kind: 'delay', milliseconds: 10 }, myself);
        going.push(window.do('run'));
        await wait((what >>> 4) % 30);
        await window.kill();
        sums.kills++;
        if (await isPending()) sums.midway++;
        break;
    }
  }
  await settle();
  const sent = sentPasswords().slice(from);
  sums.basics += sent.length;
  sums.locked += ada.locked ? 1 : 0;
  const repeated = [...new Set(sent)].filter(
    password => sent.filter(each => each === password).length > (allowed.get(password) ?? 0),
  );
  sums.repeated += repeated.length;
  assert.deepEqual([repeated, ada.locked, ada.counts.basicWhileLocked], [[], false, 0]);
  assertNoSecret(filesBelow(storage), [...new Set(sent)]);
}

test(
  'two processes, killed at any time, send no password more often than the user asked for',
  { timeout: 240_000 },
  async t => {
    const happenings = fc.array(fc.nat({ max: 1023 }), { minLength: 2, maxLength: 8 });
    await fc.assert(fc.asyncProperty(happenings, runScenario), { numRuns: scenarios, endOnFailure: true });
    t.diagnostic(
      `${scenarios} scenarios with ${sums.kills} killed processes (${sums.midway} in the middle of a login) and ${sums.basics} Basic logins over HTTP; ` +
        `passwords sent too often: ${sums.repeated}, accounts locked: ${sums.locked}`,
    );
  },
);

test('sixteen runs in two processes without a session are exactly one login', async () => {
  storage = newFolder();
  vault = new TestVault();
  tracker.recover();
  tracker.endSessions();
  const from = sentPasswords().length;
  vault.enter(site, { user: account, password: tracker.account(account).password });
  const both = [await living(0), await living(1)];
  for (const window of both) window.open(site, storage);
  const outcomes = await Promise.all(
    both.flatMap(window => Array.from({ length: 8 }, () => window.do('run'))),
  );
  assert.deepEqual([outcomes.join(''), sentPasswords().length - from], ['', 1]);
});
