import assert from 'node:assert/strict';
import { HttpFailure, type HttpRequest } from '../../../server/src/http/client.ts';
import { credentialsKey, sessionSite, type Site } from '../../../server/src/protocol.ts';
import { SessionFailure } from '../../../server/src/session/failure.ts';
import type { Basic, Fate } from './tracker-model.ts';
import { Desk, Window } from './windows.ts';

export const site: Site = { name: 'work', kind: 'tracker', url: 'https://tracker.example' };
const request: HttpRequest = {
  method: 'GET',
  url: `${site.url}/rest/api/2/search`,
  headers: {},
  read: true,
};
const fates: readonly Fate[] = ['lost', 'lost', 'refused', 'unavailable'];
const never = new AbortController().signal;
/** A careful person takes no third risk with a wrong password before a login has succeeded. */
const mostRisks = 2;

/** What happened in one story, for the sums. */
export interface Outcome {
  readonly basics: number;
  readonly locked: number;
  readonly afterRejection: number;
  readonly unasked: number;
  readonly deaths: number;
}

/** Windows, a person and a tracker; each number given to `happen` is something that happens. */
export class Story {
  readonly desk: Desk;
  readonly said: string[] = [];
  readonly #windows: Window[];
  readonly #tasks: { readonly window: Window; readonly done: Promise<void> }[] = [];
  /** Explicit clicks, by the version that was kept then. */
  readonly #clicks = new Map<string, number>();
  /** Wrong passwords that were or may yet be sent since the last success. */
  #risks = 0;

  constructor(seed: number) {
    this.desk = new Desk(seed);
    this.#windows = [new Window(this.desk), new Window(this.desk)];
    this.#enter(true);
  }

  async happen(what: number): Promise<void> {
    const window = this.#windows[what & 1] ?? assert.fail();
    const more = what >>> 5;
    switch ((what >>> 1) & 15) {
      case 0:
      case 1:
      case 2:
        this.#run(window, 1 + (more % 3), 1 + ((more >>> 2) % 3));
        break;
      case 3:
      case 4:
        this.#click(window);
        break;
      case 5:
        this.#enter(true);
        this.#click(window);
        break;
      case 6:
        if (this.#risk()) {
          this.#enter(false);
          this.#click(window);
        }
        break;
      case 7:
        // Entered, but the window was closed before it could ask for the login.
        if (more % 2 === 0 || this.#risk()) this.#enter(more % 2 === 0);
        break;
      case 8:
        this.desk.tracker.sessions.clear();
        break;
      case 9:
        await this.#changePassword();
        break;
      case 10:
      case 11:
        this.desk.tracker.fates.push(fates[more % fates.length] ?? 'answered');
        break;
      case 12:
      case 13:
        window.dieAfter(more % 24);
        break;
      case 14:
        await this.#wait(more % 12);
        break;
      case 15:
        if (more % 3 === 0) this.#start(window, () => window.sessions.signOut(site, never));
        else await this.settle();
        break;
    }
    this.#replaceDead();
    for (let turns = more % 40; turns > 0; turns--) await Promise.resolve();
  }

  /** Waits for whatever goes on in living windows. */
  async settle(): Promise<void> {
    for (const { window, done } of this.#tasks) {
      if (!window.dead) await Promise.race([done, window.death]);
    }
    this.#tasks.length = 0;
    this.#replaceDead();
    const { right, failures } = this.desk.tracker;
    const version = this.#version();
    const waits =
      version !== undefined && !right.has(passwordOf(version)) && !this.desk.rejections.has(version);
    this.#risks = failures + (waits ? 1 : 0);
  }

  /** In the end the right credentials and a click sign in, whatever happened. */
  async end(): Promise<Outcome> {
    await this.settle();
    this.desk.tracker.fates.length = 0;
    const fresh = new Window(this.desk);
    this.desk.tracker.failures = Math.min(this.desk.tracker.failures, mostRisks);
    this.#enter(true);
    const state = await fresh.sessions.signIn(site, never);
    assert.equal(state.state, 'signedIn', state.message);
    this.said.push(state.message);
    await this.#checkSecrets();
    return this.#outcome();
  }

  /** Time passes: no request lasts for minutes, and whoever waits for one hears of it at once. */
  async #wait(minutes: number): Promise<void> {
    if (minutes > 2) this.desk.timeouts++;
    await this.settle();
    this.desk.now += minutes * 60_000;
  }

