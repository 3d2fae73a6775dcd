import type { HttpClient, HttpRequest, HttpResponse } from '../../../server/src/network/http/http-client.ts';
import { HttpFailure } from '../../../server/src/network/http/http-failure.ts';
import type { Clock } from '../../../server/src/network/http/clock.ts';
import { credentialsKey } from '#shared/protocol/sites/login.ts';
import { Sessions } from '../../../server/src/network/session/sessions.ts';
import type { RecordStore } from '../../../server/src/network/session/login/record-store.ts';
import type { Vault } from '../../../server/src/network/session/vault.ts';
import { asking, type Desk } from './desk.ts';
import { passwordIn, site } from './names.ts';
import { lost } from './tracker-model.ts';

const forever = (): Promise<never> => new Promise(() => undefined);

/** Milliseconds until a connection, and an answer, are given up; and between two looks at a record. */
const connect = 10_000;
const total = 120_000;
const glance = 50;

/**
 * A window with the product's own sessions in it. Between any two steps that touch the outside it can die, or be
 * stopped for any time.
 */
export class Window {
  readonly name: string;
  readonly sessions: Sessions;
  readonly #desk: Desk;
  /** Steps until it dies, or stops. */
  #life = Infinity;
  #walk = Infinity;
  /** The number of the event, and the date on its clock, when it last read a record. */
  #lookedAt = 0;
  #readAt = 0;
  /** How often it was stopped. */
  #stops = 0;
  #halted = Promise.withResolvers<void>();
  #woken = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.name = desk.name('window');
    desk.living.add(this.name);
    const client: HttpClient = {
      close: async () => undefined,
      send: (request, signal) => this.#send(request, signal),
    };
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

  get isDead(): boolean {
    return !this.#desk.living.has(this.name);
  }

  get isStopped(): boolean {
    return this.#desk.stopped.has(this.name);
  }

  /** Resolves when it dies or stops. */
  get halted(): Promise<void> {
    return this.#halted.promise;
  }

  dieAfter(steps: number): void {
    this.#life = steps;
    if (steps === 0) this.#end();
  }

  stopAfter(steps: number): void {
    this.#walk = steps;
  }

  wake(): void {
    if (!this.#desk.stopped.delete(this.name)) return;
    if (!this.isDead) this.#halted = Promise.withResolvers();
    this.#wake();
  }

  #end(): void {
    if (this.#desk.living.delete(this.name)) this.#desk.deaths++;
    this.#halted.resolve();
  }

  #stop(): void {
    this.#walk = Infinity;
    this.#stops++;
    this.#desk.stops++;
    this.#desk.stopped.add(this.name);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#woken = promise;
    this.#wake = resolve;
    this.#halted.resolve();
  }

