/**
 * The entry of a worker thread: runs random scenarios and sums up what was sent. In a thread of its own,
 * because the test runner follows every promise, which makes them several times slower.
 */
import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { breaches, type Breach } from './rule-checker.ts';
import { Scenario } from './scenario.ts';

export interface ScenarioOptions {
  readonly scenarios: number;
  /** Absent = another one each time. */
  readonly seed?: number;
  /** Without looking for the shortest scenario that fails. */
  readonly isQuick?: boolean;
  /** Scenarios that run before the random ones. */
  readonly first?: readonly KnownScenario[];
}

/** How a scenario starts, and what happens in it, as the numbers that it is made of. */
export interface KnownScenario {
  readonly start: number;
  readonly happenings: readonly number[];
}

export interface Sums extends Record<Breach, number> {
  scenarios: number;
  happenings: number;
  basics: number;
  tokens: number;
  deaths: number;
  stops: number;
  lockedByPerson: number;
}

export interface ScenarioResult {
  readonly sums: Sums;
  /** The scenario that failed, and why. */
  readonly failure?: string;
  readonly failed?: KnownScenario;
}

// Most scenarios have failures in them that nobody looks into.
Error.stackTraceLimit = 0;

const { scenarios, seed, isQuick = false, first = [] }: ScenarioOptions = workerData;
const none: Record<Breach, number> = {
  afterRejection: 0,
  unasked: 0,
  needless: 0,
  late: 0,
  atOnce: 0,
  falseVerdict: 0,
  locked: 0,
  tooOften: 0,
  thrownAway: 0,
  overwritten: 0,
  asNobody: 0,
  tokenAfterRefusal: 0,
};
const sums: Sums = {
  ...none,
  scenarios: 0,
  happenings: 0,
  basics: 0,
  tokens: 0,
  deaths: 0,
  stops: 0,
  lockedByPerson: 0,
};

const property = fc.asyncProperty(
  fc.nat(),
  fc.array(fc.nat({ max: 2 ** 21 - 1 }), { minLength: 2, maxLength: 20, size: 'max' }),
  async (start, happenings) => {
    const scenario = new Scenario(start);
    for (const what of happenings) await scenario.happen(what);
    await scenario.end();
    const { desk } = scenario;
    sums.scenarios++;
    sums.happenings += happenings.length;
    sums.basics += desk.checker.basics;
    sums.tokens += desk.checker.tokens;
    sums.lockedByPerson += desk.checker.lockedByPerson;
    sums.deaths += desk.deaths;
    sums.stops += desk.stops;
    for (const breach of breaches) sums[breach] += desk.checker.counts[breach];
    assert.deepEqual(desk.checker.counts, none);
  },
);
const details = await fc.check(property, {
  numRuns: scenarios,
  endOnFailure: isQuick,
  examples: first.map(({ start, happenings }) => [start, [...happenings]]),
  ...(seed === undefined ? {} : { seed }),
});
const failure = details.failed
  ? `${JSON.stringify(details.counterexample)} (seed ${details.seed})\n${String(details.errorInstance)}`
  : undefined;
const [start, happenings] = details.counterexample ?? [];
const result: ScenarioResult = {
  sums,
  ...(failure === undefined ? {} : { failure }),
  ...(start === undefined || happenings === undefined ? {} : { failed: { start, happenings } }),
};
parentPort?.postMessage(result);
