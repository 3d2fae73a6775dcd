/** Our parser beside Atlassian's own, on its test data and on random queries: accepted or refused alike, and read alike. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { cases } from '../../support/depth.ts';
import { problemPages } from '../../../server/src/query-file/checking/problem-pages.ts';
import { inRoot } from '../../support/paths.ts';
import { compare, type Difference, withoutComments } from './agreement/compare.ts';
import known from './agreement/known-differences.json' with { type: 'json' };
import type { Result, Share } from './agreement/worker.ts';

const workers = 2;
const total = cases(6000, 52_000);
const seed = 20_261_120;

interface TestData {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}
const folder = inRoot('node_modules/@atlaskit/jql-parser/test-utils/data');
const dataOf = (name: string): TestData => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
const data = readdirSync(folder).map(dataOf);
const handwritten = data.flatMap(({ valid, invalid }) => [...valid, ...invalid]);

const show = ({ kind, text, ours, theirs }: Difference): string =>
  `${kind} ${JSON.stringify(text)}\n    ours   ${ours}\n    theirs ${theirs}`;

const isKnown = ({ kind, text }: Difference): boolean =>
  known.some(entry => entry.kind === kind && new RegExp(entry.where, 'u').test(text));

const runShare = (share: Share): Promise<Result> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./agreement/worker.ts', import.meta.url), { workerData: share });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

describe("agreement with Atlassian's own grammar", () => {
  it('is complete on every string of its test data', t => {
    const differences = handwritten.flatMap(text => compare(text).difference ?? []);
    t.diagnostic(`${handwritten.length} strings, ${differences.length} differences`);
    assert.deepEqual(differences.map(show), []);
  });

  it('holds for the examples of the pages about problems, and each right one is accepted', () => {
    const pages = problemPages.filter(({ group }) => group === 'jql');
    const wrong = pages.flatMap(page => page.wrong ?? []).map(withoutComments);
    const right = pages.flatMap(page => page.right ?? []).map(withoutComments);
    assert.deepEqual([...wrong, ...right].flatMap(text => compare(text).difference ?? []).map(show), []);
    assert.deepEqual(
      right.filter(text => !compare(text).accepted),
      [],
    );
  });

  it(`holds for ${total} random queries`, { timeout: 150_000 }, async t => {
    const begin = performance.now();
    const shares = Array.from({ length: workers }, (_, index) =>
      runShare({ seed: seed + index, count: total / workers, handwritten }),
    );
    const results = await Promise.all(shares);
    const differences = results.flatMap(result => result.differences);
    const accepted = results.reduce((sum, result) => sum + result.accepted, 0);
    const alike = (1 - differences.length / total) * 100;
    t.diagnostic(
      `${total} queries, ${accepted} accepted and ${total - accepted} refused by Atlassian's parser, ` +
        `${differences.length} differences: ${alike.toFixed(3)} % alike, in ${Math.round((performance.now() - begin) / 1000)} s`,
    );
    const unknown = differences.filter(difference => !isKnown(difference));
    assert.deepEqual(unknown.slice(0, 20).map(show), []);
    assert(alike >= 99.9);
    assert(accepted > total / 5 && accepted < (total * 4) / 5, 'both kinds must be asked');
  });

  for (const { kind, where, reason, examples, repeated } of known) {
    it(`differs where it says so: ${reason}`, () => {
      const texts = [
        ...examples,
        ...(repeated ?? []).map(
          ({ open, middle, close, times }) => open.repeat(times) + middle + close.repeat(times),
        ),
      ];
      for (const text of texts) {
        assert.match(text, new RegExp(where, 'u'));
        assert.equal(compare(text).difference?.kind, kind, text);
      }
    });
  }
});
