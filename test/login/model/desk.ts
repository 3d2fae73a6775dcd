import { AsyncLocalStorage } from 'node:async_hooks';
import { MemoryRecordStore } from '../../../server/src/network/session/login/record-store.ts';
import { RuleChecker } from './rule-checker.ts';
import { TrackerModel } from './tracker-model.ts';

/** A request of the user or of a query, to which everything that follows from it is attributed. */
export interface Ask {
  readonly kind: 'click' | 'run' | 'background';
  /** It waited for somebody else's login: the outcome of that one is its answer. */
  waited: boolean;
  /** Its Basic was sent. */
  spent: boolean;
}

export const asking = new AsyncLocalStorage<Ask>();

/** Steps that no scenario takes unless somebody turns in circles. */
const maxSteps = 100_000;

/** The state that all windows share: the tracker, the secret storage, the records, the time. */
export class Desk {
  readonly tracker = new TrackerModel();
  readonly checker = new RuleChecker(this);
  readonly secrets = new Map<string, string>();
  readonly records = new MemoryRecordStore();
  readonly living = new Set<string>();
  readonly stopped = new Set<string>();
  /** The windows are on different machines, with one folder. */
  readonly isApart: boolean;
  /** Milliseconds that have really passed. */
  real = 0;
  /** Milliseconds on the monotonic clock, which stops while the machine sleeps. */
  monotonic = 0;
  /** Milliseconds that the wall clock is ahead. */
  skew = 0;
  /** How often the time ran out for what is under way. */
  timeouts = 0;
  deaths = 0;
  stops = 0;
  #events = 0;
  #steps = 0;
  #random: number;
  #names = 0;

  constructor(seed: number) {
    this.#random = seed >>> 0;
    this.isApart = seed % 8 === 7;
  }

  /** Numbers whatever happens. */
  event(): number {
    return ++this.#events;
  }

  step(): void {
    if (++this.#steps > maxSteps) throw new Error('This never ends.');
  }

  pass(milliseconds: number): void {
    this.real += milliseconds;
    this.monotonic += milliseconds;
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
