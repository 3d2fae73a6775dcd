import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { FileRecordStore } from '../../server/src/network/session/login/file-record-store.ts';
import {
  begun,
  emptyRecord,
  orphaned,
  refusing,
  settled,
  type LoginRecord,
} from '../../server/src/network/session/login/login-rule.ts';
import { change, StoreFailure } from '../../server/src/network/session/login/record-store.ts';
import { systemLink, type Link } from '../../server/src/files/atomic-file.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { newFolder, never, TestVault, Window } from './window.ts';

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
  const open = (folder: string): FileRecordStore => new FileRecordStore(folder, link);

  test(`${name}: what is written is read by another store`, async () => {
    const folder = newFolder();
    const one = open(folder);
    const record = refusing(pending(one.owner), 'v0', {
      reason: 'challenge',
      loginUrl: 'https://a.example/',
    });
    assert.equal(await one.replace(key, 0, record), true);
    assert.deepEqual(await open(folder).read(key), { record, revision: 1 });
  });

  test(`${name}: of several that write on the same record only one succeeds`, async () => {
    const folder = newFolder();
    for (let revision = 0; revision < 6; revision++) {
      const stores = Array.from({ length: 8 }, () => open(folder));
      const done = await Promise.all(stores.map(store => store.replace(key, revision, pending(store.owner))));
      assert.equal(done.filter(Boolean).length, 1);
      const winner = stores[done.indexOf(true)];
      assert.deepEqual(await open(folder).read(key), {
        record: pending(winner?.owner ?? ''),
        revision: revision + 1,
      });
    }
  });

  test(`${name}: a store with an old number does not write, although old numbers are free again`, async () => {
    const store = open(newFolder());
    for (let revision = 0; revision < 10; revision++)
      await store.replace(key, revision, pending(store.owner));
    assert.equal(await store.replace(key, 3, emptyRecord), false);
    assert.deepEqual(await store.read(key), { record: pending(store.owner), revision: 10 });
  });

  test(`${name}: few files are left lying`, async () => {
    const folder = newFolder();
    const store = open(folder);
    for (let revision = 0; revision < 12; revision++)
      await store.replace(key, revision, pending(store.owner));
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

test('a broken record is not a record of nothing', async () => {
  const folder = newFolder();
  const store = new FileRecordStore(folder);
  await store.replace(key, 0, pending(store.owner));
  const [place = ''] = readdirSync(folder);
  writeFileSync(path.join(folder, place, '1.json'), '{"state":{"status":"non');
  await assert.rejects(store.read(key), StoreFailure);
});

test('a folder that cannot be written is a failure', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'file'), '');
  await assert.rejects(
    new FileRecordStore(path.join(folder, 'file')).replace(key, 0, emptyRecord),
    StoreFailure,
  );
});

test('the account is not seen in the names of files', async () => {
  const folder = newFolder();
  const store = new FileRecordStore(folder);
  await store.replace(key, 0, pending(store.owner));
  assert.doesNotMatch(readdirSync(folder, { recursive: true }).join(), /ada|tracker/);
  assert.ok(existsSync(folder));
});

/** The machine and process namespace in the name of an owner. */
const spaceOf = (owner: string): string => owner.split(' ')[1] ?? '';

test('owners: this thread is here, a former thread and an ended process are gone, another process is here', async () => {
  const store = new FileRecordStore(newFolder());
  const space = spaceOf(store.owner);
  const owners = [
    store.owner,
    `${process.pid} ${space} former`,
    `99999999 ${space} ended`,
    `${process.ppid} ${space} parent`,
    `nonsense ${space}`,
    `${process.ppid} another-machine parent`,
    `99999999 ${hostname()} of-another-version`,
  ];
  const presences = await Promise.all(owners.map(owner => store.presence(owner)));
  assert.deepEqual(presences, ['here', 'gone', 'gone', 'here', 'gone', 'elsewhere', 'elsewhere']);
});

test('a process that is stopped is not gone', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  try {
    child.kill('SIGSTOP');
    const store = new FileRecordStore(newFolder());
    assert.equal(await store.presence(`${child.pid} ${spaceOf(store.owner)} stopped`), 'here');
  } finally {
    child.kill('SIGKILL');
  }
});

/** Runs a program with process numbers of its own, as in a container with the name of this machine. */
const ownNumbers = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const hasNamespaces = spawnSync('unshare', [...ownNumbers, 'true']).status === 0;

