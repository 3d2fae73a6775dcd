/**
 * The entry of a worker thread: tells random stories and sums up what was sent. In a thread of its own,
 * because the test runner follows every promise, which makes them several times slower.
 */
import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { Story } from './story.ts';

export interface Sums {
  stories: number;
  happenings: number;
  basics: number;
  deaths: number;
  afterRejection: number;
  unasked: number;
  locked: number;
}

const { runs }: { runs: number } = workerData;
const sums: Sums = {
  stories: 0,
  happenings: 0,
  basics: 0,
  deaths: 0,
  afterRejection: 0,
  unasked: 0,
  locked: 0,
};

const property = fc.asyncProperty(
  fc.nat(),
  fc.array(fc.nat({ max: 2 ** 20 - 1 }), { minLength: 2, maxLength: 20, size: 'max' }),
  async (seed, happenings) => {
    const story = new Story(seed);
    for (const what of happenings) await story.happen(what);
    const { basics, deaths, afterRejection, unasked, locked } = await story.end();
    sums.stories++;
    sums.happenings += happenings.length;
    sums.basics += basics;
    sums.deaths += deaths;
    sums.afterRejection += afterRejection;
    sums.unasked += unasked;
    sums.locked += locked;
    assert.deepEqual({ afterRejection, unasked, locked }, { afterRejection: 0, unasked: 0, locked: 0 });
  },
);
await fc.assert(property, { numRuns: runs });
parentPort?.postMessage(sums);
