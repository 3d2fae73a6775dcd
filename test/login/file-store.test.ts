import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { FileStore } from '../../server/src/session/file-store.ts';
import {
  begun,
  emptyRecord,
  orphaned,
  refusing,
  settled,
  type LoginRecord,
} from '../../server/src/session/login-rule.ts';
import { change, StoreFailure } from '../../server/src/session/state-store.ts';
import { systemLink, type Link } from '../../server/src/session/atomic-file.ts';
import { newFolder, never } from './window.ts';

const key = 'https://tracker.example ada';
const attempt = { version: 'v1', login: 'l1' };
const pending = (owner: string): LoginRecord => begun(emptyRecord, attempt, owner, 5);

const noLink: Link = () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' }));

/** As file systems answer that have no hard links (exFAT, some network drives), or do not always let one be made. */
const links: readonly (readonly [string, Link])[] = [
  ['with hard links', systemLink],
  ['without hard links', noLink],
  ['with hard links now and then', (from, to) => (Math.random() < 0.5 ? systemLink : noLink)(from, to)],
];

for (const [name, link] of links) {
  const open = (folder: string): FileStore => new FileStore(folder, link);

  test(`${name}: what is written is read by another store`, async () => {
    const folder = newFolder();
    const one = open(folder);
    const record = refusing(pending(one.owner), 'v0', {
      reason: 'challenge',
      loginUrl: 'https://a.example/',
    });
    assert.equal(await one.replace(key, 0, record), true);
    assert.deepEqual(await open(folder).read(key), { record, stamp: 1 });
  });

  test(`${name}: of several that write on the same record only one succeeds`, async () => {
    const folder = newFolder();
    for (let stamp = 0; stamp < 6; stamp++) {
      const stores = Array.from({ length: 8 }, () => open(folder));
      const done = await Promise.all(stores.map(store => store.replace(key, stamp, pending(store.owner))));
      assert.equal(done.filter(Boolean).length, 1);
      const winner = stores[done.indexOf(true)];
      assert.deepEqual(await open(folder).read(key), {
        record: pending(winner?.owner ?? ''),
        stamp: stamp + 1,
      });
    }
  });

  test(`${name}: who is far behind does not write, although old numbers are free again`, async () => {
    const store = open(newFolder());
    for (let stamp = 0; stamp < 10; stamp++) await store.replace(key, stamp, pending(store.owner));
    assert.equal(await store.replace(key, 3, emptyRecord), false);
    assert.deepEqual(await store.read(key), { record: pending(store.owner), stamp: 10 });
  });

  test(`${name}: few files are left lying`, async () => {
    const folder = newFolder();
    const store = open(folder);
    for (let stamp = 0; stamp < 12; stamp++) await store.replace(key, stamp, pending(store.owner));
    const [place = ''] = readdirSync(folder);
    assert.ok(readdirSync(path.join(folder, place)).length <= 6);
  });

  test(`${name}: many changes at once are all made`, async () => {
    const folder = newFolder();
    const versions = Array.from({ length: 12 }, (_, index) => `v${index}`);
    await Promise.all(
      versions.map(version =>
        change(open(folder), key, record => refusing(record, version, { reason: 'credentials' })),
      ),
    );
    const { record } = await open(folder).read(key);
    assert.deepEqual(Object.keys(record.refused).toSorted(), versions.toSorted());
  });
}

test('a broken record is no record of nothing', async () => {
  const folder = newFolder();
  const store = new FileStore(folder);
  await store.replace(key, 0, pending(store.owner));
  const [place = ''] = readdirSync(folder);
  writeFileSync(path.join(folder, place, '1.json'), '{"state":{"status":"non');
  await assert.rejects(store.read(key), StoreFailure);
});

test('a folder that cannot be written is a failure', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'file'), '');
  await assert.rejects(new FileStore(path.join(folder, 'file')).replace(key, 0, emptyRecord), StoreFailure);
});

test('the account is not seen in the names of files', async () => {
  const folder = newFolder();
  const store = new FileStore(folder);
  await store.replace(key, 0, pending(store.owner));
  assert.doesNotMatch(readdirSync(folder, { recursive: true }).join(), /ada|tracker/);
  assert.ok(existsSync(folder));
});

test('owners: this thread is here, a former thread and an ended process are gone, another process is here', async () => {
  const store = new FileStore(newFolder());
  const owners = [
    store.owner,
    `${process.pid} ${hostname()} former`,
    `99999999 ${hostname()} ended`,
    `${process.ppid} ${hostname()} parent`,
    `nonsense ${hostname()}`,
    `${process.ppid} another-machine parent`,
  ];
  const presences = await Promise.all(owners.map(owner => store.presence(owner)));
  assert.deepEqual(presences, ['here', 'gone', 'gone', 'here', 'gone', 'elsewhere']);
});

test('a process that is stopped is not gone', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  try {
    child.kill('SIGSTOP');
    const owner = `${child.pid} ${hostname()} stopped`;
    assert.equal(await new FileStore(newFolder()).presence(owner), 'here');
  } finally {
    child.kill('SIGKILL');
  }
});

test('waiting ends with the signal', async () => {
  const stop = new AbortController();
  const waiting = new FileStore(newFolder()).changed(key, 0, stop.signal);
  stop.abort();
  await waiting;
  await new FileStore(newFolder()).changed(key, 0, never);
});

test('a late verdict of an attempt that was given up still refuses its version', () => {
  const late = settled(orphaned(pending('x'), attempt), attempt, {
    kind: 'rejected',
    refusal: { reason: 'credentials' },
  });
  assert.deepEqual(late, {
    state: { status: 'none' },
    refused: { v1: { reason: 'credentials' } },
    doubtful: {},
  });
});
