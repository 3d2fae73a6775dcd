/**
 * The entry of a worker thread: tells random stories and sums up what was sent. In a thread of its own,
 * because the test runner follows every promise, which makes them several times slower.
 */
import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { breaches, type Breach } from './referee.ts';
import { Story } from './story.ts';

export interface Order {
  readonly stories: number;
  /** Absent = another one each time. */
  readonly seed?: number;
  /** Without looking for the shortest story that fails. */
  readonly isQuick?: boolean;
}

export interface Sums extends Record<Breach, number> {
  stories: number;
  happenings: number;
  basics: number;
  deaths: number;
  stops: number;
  lockedByPerson: number;
}

/** `failure`: the story that failed, and why. */
export interface Told {
  readonly sums: Sums;
  readonly failure?: string;
}

// Most stories have failures in them that nobody looks into.
Error.stackTraceLimit = 0;

const { stories, seed, isQuick = false }: Order = workerData;
const none: Record<Breach, number> = {
  afterRejection: 0,
  unasked: 0,
  needless: 0,
  late: 0,
  atOnce: 0,
  falseVerdict: 0,
  locked: 0,
};
const sums: Sums = { ...none, stories: 0, happenings: 0, basics: 0, deaths: 0, stops: 0, lockedByPerson: 0 };

const property = fc.asyncProperty(
  fc.nat(),
  fc.array(fc.nat({ max: 2 ** 20 - 1 }), { minLength: 2, maxLength: 20, size: 'max' }),
  async (start, happenings) => {
    const story = new Story(start);
    for (const what of happenings) await story.happen(what);
    await story.end();
    const { desk } = story;
    sums.stories++;
    sums.happenings += happenings.length;
    sums.basics += desk.referee.basics;
    sums.lockedByPerson += desk.referee.lockedByPerson;
    sums.deaths += desk.deaths;
    sums.stops += desk.stops;
    for (const breach of breaches) sums[breach] += desk.referee.counts[breach];
    assert.deepEqual(desk.referee.counts, none);
  },
);
const details = await fc.check(property, {
  numRuns: stories,
  endOnFailure: isQuick,
  ...(seed === undefined ? {} : { seed }),
});
const failure = details.failed
  ? `${JSON.stringify(details.counterexample)} (seed ${details.seed})\n${String(details.errorInstance)}`
  : undefined;
const told: Told = { sums, ...(failure === undefined ? {} : { failure }) };
parentPort?.postMessage(told);