test(
  'a process in a container with the same host name and the same folder is elsewhere, not gone',
  { skip: !hasNamespaces && 'this system makes no namespaces' },
  async () => {
    const module = JSON.stringify(new URL('../../server/src/files/owner-presence.ts', import.meta.url));
    const program = `const { newOwner } = await import(${module}); console.log(newOwner()); setInterval(() => {}, 1000);`;
    const child = spawn('unshare', [...ownNumbers, process.execPath, '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [chunk]: unknown[] = await once(child.stdout, 'data');
      const owner = String(chunk).trim();
      assert.ok(spaceOf(owner).startsWith(`${hostname()}/`), owner);
      assert.equal(await new FileRecordStore(newFolder()).presence(owner), 'elsewhere');
    } finally {
      child.kill('SIGKILL');
    }
  },
);

const isPosix = process.platform !== 'win32';

/** A folder with a record, and where the record's files are. */
async function written(): Promise<{ folder: string; place: string }> {
  const folder = path.join(newFolder(), 'logins');
  const store = new FileRecordStore(folder);
  await store.replace(key, 0, pending(store.owner));
  const [place = ''] = readdirSync(folder);
  return { folder, place: path.join(folder, place) };
}

const modeOf = (folder: string): number => lstatSync(folder).mode & 0o777;

test('folders that others can change are made private before they are used', { skip: !isPosix }, async () => {
  for (const use of ['read', 'write'] as const) {
    const { folder, place } = await written();
    for (const each of [folder, place]) chmodSync(each, 0o777);
    const store = new FileRecordStore(folder);
    assert.equal(store.readNow(key), undefined, 'not without a change of the mode');
    if (use === 'read') assert.equal((await store.read(key)).revision, 1);
    else assert.equal(await store.replace(key, 1, emptyRecord), true);
    assert.deepEqual([modeOf(folder), modeOf(place)], [0o700, 0o700]);
    assert.notEqual(store.readNow(key), undefined);
  }
});

test('a link in the place of a folder is not followed', { skip: !isPosix }, async () => {
  for (const which of ['folder', 'place'] as const) {
    const names = await written();
    const elsewhere = path.join(newFolder(), 'elsewhere');
    renameSync(names[which], elsewhere);
    symlinkSync(elsewhere, names[which]);
    const store = new FileRecordStore(names.folder);
    const isUnsafe = (error: unknown): boolean =>
      error instanceof StoreFailure && error.unsafeFolder === names[which];
    await assert.rejects(store.read(key), isUnsafe);
    await assert.rejects(store.replace(key, 1, emptyRecord), isUnsafe);
    assert.equal(store.readNow(key), undefined);
  }
});

test(
  'a folder or a file of another user is not used',
  { skip: process.getuid?.() !== 0 && 'only root gives files away' },
  async () => {
    for (const file of ['', '1.json']) {
      const { folder, place } = await written();
      const store = new FileRecordStore(folder);
      chownSync(path.join(place, file), 12345, 12345);
      await assert.rejects(store.read(key), StoreFailure);
      assert.equal(store.readNow(key), undefined);
    }
  },
);

const odd: readonly (readonly [what: string, make: (file: string) => void])[] = [
  ['a dangling link', file => symlinkSync('nowhere', file)],
  ['a link to itself', file => symlinkSync(file, file)],
  ['a link to a file', file => symlinkSync(import.meta.filename, file)],
  ['an empty folder', file => mkdirSync(file)],
];
for (const [what, make] of odd)
  test(`${what} in the place of a record is a failure that ends`, { skip: !isPosix }, async () => {
    const { folder, place } = await written();
    rmSync(path.join(place, '1.json'));
    make(path.join(place, '1.json'));
    const store = new FileRecordStore(folder);
    await assert.rejects(store.read(key), StoreFailure);
    await assert.rejects(
      change(store, key, () => pending(store.owner)),
      StoreFailure,
    );
    assert.equal(store.readNow(key), undefined);
  });

test('waiting ends with the signal', async () => {
  const stop = new AbortController();
  const waiting = new FileRecordStore(newFolder()).changed(key, 0, stop.signal);
  stop.abort();
  await waiting;
  await new FileRecordStore(newFolder()).changed(key, 0, never);
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

test('an unsafe folder is named, and nothing is sent', { skip: !isPosix }, async () => {
  const storage = newFolder();
  symlinkSync(newFolder(), path.join(storage, 'logins'));
  const vault = new TestVault();
  const site: Site = { name: 'work', kind: 'tracker', url: 'http://127.0.0.1:1' };
  vault.enter(site, { user: 'ada', password: 'analytical engine' });
  await using window = new Window(site, vault, storage);
  const { message } = await window.signIn();
  assert.ok(message.includes(path.join(storage, 'logins')), message);
  assert.equal((await window.search()).requests, 0);
});