  /** Several runs at the same time, each with several requests. */
  #run(window: Window, runs: number, requests: number): void {
    for (let run = 0; run < runs; run++) {
      const client = window.sessions.client(site, 'run');
      this.#start(window, async () => {
        for (let sent = 0; sent < requests; sent++) await client.send(request, never);
      });
    }
  }

  #click(window: Window): void {
    const version = this.#version();
    if (version === undefined) return;
    if (!this.#isHarmless(version) && !this.#risk()) return;
    this.#clicks.set(version, (this.#clicks.get(version) ?? 0) + 1);
    this.#start(window, async () => {
      this.said.push((await window.sessions.signIn(site, never)).message);
    });
  }

  #enter(right: boolean): void {
    const password = this.desk.name(right ? 'right-canary-' : 'wrong-canary-');
    if (right) this.desk.tracker.right.add(password);
    // The password names the version, so that the tracker's log tells which version was sent.
    const credentials = { version: versionOf(password), user: 'alice', password };
    this.desk.secrets.set(credentialsKey(site.url), JSON.stringify(credentials));
  }

  /** At the tracker: whatever is kept here is wrong from now on. Not while a person waits for a login. */
  async #changePassword(): Promise<void> {
    await this.settle();
    if (this.#risks > 0) return;
    this.#risks++;
    this.desk.tracker.right.clear();
  }

  #risk(): boolean {
    if (this.#risks >= mostRisks) return false;
    this.#risks++;
    return true;
  }

  /** A click with these credentials risks nothing. */
  #isHarmless(version: string): boolean {
    return this.desk.tracker.right.has(passwordOf(version)) || this.desk.rejections.has(version);
  }

  #version(): string | undefined {
    const kept = this.desk.secrets.get(credentialsKey(site.url));
    const value: { version: string } | undefined = kept === undefined ? undefined : JSON.parse(kept);
    return value?.version;
  }

  #start(window: Window, work: () => Promise<unknown>): void {
    const done = work().then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof HttpFailure)) throw error;
        if (error instanceof SessionFailure) this.said.push(JSON.stringify(error.notice));
      },
    );
    this.#tasks.push({ window, done });
  }

  /** A window that died is opened again, with nothing in its memory. */
  #replaceDead(): void {
    for (const [index, window] of this.#windows.entries()) {
      if (window.dead) this.#windows[index] = new Window(this.desk);
    }
  }

  async #checkSecrets(): Promise<void> {
    const { record } = await this.desk.records.read(`${sessionSite(site.url)} alice`);
    const text = [...this.said, JSON.stringify(record)].join('\n');
    assert.doesNotMatch(text, /canary|%63anary|YWxpY2U6|Y2FuYXJ5|NhbmFye|jYW5hcn/i);
  }

  #outcome(): Outcome {
    const { basics, locked } = this.desk.tracker;
    const { acceptances, deaths } = this.desk;
    const passwords = [...new Set(basics.map(({ password }) => password))];
    const afterRejection = basics.filter(basic => this.#wasKnown(basic)).length;
    const unasked = passwords.map(password => {
      const sent = basics.filter(basic => basic.password === password).length;
      const version = versionOf(password);
      return Math.max(0, sent - 1 - (acceptances.get(version) ?? 0) - (this.#clicks.get(version) ?? 0));
    });
    return {
      basics: basics.length,
      locked,
      afterRejection,
      unasked: unasked.reduce((sum, count) => sum + count, 0),
      deaths,
    };
  }

  /** Whether it was recorded, or a window that is still there was told, that this password is wrong before it was sent. */
  #wasKnown({ password, at }: Basic): boolean {
    const { rejections, told } = this.desk;
    const recorded = rejections.get(versionOf(password));
    if (recorded !== undefined) return recorded < at;
    const first = told.get(password);
    return first !== undefined && first.at < at && !first.window.dead;
  }
}

const versionOf = (password: string): string => password.replace('canary', 'version');
const passwordOf = (version: string): string => version.replace('version', 'canary');