  /** Before and after anything that touches the outside: it takes its time, and nothing comes back to the dead. */
  async #step(): Promise<void> {
    this.#desk.step();
    for (let turns = this.#desk.random(3); turns > 0; turns--) await Promise.resolve();
    if (!this.isStopped && this.#walk-- <= 0) this.#stop();
    while (this.isStopped) await this.#woken;
    if (!this.isDead && this.#life-- > 0) return;
    this.#end();
    return forever();
  }

  async #around<T>(work: () => T | Promise<T>): Promise<T> {
    await this.#step();
    const result = await work();
    await this.#step();
    return result;
  }

  #store(): RecordStore {
    const { records, living, stopped, checker, isApart } = this.#desk;
    return {
      owner: this.name,
      read: key =>
        this.#around(() => {
          this.#lookedAt = this.#desk.event();
          this.#readAt = this.#desk.real + this.#desk.skew;
          return records.read(key);
        }),
      readNow: key => records.readNow(key),
      replace: (key, revision, record) =>
        this.#around(async () => {
          const done = await records.replace(key, revision, record);
          if (done) checker.recorded(record, key, this.name, this.#readAt);
          return done;
        }),
      changed: async key => {
        const ask = asking.getStore();
        if (ask) ask.waited = true;
        const { record } = await records.read(key);
        // Whoever waits for a window that is stopped or dead waits long.
        const owner = record.state.status === 'pending' ? record.state.owner : this.name;
        const isLong = stopped.has(owner) || !living.has(owner);
        this.#desk.pass(isLong ? 60_000 : glance);
        for (let turns = this.#desk.random(16); turns > 0; turns--) await Promise.resolve();
        await this.#step();
      },
      presence: async owner => {
        if (isApart && owner !== this.name) return 'elsewhere';
        // It may take a while until it shows that a process is gone.
        return living.has(owner) || this.#desk.random(3) === 0 ? 'here' : 'gone';
      },
    };
  }

  #vault(): Vault {
    const { secrets, checker } = this.#desk;
    return {
      get: key => this.#around(() => secrets.get(key)),
      set: (key, value) =>
        this.#around(() => {
          checker.keeps(value, secrets.get(key));
          secrets.set(key, value);
        }),
      delete: key =>
        this.#around(() => {
          checker.forgets(secrets.get(key) ?? '', secrets.get(credentialsKey(site)), asking.getStore());
          secrets.delete(key);
        }),
    };
  }

  async #send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { tracker, checker } = this.#desk;
    const isOver = this.#timer();
    await this.#step();
    if (isOver(connect)) throw new HttpFailure('connectTimeout', 'tracker', {}, 1, true);
    const authorization = request.headers['authorization'];
    if (authorization !== undefined && tracker.refuses())
      throw new HttpFailure('refused', 'tracker', {}, 1, true);
    if (signal.aborted || (request.canSend && !request.canSend()))
      throw new HttpFailure('cancelled', 'tracker', {}, 0);
    if (authorization?.startsWith('Bearer ')) return this.#sendToken(request, authorization);
    const response = authorization === undefined ? tracker.answer(request) : await this.#logIn(authorization);
    if (isOver(total)) throw new HttpFailure('slowHeaders', 'tracker');
    if (authorization !== undefined && [401, 403].includes(response.status)) {
      checker.told(passwordIn(authorization), this.name);
    }
    return response;
  }

  async #sendToken({ url }: HttpRequest, authorization: string): Promise<HttpResponse> {
    const { tracker, checker } = this.#desk;
    const token = authorization.slice('Bearer '.length);
    checker.tokenDeparts(token, this.name);
    await this.#step();
    const response = tracker.answerToken(token, url);
    await this.#step();
    if (response.status === 401 && asking.getStore()?.kind !== 'background') void this.#tell(token);
    return response;
  }

  /** The answer has arrived as soon as the product has looked at it. */
  async #tell(token: string): Promise<void> {
    for (let turns = 6; turns > 0; turns--) await Promise.resolve();
    this.#desk.checker.told(token, this.name);
  }

  async #logIn(authorization: string): Promise<HttpResponse> {
    const { tracker, checker, isApart } = this.#desk;
    const letGo = this.#desk.real;
    const lookedAt = this.#lookedAt;
    // The system sends. Nobody on another machine could know that it is not done yet.
    if (!isApart) await this.#step();
    const password = passwordIn(authorization);
    const flight = { password, window: this.name, ask: asking.getStore(), lookedAt, letGo };
    checker.departs(flight);
    const { response, accepted, locks, isLost } = tracker.logIn(authorization);
    if (accepted) checker.succeeded();
    if (locks) checker.locked(flight);
    await this.#step();
    checker.arrived(flight);
    if (isLost) throw lost();
    return response;
  }

  /** Whether more time has passed than is allowed; a window that was stopped may see the answer before it sees the time. */
  #timer(): (limit: number) => boolean {
    const { monotonic, timeouts } = this.#desk;
    const stops = this.#stops;
    return limit => {
      const isLong = this.#desk.monotonic - monotonic > limit || this.#desk.timeouts > timeouts;
      return isLong && (this.#stops === stops || this.#desk.random(2) === 0);
    };
  }

  #clock(): Clock {
    const desk = this.#desk;
    return {
      now: () => desk.monotonic,
      date: () => desk.real + desk.skew,
      sleep: async () => undefined,
    };
  }
}
