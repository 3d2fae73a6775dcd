import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { HttpClient } from '../../server/src/network/http/http-client.ts';
import { HttpFailure } from '../../server/src/network/http/http-failure.ts';
import type { Clock } from '../../server/src/network/http/clock.ts';
import { createHttpClient } from '../../server/src/network/http/create-client.ts';
import { siteKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';

import { FileRecordStore } from '../../server/src/network/session/login/file-record-store.ts';
import { MemoryRecordStore, StoreFailure } from '../../server/src/network/session/login/record-store.ts';
import { SessionFailure } from '../../server/src/network/session/session-failure.ts';
import { Sessions } from '../../server/src/network/session/sessions.ts';
import type { RunOutcome } from '../../server/src/network/backend.ts';
import type { Vault } from '../../server/src/network/session/vault.ts';
import { startSandboxTracker, type SandboxTracker } from '../sandbox/tracker.ts';
import { codes, newFolder, never, quick, TestVault, Window } from './window.ts';

const first = { user: 'ada', password: 'analytical engine' };
const minute = 60_000;
const direct = { proxy: '', certificateAuthorities: [] };

/** A clock that can be set forward. */
class LeapingClock implements Clock {
  ahead = 0;
  now = (): number => quick.now() + this.ahead;
  date = (): number => quick.date() + this.ahead;
  sleep = async (): Promise<void> => undefined;
}

/** The vault of one window, in which something happens before it gives out anything while a login is under way. */
class BusyVault implements Vault {
  readonly #vault: Vault;
  readonly #happen: () => void | Promise<void>;
  readonly #isPending: () => Promise<boolean>;

  constructor(vault: Vault, { site, storage }: Fixture, happen: () => void | Promise<void>) {
    const store = new FileRecordStore(path.join(storage, 'logins'));
    this.#vault = vault;
    this.#happen = happen;
    this.#isPending = async () => {
      const { record } = await store.read(`${siteKey(site)} ${first.user}`);
      return record.state.status === 'pending';
    };
  }

  async get(key: string, site: string): Promise<string | undefined> {
    if (await this.#isPending()) await this.#happen();
    return this.#vault.get(key, site);
  }

  set(key: string, value: string): Promise<void> {
    return this.#vault.set(key, value);
  }

  delete(key: string): Promise<void> {
    return this.#vault.delete(key);
  }
}

interface Fixture {
  readonly tracker: SandboxTracker;
  readonly site: Site;
  readonly storage: string;
  readonly vault: TestVault;
  readonly basics: () => number;
}

function testWith(name: string, work: (fixture: Fixture) => Promise<void>): void {
  test(name, async () => {
    const tracker = await startSandboxTracker();
    const site: Site = { name: 'work', kind: 'tracker', url: tracker.url };
    const basics = (): number => tracker.requests.filter(({ sent }) => sent.includes('basic')).length;
    const vault = new TestVault();
    vault.enter(site, first);
    try {
      await work({ tracker, site, storage: newFolder(), vault, basics });
    } finally {
      await tracker.stop();
    }
  });
}

testWith('a request that may not go any more leaves nothing on its connection', async ({ tracker, site }) => {
  const client = createHttpClient(direct);
  let asked = 0;
  const request = { method: 'GET', url: `${site.url}/rest/api/2/myself`, headers: {}, read: true } as const;
  const canSend = (): boolean => {
    asked++;
    return false;
  };
  try {
    for (let turn = 0; turn < 2; turn++) {
      await assert.rejects(
        client.send({ ...request, canSend }, never),
        (error: unknown) => error instanceof HttpFailure && error.kind === 'cancelled' && error.unsent,
      );
    }
    assert.deepEqual([asked, tracker.requests.length], [2, 0]);
    const { status } = await client.send({ ...request, canSend: () => true }, never);
    assert.deepEqual([status, tracker.requests.length], [401, 1]);
  } finally {
    await client.close();
  }
});

for (const [when, length, direction] of [
  ['between the record and the connection', minute, 1],
  ['while it connects, and the clock is set back', minute, -1],
] as const) {
  testWith(
    `held up ${when}, a login sends nothing, and the next one does`,
    async ({ site, storage, basics }) => {
      const clock = new LeapingClock();
      const vault = new TestVault();
      vault.enter(site, first);
      let leap = length * direction;
      const connect = (): HttpClient => {
        const client = createHttpClient(direct);
        const send: HttpClient['send'] = (request, signal) => {
          clock.ahead += leap;
          leap = 0;
          return client.send(request, signal);
        };
        return { send, close: () => client.close() };
      };
      await using window = new Window(site, vault, storage, { clock, connect });
      assert.deepEqual([codes(await window.search()), basics()], [['late'], 0]);
      assert.deepEqual([codes(await window.search()), basics()], [[], 1]);
    },
  );
}

const soon = (): AbortSignal => AbortSignal.timeout(5000);
const failsWith = (code: string) => (error: unknown) =>
  error instanceof SessionFailure && error.notice.code === code;

testWith(
  'a write-ahead that fails after it was written sends nothing, and only a click sends then',
  async ({ site, vault, basics }) => {
    class FailingStore extends MemoryRecordStore {
      #fails = true;
      override async replace(...change: Parameters<MemoryRecordStore['replace']>): Promise<boolean> {
        const isWritten = await super.replace(...change);
        if (!this.#fails) return isWritten;
        this.#fails = false;
        throw new StoreFailure('EIO');
      }
    }
    let count = 0;
    const client = createHttpClient(direct);
    const sessions = new Sessions({
      store: new FailingStore(),
      vault,
      raw: client,
      client,
      clock: quick,
      userAgent: () => 'test',
      newLogin: () => `login ${++count}`,
      changed: () => undefined,
    });
    const run = (): Promise<unknown> =>
      sessions
        .client(site, 'run')
        .send({ method: 'GET', url: `${site.url}/rest/api/2/myself`, headers: {}, read: true }, soon());
    try {
      await assert.rejects(run(), failsWith('store'));
      await assert.rejects(run(), failsWith('unknown'));
      assert.equal(basics(), 0);
      assert.deepEqual([(await sessions.signIn(site, soon())).state, basics()], ['signedIn', 1]);
    } finally {
      await client.close();
    }
  },
);

testWith('held up before the secret is read, a login sends nothing', async each => {
  const { site, storage, vault: inner, basics } = each;
  const clock = new LeapingClock();
  const vault = new BusyVault(inner, each, () => void (clock.ahead ||= 4 * minute));
  await using window = new Window(site, vault, storage, { clock });
  assert.deepEqual([codes(await window.search()), basics()], [['late'], 0]);
  assert.deepEqual([codes(await window.search()), basics()], [[], 1]);
});

/** Two windows: one is held up in the middle of a login until `release`, for the other six minutes are over. */
function heldUp(name: string, work: (held: Held) => Promise<void>): void {
  testWith(name, async each => {
    const { site, storage, vault, basics } = each;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const held = new BusyVault(vault, each, () => {
      begun.resolve();
      return promise;
    });
    const clock = new LeapingClock();
    await using one = new Window(site, held, storage);
    await using other = new Window(site, vault, storage, { clock });
    const running = one.search();
    await begun.promise;
    clock.ahead = 6 * minute;
    try {
      await work({ site, vault, other, running, release, basics });
    } finally {
      release();
      await running;
    }
  });
}

interface Held {
  readonly site: Site;
  readonly vault: TestVault;
  readonly other: Window;
  readonly running: Promise<RunOutcome>;
  readonly release: () => void;
  readonly basics: () => number;
}

heldUp(
  'what a window may still send no other window sends, not even for a click',
  async ({ other, running, release, basics }) => {
    assert.deepEqual(codes(await other.search()), ['unknown']);
    const { state, message } = await other.signIn();
    assert.deepEqual([state, basics()], ['unknown', 0]);
    assert.match(message, /^Another window was interrupted/);
    release();
    assert.deepEqual([codes(await running), basics()], [['late'], 0]);
    assert.deepEqual([codes(await other.search()), basics()], [[], 1]);
  },
);

heldUp(
  'credentials that are entered anew need not wait for a window that is held up',
  async ({ site, vault, other, running, release, basics }) => {
    vault.enter(site, first);
    assert.deepEqual([(await other.signIn()).state, basics()], ['signedIn', 1]);
    release();
    assert.deepEqual([codes(await running), basics()], [['changed'], 1]);
    assert.deepEqual([codes(await other.search()), basics()], [[], 1]);
  },
);
