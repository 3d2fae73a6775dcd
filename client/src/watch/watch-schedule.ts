/** Schedules watched queries: one at a time, at their intervals, later if a site fails or asks to wait. */
import type { Identities } from '#shared/protocol/watch.ts';
import { type CheckOutcome, newRows, sizeOf } from './check-outcome.ts';

export interface WatchClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after a number of milliseconds. Returns a function that prevents it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** A query of a file, by its title; by its index among the queries if it has none. */
export interface WatchedQuery {
  readonly uri: string;
  readonly title: string;
  readonly index: number;
}

/**
 * `waiting`: for its next run. `offline`, `busy`, `failed`: the same, after a run without rows. `signedOut`: until
 * the user signs in. `paused`: by the user.
 */
type WatchStatus = 'waiting' | 'checking' | 'paused' | 'offline' | 'signedOut' | 'busy' | 'failed';

export interface Watch {
  readonly id: string;
  readonly query: WatchedQuery;
  /** Milliseconds between its runs. */
  readonly interval: number;
  readonly status: WatchStatus;
  /** The site of its latest run; empty = unknown. */
  readonly site: string;
  /** The time of its next run, even while it is paused. */
  readonly due: number;
  /** The time of the last run that fetched rows; absent = none. */
  readonly checked?: number;
  /** The reason why the latest run failed; empty = it succeeded. */
  readonly message: string;
  /** The number of new rows that the user has not looked at. */
  readonly fresh: number;
  /** The run with its latest rows; absent = they are not stored. */
  readonly run?: string;
  /** The rows to compare the next ones with. */
  readonly seen?: Identities;
  /** The rows before the first of those that the user has not looked at; absent = there are no such rows. */
  readonly looked?: Identities;
  /** The number of failed runs in a row. */
  readonly failures: number;
}

/** The part of a watch that is stored over a reload of the window. */
export type KeptWatch = Pick<Watch, 'query' | 'interval' | 'site' | 'due' | 'fresh'> & {
  readonly isPaused: boolean;
  readonly checked?: number;
  readonly seen?: Identities;
  readonly looked?: Identities;
};

/** The outcome of a run, and the current interval in the file, in seconds. */
export interface Check {
  readonly outcome: CheckOutcome;
  readonly interval?: number;
}

export interface ScheduleEvents {
  /** Runs a query. Never rejects. */
  readonly check: (query: WatchedQuery, run: string) => Promise<Check>;
  /** Releases the rows of a run. */
  readonly release: (run: string) => void;
  readonly changed: () => void;
  /** Called when a watch has new rows, and the user had looked at all earlier ones or asked for the run. */
  readonly news: (watch: Watch) => void;
  /** Called after a run that the user asked for and that has no new rows, or failed. */
  readonly noNews: (watch: Watch) => void;
  readonly newId: () => string;
}

/** The maximum interval for failing sites, in milliseconds, unless the watch's own interval is longer. */
const maxBackoffMs = 3_600_000;
/** The maximum duration of a timer, in milliseconds: longer ones are inexact, and at most 24 days are possible. */
const maxTimerMs = 3_600_000;
/** The maximum number of rows whose identities are stored over a reload; the watch of a larger result starts over. */
const maxStoredRows = 5000;

export class WatchSchedule {
  readonly #clock: WatchClock;
  readonly #events: ScheduleEvents;
  #watches: readonly Watch[] = [];
  /** The times until which sites asked to wait. */
  readonly #holds = new Map<string, number>();
  /** The watches that the user asked to run, until they have run. */
  readonly #requested = new Set<string>();
  #cancelTimer: (() => void) | undefined;
  #isChecking = false;
  #isBlocked: boolean;

