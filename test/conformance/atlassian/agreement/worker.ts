/** Compares the two parsers on a share of the random queries. */
import { parentPort, workerData } from 'node:worker_threads';
import { compare, type Difference, withoutComments } from './compare.ts';
import { generate } from './generate.ts';
import { mutate } from './mutate.ts';
import { Random } from '../../../support/random.ts';

export interface Share {
  readonly seed: number;
  /** How many queries. */
  readonly count: number;
  /** Handwritten queries, mutated like the generated ones. */
  readonly handwritten: readonly string[];
}

export interface Result {
  readonly compared: number;
  readonly accepted: number;
  readonly differences: readonly Difference[];
}

const { seed, count, handwritten }: Share = workerData;
const random = new Random(seed);
const differences: Difference[] = [];
let accepted = 0;
for (let index = 0; index < count; index++) {
  const whole = random.chance(25) ? random.one(handwritten) : generate(random);
  const text = withoutComments(index % 4 === 0 ? whole : mutate(random, whole));
  const comparison = compare(text);
  if (comparison.accepted) accepted++;
  if (comparison.difference) differences.push(comparison.difference);
}
const result: Result = { compared: count, accepted, differences };
parentPort!.postMessage(result);
