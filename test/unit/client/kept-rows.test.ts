/** Runs that no panel shows any more, and elapsed times. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { elapsed } from '../../../client/src/history/elapsed.ts';
import { KeptRows } from '../../../client/src/history/kept-rows.ts';
import type { Run } from '../../../client/src/results/runs.ts';

const runOf = (id: string, rows: number): Run => ({
  id,
  position: { line: 0, character: 0 },
  name: '',
  started: 0,
  title: '',
  pageUrl: undefined,
  site: undefined,
  counts: { rows, requests: 1 },
  askedAt: 0,
  cancel: undefined,
  progress: undefined,
  waitEnd: 0,
  finish: undefined,
  tables: new Map(),
  compares: undefined,
});

describe('runs whose rows are kept', () => {
  it('are at most twenty: the oldest is released', () => {
    const released: string[] = [];
    const kept = new KeptRows(run => released.push(run));
    for (let number = 0; number < 21; number++) kept.add(runOf(`run ${number}`, 1));
    assert.deepEqual(released, ['run 0']);
    assert.equal(kept.get('run 0'), undefined);
    assert.equal(kept.get('run 20')?.id, 'run 20');
  });
  it('have at most half a million rows together', () => {
    const released: string[] = [];
    const kept = new KeptRows(run => released.push(run));
    for (const [id, rows] of [
      ['first', 300_000],
      ['second', 100_000],
      ['third', 300_000],
    ] as const)
      kept.add(runOf(id, rows));
    assert.deepEqual(released, ['first']);
    kept.add(runOf('large', 600_000));
    assert.deepEqual(released, ['first', 'second', 'third', 'large']);
  });
  it('are not released when a panel takes them back', () => {
    const released: string[] = [];
    const kept = new KeptRows(run => released.push(run));
    kept.add(runOf('run', 1));
    assert.equal(kept.take('run')?.id, 'run');
    kept.dropAll();
    assert.deepEqual(released, []);
  });
});

const second = 1000;
const times: readonly (readonly [ago: number, shown: string])[] = [
  [-5 * second, 'now'],
  [59 * second, 'now'],
  [60 * second, '1 min ago'],
  [59 * 60 * second, '59 min ago'],
  [3600 * second, '1 hr ago'],
  [47 * 3600 * second, '1 day ago'],
  [48 * 3600 * second, '2 days ago'],
];
for (const [ago, shown] of times)
  test(`what was ${ago / second} seconds ago was ${shown}`, () =>
    assert.equal(elapsed(1e12 - ago, 1e12), shown));
