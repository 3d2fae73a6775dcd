import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../server/src/network/http/http-client.ts';
import { HttpFailure } from '../../../server/src/network/http/http-failure.ts';
import { credentialsKey, siteKey } from '#shared/protocol/sites/login.ts';
import { SessionFailure } from '../../../server/src/network/session/session-failure.ts';
import { asking, Desk, type Ask } from './desk.ts';
import { site, versionOf } from './names.ts';
import { visitorHeader, type Fate } from './tracker-model.ts';
import { Window } from './windows.ts';

const requestFor = (path: string): HttpRequest => ({
  method: 'GET',
  url: `${site.url}/rest/api/2${path}`,
  headers: {},
  read: true,
});

interface RunOptions {
  readonly path?: string;
  readonly isSlow?: boolean;
}
const fates: readonly Fate[] = ['lost', 'lost', 'refused', 'unavailable', 'useless'];
const never = new AbortController().signal;
const second = 1000;
const minute = 60 * second;
/** How long a window is stopped or a machine sleeps, and how far a clock is set: no two of them cancel each other out. */
const lengths = [
  second,
  11 * second,
  minute,
  2.5 * minute,
  4 * minute,
  6 * minute,
  70 * minute,
  9000 * minute,
];
const leaps = [7 * second, 1.7 * minute, 3.1 * minute, 5.3 * minute, 47 * minute, 600_000 * minute];

interface Task {
  readonly window: Window;
  readonly done: Promise<void>;
}

/** Windows, a user and a tracker; each number given to `happen` is something that happens. */
export class Scenario {
  readonly desk: Desk;
  readonly said: string[] = [];
  readonly #windows: Window[];
  /** The machine sleeps now and then; else its clock is set back. If both happen at once no program can tell. */
  readonly #sleeps: boolean;
  #tasks: Task[] = [];

  constructor(seed: number) {
    this.desk = new Desk(seed);
    this.#sleeps = this.desk.random(2) === 0;
    this.#windows = [new Window(this.desk), new Window(this.desk)];
    this.#enter(true);
  }

  async happen(what: number): Promise<void> {
    const window = this.#windows[what & 1] ?? assert.fail();
    if (((what >>> 1) & 32) !== 0) this.#beOdd(window, (what >>> 1) & 31, what >>> 7);
    else await this.#happen(window, (what >>> 1) & 31, what >>> 7);
    this.#replaceDead();
    for (let turns = (what >>> 7) % 40; turns > 0; turns--) await Promise.resolve();
  }