  /** @param isBlocked whether nothing runs until `unblock` */
  constructor(clock: WatchClock, events: ScheduleEvents, kept: readonly KeptWatch[] = [], isBlocked = false) {
    this.#clock = clock;
    this.#events = events;
    this.#isBlocked = isBlocked;
    this.#watches = kept.map(({ isPaused, ...watch }): Watch => ({
      ...watch,
      id: events.newId(),
      status: isPaused ? 'paused' : 'waiting',
      message: '',
      failures: 0,
    }));
    this.#arm();
  }

  get watches(): readonly Watch[] {
    return this.#watches;
  }

  /** Whether nothing runs at all, as in an untrusted window. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  get kept(): readonly KeptWatch[] {
    return this.#watches.map(({ query, interval, site, due, fresh, status, checked, seen, looked }) => ({
      query,
      interval,
      site,
      due,
      fresh,
      isPaused: status === 'paused',
      ...(checked !== undefined && { checked }),
      ...(seen && sizeOf(seen) <= maxStoredRows && { seen }),
      ...(looked && sizeOf(looked) <= maxStoredRows && { looked }),
    }));
  }

  of(query: WatchedQuery): Watch | undefined {
    return this.#watches.find(watch => isSame(watch.query, query));
  }

  get(id: string): Watch | undefined {
    return this.#watches.find(watch => watch.id === id);
  }

  /**
   * Starts to watch a query, and runs it at once: its current rows are not new.
   *
   * @param seconds its interval
   */
  start(query: WatchedQuery, seconds: number): Watch {
    const watch: Watch = {
      id: this.#events.newId(),
      query,
      interval: seconds * 1000,
      status: 'waiting',
      site: '',
      due: this.#clock.now(),
      message: '',
      fresh: 0,
      failures: 0,
    };
    this.#watches = [...this.#watches.filter(other => !isSame(other.query, query)), watch];
    this.#settle();
    return watch;
  }

  stop(id: string): void {
    const watch = this.get(id);
    if (watch?.run !== undefined) this.#events.release(watch.run);
    this.#watches = this.#watches.filter(other => other.id !== id);
    this.#settle();
  }

  pause(id: string): void {
    this.#set(id, { status: 'paused' });
    this.#settle();
  }

  /** Resumes a paused watch: it runs at its time, or at once if that has passed. */
  resume(id: string): void {
    const watch = this.get(id);
    if (watch?.status !== 'paused') return;
    this.#set(id, { status: 'waiting' });
    this.#settle();
  }

  /** Runs a watch now whatever its state, unless its site asked to wait. */
  checkNow(id: string): void {
    this.#requested.add(id);
    this.#set(id, { status: 'waiting', due: this.#clock.now(), failures: 0 });
    this.#settle();
  }

  /**
   * Marks the rows as looked at. Returns the run with them, which the caller releases.
   *
   * @param seen the rows that the user looks at, if another run than that of the watch has them
   */
  look(id: string, seen?: Identities): string | undefined {
    const watch = this.get(id);
    if (!watch) return undefined;
    const { run, looked: _looked, ...others } = watch;
    this.#replace(id, { ...others, fresh: 0, ...(seen && { seen }) });
    this.#events.changed();
    return run;
  }

  /** Runs the watches that waited for a session with a site. */
  sessionChanged(site: string): void {
    for (const { id, status, site: watchedSite } of this.#watches)
      if (status === 'signedOut' && watchedSite === site)
        this.#set(id, { status: 'waiting', due: this.#clock.now(), failures: 0 });
    this.#settle();
  }

  unblock(): void {
    this.#isBlocked = false;
    this.#settle();
  }

  dispose(): void {
    this.#isBlocked = true;
    this.#arm();
  }

  #settle(): void {
    this.#events.changed();
    this.#arm();
  }

  /** Sets the timer for the next run. */
  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const next = this.#next();
    if (this.#isBlocked || this.#isChecking || !next) return;
    const millisecondsLeft = Math.max(0, this.#timeOf(next) - this.#clock.now());
    this.#cancelTimer = this.#clock.after(Math.min(millisecondsLeft, maxTimerMs), () => this.#wake());
  }

  #wake(): void {
    const next = this.#next();
    if (next && !this.#isBlocked && !this.#isChecking && this.#timeOf(next) <= this.#clock.now())
      void this.#run(next);
    else this.#arm();
  }

  #next(): Watch | undefined {
    return this.#watches
      .filter(({ status }) => status !== 'paused' && status !== 'signedOut')
      .toSorted((one, other) => this.#timeOf(one) - this.#timeOf(other))[0];
  }

  #timeOf({ due, site }: Watch): number {
    return Math.max(due, this.#holds.get(site) ?? 0);
  }

  async #run({ id, query }: Watch): Promise<void> {
    this.#isChecking = true;
    this.#set(id, { status: 'checking' });
    this.#events.changed();
    const run = this.#events.newId();
    const { outcome, interval } = await this.#events.check(query, run);
    this.#isChecking = false;
    const isRequested = this.#requested.delete(id);
    // The watch may have been stopped meanwhile.
    const watch = this.get(id);
    if (outcome.kind === 'ended') this.stop(id);
    else if (watch) {
      const nextInterval = interval === undefined ? watch.interval : interval * 1000;
      const after = this.#stateAfter({ ...watch, interval: nextInterval }, outcome);
      this.#replace(id, after);
      const hasNews = after.fresh > watch.fresh;
      if (hasNews && (isRequested || watch.fresh === 0)) this.#events.news(after);
      else if (isRequested) this.#events.noNews(after);
    }
    if (this.get(id)?.run !== run) this.#events.release(run);
    this.#settle();
  }

  /** Returns the state of a watch after a run. */
  #stateAfter(watch: Watch, outcome: Exclude<CheckOutcome, { readonly kind: 'ended' }>): Watch {
    const now = this.#clock.now();
    const site = outcome.site === '' ? watch.site : outcome.site;
    // A watch that was paused while it ran stays paused.
    const isPaused = watch.status === 'paused';
    if (outcome.kind === 'rows') {
      if (watch.run !== undefined) this.#events.release(watch.run);
      const fresh = watch.seen ? newRows(watch.seen, outcome.seen) : 0;
      const looked = watch.fresh > 0 ? watch.looked : watch.seen;
      return {
        ...watch,
        site,
        status: isPaused ? 'paused' : 'waiting',
        due: now + watch.interval,
        checked: now,
        message: '',
        failures: 0,
        run: outcome.run,
        seen: outcome.seen,
        fresh: watch.fresh + fresh,
        ...(looked && watch.fresh + fresh > 0 && { looked }),
      };
    }
    const failures = watch.failures + 1;
    const pause = outcome.kind === 'busy' ? outcome.seconds * 1000 : 0;
    if (pause > 0) this.#holds.set(site, now + pause);
    const longest = Math.max(watch.interval, maxBackoffMs);
    const backoff = Math.min(watch.interval * 2 ** (failures - 1), longest);
    return {
      ...watch,
      site,
      status: isPaused ? 'paused' : outcome.kind,
      due: now + Math.max(backoff, pause),
      message: outcome.message,
      failures,
    };
  }

  #set(id: string, change: Partial<Watch>): void {
    const watch = this.get(id);
    if (watch) this.#replace(id, { ...watch, ...change });
  }

  #replace(id: string, watch: Watch): void {
    this.#watches = this.#watches.map(other => (other.id === id ? watch : other));
  }
}

/** Whether two queries are the same query of a file, by their titles if they have one. */
const isSame = (one: WatchedQuery, other: WatchedQuery): boolean =>
  one.uri === other.uri && one.title === other.title && (one.title !== '' || one.index === other.index);
