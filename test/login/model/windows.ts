import { HttpFailure, type HttpClient } from '../../../server/src/http/client.ts';
import type { Clock } from '../../../server/src/http/clock.ts';
import { MemoryStore } from '../../../server/src/session/memory-store.ts';
import { Sessions } from '../../../server/src/session/sessions.ts';
import type { LoginRecord } from '../../../server/src/session/state.ts';
import type { StateStore } from '../../../server/src/session/store.ts';
import type { Vault } from '../../../server/src/session/vault.ts';
import { passwordIn, TrackerModel } from './tracker-model.ts';

/** What all windows of an editor share: the tracker, the secret storage, the records, the time. */
export class Desk {
  readonly tracker = new TrackerModel();
  readonly secrets = new Map<string, string>();
  readonly records = new MemoryStore();
  readonly living = new Set<string>();
  deaths = 0;
  /** By version: when it was first recorded as refused, and each time as accepted. */
  readonly rejections = new Map<string, number>();
  readonly acceptances = new Map<string, number>();
  /** By password: the window that was first told that it is wrong, and when. */
  readonly told = new Map<string, { readonly window: Window; readonly at: number }>();
  now = 0;
  /** How often the time ran out for what is under way. */
  timeouts = 0;
  /** Numbers whatever happens. */
  events = 0;
  /** Logins under way in living windows, and the most there ever were at once. */
  underWay = 0;
  mostUnderWay = 0;
  #random: number;
  #names = 0;

  constructor(seed: number) {
    this.#random = seed >>> 0;
  }

  name(what: string): string {
    return `${what}${++this.#names}`;
  }

  /** 0 … below, the same for the same seed. */
  random(below: number): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return (this.#random >>> 16) % below;
  }
}

const forever = (): Promise<never> => new Promise(() => undefined);

/** A window with the product's own sessions in it. It can die between any two steps that touch the outside. */
export class Window {
  readonly name: string;
  readonly sessions: Sessions;
  /** Resolves when it dies. */
  readonly death: Promise<void>;
  readonly #desk: Desk;
  /** Steps until it dies. */
  #steps = Infinity;
  #die: () => void = () => undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.name = desk.name('window');
    desk.living.add(this.name);
    this.death = new Promise(resolve => (this.#die = resolve));
    const client = this.#client();
    this.sessions = new Sessions({
      store: this.#store(),
      vault: this.#vault(),
      raw: client,
      client,
      clock: this.#clock(),
      userAgent: () => 'test',
      newLogin: () => desk.name('login'),
      changed: () => undefined,
    });
  }

  get dead(): boolean {
    return !this.#desk.living.has(this.name);
  }

  dieAfter(steps: number): void {
    this.#steps = steps;
    if (steps === 0) this.#end();
  }

  #end(): void {
    if (this.#desk.living.delete(this.name)) this.#desk.deaths++;
    this.#die();
  }

  /** Before and after anything that touches the outside: it takes its time, and nothing comes back to the dead. */
  async #step(): Promise<void> {
    for (let turns = this.#desk.random(3); turns > 0; turns--) await Promise.resolve();
    if (!this.dead && this.#steps-- > 0) return;
    this.#end();
    return forever();
  }

  async #around<T>(work: () => T | Promise<T>): Promise<T> {
    await this.#step();
    const result = await work();
    await this.#step();
    return result;
  }

  #store(): StateStore {
    const { records, living } = this.#desk;
    return {
      owner: this.name,
      read: key => this.#around(() => records.read(key)),
      replace: (key, stamp, record) =>
        this.#around(async () => {
          const done = await records.replace(key, stamp, record);
          if (done) this.#note(record);
          return done;
        }),
      changed: () => this.#step(),
      // It may take a while until it shows that a process is gone.
      alive: async owner => living.has(owner) || this.#desk.random(3) > 0,
    };
  }

  #hear(authorization: string): void {
    const { told } = this.#desk;
    const password = passwordIn(authorization);
    if (!told.has(password)) told.set(password, { window: this, at: ++this.#desk.events });
  }

  #note({ state, refused }: LoginRecord): void {
    const { rejections, acceptances } = this.#desk;
    for (const version of Object.keys(refused)) {
      if (!rejections.has(version)) rejections.set(version, ++this.#desk.events);
    }
    if (state.status === 'accepted' && !state.used) {
      acceptances.set(state.version, (acceptances.get(state.version) ?? 0) + 1);
    }
  }

  #vault(): Vault {
    const { secrets } = this.#desk;
    return {
      get: key => this.#around(() => secrets.get(key)),
      set: (key, value) => this.#around(() => void secrets.set(key, value)),
      delete: key => this.#around(() => void secrets.delete(key)),
    };
  }

  #client(): HttpClient {
    const desk = this.#desk;
    return {
      close: async () => undefined,
      send: async request => {
        const begin = desk.timeouts;
        const login = request.headers['authorization'] !== undefined;
        await this.#step();
        if (login) {
          desk.underWay++;
          desk.mostUnderWay = Math.max(desk.mostUnderWay, desk.underWay);
        }
        try {
          if (desk.timeouts > begin) throw new HttpFailure('slowHeaders', 'tracker');
          const response = desk.tracker.answer(request, this.name, ++desk.events);
          await (login ? this.#back() : this.#step());
          if (response.status === 401 || response.status === 403) {
            this.#hear(request.headers['authorization'] ?? '');
          }
          if (desk.timeouts > begin) throw new HttpFailure('slowHeaders', 'tracker');
          return response;
        } finally {
          if (login) desk.underWay--;
        }
      },
    };
  }

  /** The way back of a login: a window that dies on it no longer has one under way. */
  async #back(): Promise<void> {
    for (let turns = this.#desk.random(6); turns > 0; turns--) await Promise.resolve();
    if (!this.dead && this.#steps-- > 0) return;
    this.#end();
    this.#desk.underWay--;
    return forever();
  }

  #clock(): Clock {
    const desk = this.#desk;
    return { now: () => desk.now, date: () => desk.now, sleep: async () => undefined };
  }
}