  /** Sites as they should not be, and what is done in the background. */
  #beOdd(window: Window, what: number, more: number): void {
    const { tracker } = this.desk;
    if (what < 4) this.#run(window, 1 + (more % 2), 1 + ((more >>> 1) % 4), { isSlow: more % 3 === 0 });
    else if (what < 6) this.#run(window, 1, 1 + (more % 3), { path: '/closed' });
    else if (what < 12) this.#background(window, more);
    else if (what < 16) tracker.lifetime = [1, 2, 3, 5, Infinity, Infinity][more % 6] ?? 1;
    else if (what < 18) tracker.isSilent = more % 2 === 0;
    else if (what < 20) tracker.cookieFates.push('deleted');
    else if (what < 22) tracker.cookieFates.push('rotated');
    else if (what < 25) this.#enterToken(window, more);
    else if (what < 28) this.#run(window, 2 + (more % 6), 1 + ((more >>> 2) % 2));
    else if (what < 29) tracker.failures = Math.max(tracker.failures, 2);
    else if (what < 31) tracker.tokens.clear();
    else tracker.sessions.clear();
  }

  /** Performs one random event: an action of a user or a window, or a fault. */
  async #happen(window: Window, what: number, more: number): Promise<void> {
    switch (what) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        this.#run(window, 1 + (more % 3), 1 + ((more >>> 2) % 3));
        break;
      case 6:
      case 7:
      case 8:
        this.#click(window);
        break;
      case 9:
        // Somebody who clicks again and again.
        this.#click(window);
        await this.settle();
        this.#click(window);
        break;
      case 10:
      case 11:
        this.#enter(true);
        this.#click(window);
        break;
      case 12:
      case 13:
        this.#enter(false);
        this.#click(window);
        break;
      case 14:
        // Entered, but the window was closed before it could ask for the login.
        this.#enter(more % 2 === 0);
        break;
      case 15:
      case 16:
        this.desk.tracker.sessions.clear();
        break;
      case 17:
        // At the tracker: whatever is kept here is wrong from now on.
        this.desk.tracker.right.clear();
        break;
      case 18:
        // In the browser: the account is not locked any more.
        this.desk.tracker.failures = 0;
        break;
      case 19:
      case 20:
      case 21:
        this.desk.tracker.fates.push(fates[more % fates.length] ?? 'answered');
        break;
      case 22:
      case 23:
      case 24:
        window.dieAfter(more % 24);
        break;
      case 25:
      case 26:
        window.stopAfter(more % 24);
        break;
      case 27:
        window.stopAfter(more % 24);
        this.#run(window, 1, 1);
        await this.settle();
        this.desk.pass(lengths[(more >>> 5) % lengths.length] ?? 0);
        break;
      case 28:
        this.desk.pass(lengths[more % lengths.length] ?? 0);
        for (const each of this.#windows) each.wake();
        break;
      case 29:
        await this.#wait(more);
        break;
      case 30:
        this.desk.skew +=
          (this.#sleeps || more % 2 === 0 ? 1 : -1) * (leaps[(more >>> 1) % leaps.length] ?? 0);
        break;
      case 31:
        if (more % 3 === 0) await this.settle();
        else await this.#signOut(window, more);
        break;
    }
  }

  /** Waits for whatever goes on in windows that run. */
  async settle(): Promise<void> {
    const held: Task[] = [];
    for (const task of this.#tasks) {
      const { window, done } = task;
      if (!window.isDead && !window.isStopped) await Promise.race([done, window.halted]);
      if (window.isStopped) held.push(task);
    }
    this.#tasks = held;
    this.#replaceDead();
  }

  /** In the end the right credentials and a click sign in, whatever happened and whoever is still stopped. */
  async end(): Promise<void> {
    const { tracker, checker } = this.desk;
    await this.settle();
    if (this.desk.random(2) === 0) {
      for (const window of this.#windows) window.wake();
      await this.settle();
    }
    tracker.fates.length = 0;
    tracker.cookieFates.length = 0;
    tracker.failures = 0;
    tracker.lifetime = Infinity;
    tracker.isSilent = false;
    const fresh = new Window(this.desk);
    this.#enter(true);
    const state = await fresh.sessions.signIn(site, never);
    assert.equal(state.state, 'signedIn', state.message);
    this.said.push(state.message);
    const { basics } = checker;
    const response = await fresh.sessions.client(site, 'run').send(requestFor('/search'), never);
    assert.deepEqual([response.headers['x-ausername'], checker.basics], ['alice', basics]);
    await this.#checkSecrets();
  }

  /** Time passes for all: no request lasts for minutes, and whoever waits for one hears of it at once. Or the machine sleeps. */
  async #wait(more: number): Promise<void> {
    const length = lengths[(more >>> 1) % lengths.length] ?? 0;
    if (this.#sleeps && more % 2 === 0) {
      this.desk.real += length;
      return;
    }
    if (length > 2 * minute) this.desk.timeouts++;
    await this.settle();
    this.desk.pass(length);
  }

  /** Several runs at the same time, each with several requests; between those of a slow one there are minutes. */
  #run(
    window: Window,
    runs: number,
    requests: number,
    { path = '/search', isSlow = false }: RunOptions = {},
  ): void {
    for (let run = 0; run < runs; run++) {
      const client = window.sessions.client(site, 'run');
      this.#start('run', window, async () => {
        const visitors: (string | undefined)[] = [];
        for (let sent = 0; sent < requests; sent++) {
          const { headers } = await client.send(requestFor(path), never);
          visitors.push(headers[visitorHeader]);
          if (isSlow) this.desk.pass(11 * minute);
        }
        this.desk.checker.answered(visitors);
      });
    }
  }

  /** A catalogue or a suggestion is asked for. */
  #background(window: Window, more: number): void {
    const client = window.sessions.client(site, more % 2 === 0 ? 'background' : 'session');
    const request = requestFor((more >>> 1) % 2 === 0 ? '/closed' : '/search');
    this.#start('background', window, () => client.send(request, never));
  }

  /** Out in one window, which may be stopped in it; in again in the other one. */
  async #signOut(window: Window, more: number): Promise<void> {
    if (more % 3 === 1) window.stopAfter((more >>> 4) % 12);
    this.#start('click', window, () => window.sessions.signOut(site, never));
    await this.settle();
    this.#enter(true);
    for (const other of this.#windows) if (other !== window) this.#click(other);
  }

  #click(window: Window): void {
    this.#start('click', window, async () => {
      this.said.push((await window.sessions.signIn(site, never)).message);
    });
  }

  #enter(isRight: boolean): void {
    const password = this.desk.name(isRight ? 'right-canary-' : 'wrong-canary-');
    if (isRight) this.desk.tracker.right.add(password);
    const credentials = { version: versionOf(password), user: 'alice', password };
    this.desk.secrets.set(credentialsKey(site), JSON.stringify(credentials));
  }

  #enterToken(window: Window, more: number): void {
    const isRight = more % 3 > 0;
    const token = this.desk.name(isRight ? 'right-token-canary-' : 'wrong-token-canary-');
    if (isRight) this.desk.tracker.tokens.add(token);
    this.desk.secrets.set(credentialsKey(site), JSON.stringify({ version: versionOf(token), token }));
    if (more % 2 === 0) this.#click(window);
  }

  #start(kind: Ask['kind'], window: Window, work: () => Promise<unknown>): void {
    const done = asking.run({ kind, waited: false, spent: false }, work).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof HttpFailure)) throw error;
        if (error instanceof SessionFailure) this.said.push(JSON.stringify(error.notice));
      },
    );
    // Whoever settles hears of it.
    done.catch(() => undefined);
    this.#tasks.push({ window, done });
  }

  /** A window that died is opened again, with nothing in its memory. */
  #replaceDead(): void {
    for (const [index, window] of this.#windows.entries()) {
      if (window.isDead) this.#windows[index] = new Window(this.desk);
    }
  }

  async #checkSecrets(): Promise<void> {
    const { record } = await this.desk.records.read(`${siteKey(site)} alice`);
    const text = [...this.said, JSON.stringify(record)].join('\n');
    assert.doesNotMatch(text, /canary|%63anary|YWxpY2U6|Y2FuYXJ5|NhbmFye|jYW5hcn/i);
  }
}
