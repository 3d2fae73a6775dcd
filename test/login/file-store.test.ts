import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
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
} from '../../server/src/session/state.ts';
import { change, StoreFailure } from '../../server/src/session/store.ts';
import { newFolder, never } from './window.ts';

const key = 'https://tracker.example ada';
const attempt = { version: 'v1', login: 'l1' };
const pending = (owner: string): LoginRecord => begun(emptyRecord, attempt, owner, 5);

test('what is written is read by another store', async () => {
  const folder = newFolder();
  const one = new FileStore(folder);
  const record = refusing(pending(one.owner), 'v0', { reason: 'challenge', loginUrl: 'https://a.example/' });
  assert.equal(await one.replace(key, 0, record), true);
  assert.deepEqual(await new FileStore(folder).read(key), { record, stamp: 1 });
});

test('of two that write on the same record only one succeeds', async () => {
  const folder = newFolder();
  const stores = Array.from({ length: 8 }, () => new FileStore(folder));
  const done = await Promise.all(stores.map(store => store.replace(key, 0, pending(store.owner))));
  assert.equal(done.filter(Boolean).length, 1);
});

test('who is far behind does not write, although old numbers are free again', async () => {
  const store = new FileStore(newFolder());
  for (let stamp = 0; stamp < 20; stamp++) await store.replace(key, stamp, pending(store.owner));
  assert.equal(await store.replace(key, 3, emptyRecord), false);
  assert.deepEqual(await store.read(key), { record: pending(store.owner), stamp: 20 });
});

test('few files are left lying', async () => {
  const folder = newFolder();
  const store = new FileStore(folder);
  for (let stamp = 0; stamp < 50; stamp++) await store.replace(key, stamp, pending(store.owner));
  const [place = ''] = readdirSync(folder);
  assert.ok(readdirSync(path.join(folder, place)).length <= 6);
});

test('many changes at once are all made', async () => {
  const folder = newFolder();
  const versions = Array.from({ length: 30 }, (_, index) => `v${index}`);
  await Promise.all(
    versions.map(version =>
      change(new FileStore(folder), key, record => refusing(record, version, { reason: 'credentials' })),
    ),
  );
  const { record } = await new FileStore(folder).read(key);
  assert.deepEqual(Object.keys(record.refused).toSorted(), versions.toSorted());
});

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

test('owners: this thread runs, a former thread and an ended process do not, another process does', async () => {
  const store = new FileStore(newFolder());
  const alive = await Promise.all(
    [store.owner, `${process.pid} former`, '99999999 gone', `${process.ppid} parent`, 'nonsense'].map(owner =>
      store.alive(owner),
    ),
  );
  assert.deepEqual(alive, [true, false, false, true, false]);
});

test('waiting ends with the signal', async () => {
  const stop = new AbortController();
  const waiting = new FileStore(newFolder()).changed(key, 0, stop.signal);
  stop.abort();
  await waiting;
  await new FileStore(newFolder()).changed(key, 0, never);
});

test('a late verdict of an attempt that was given up still refuses its version', () => {
  const late = settled(orphaned(pending('x'), 'l1'), attempt, {
    kind: 'rejected',
    refusal: { reason: 'credentials' },
  });
  assert.deepEqual(late, {
    state: { status: 'none' },
    refused: { v1: { reason: 'credentials' } },
    doubtful: {},
  });
});
