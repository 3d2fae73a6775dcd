import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outcomeOf, newRows, newRowsOf, withNewRows } from '../../../client/src/watch/check-outcome.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { RunResult } from '#shared/protocol/run.ts';
import type { TableState } from '#shared/protocol/results.ts';
import type { Identities } from '#shared/protocol/watch.ts';

const site = { name: 'work', kind: 'tracker', url: 'https://work.example.org' } as const;
const notice = (code: string, action?: Notice['action']): Notice => ({
  severity: 'error',
  code,
  message: `Says ${code}.`,
  ...(action && { action }),
});

describe('what a run in the background says', () => {
  const cases: readonly (readonly [
    kind: string,
    status: RunResult['status'],
    notices: readonly Notice[],
    retryAfter?: number,
  ])[] = [
    ['rows', 'complete', []],
    ['rows', 'more', []],
    ['busy', 'failed', [notice('waitTooLong', 'retry')], 30],
    ['signedOut', 'failed', [notice('watchWaits', 'signIn')]],
    ['signedOut', 'failed', [notice('rejected.challenge', 'openLogin')]],
    ['offline', 'failed', [notice('nameNotFound', 'checkSite')]],
    ['offline', 'incomplete', [notice('reset', 'retry')]],
    ['failed', 'failed', [notice('http500')]],
    ['failed', 'incomplete', []],
  ];
  for (const [kind, status, notices, retryAfter] of cases)
    it(`${status} ${notices.map(({ code }) => code).join()}: ${kind}`, () => {
      const result: RunResult = {
        run: 'r',
        title: '',
        site,
        status,
        rows: 0,
        requests: 1,
        milliseconds: 1,
        notices,
        ...(retryAfter !== undefined && { retryAfter }),
      };
      const outcome = outcomeOf(result, {});
      assert.equal(outcome.kind, kind);
      assert.equal('message' in outcome ? outcome.message : '', notices[0] ? `Says ${notices[0].code}.` : '');
    });
});

const rows = (by: string, ...ids: readonly string[]): Identities => ({ t: { by, ids } });

describe('new rows', () => {
  const cases: readonly (readonly [before: Identities, now: Identities, count: number])[] = [
    [rows('key', 'a', 'b'), rows('key', 'b', 'a'), 0],
    [rows('key', 'a', 'b'), rows('key', 'b', 'c'), 1],
    [rows('key', 'a'), rows('key'), 0],
    [rows(''), rows('key', 'a', 'b'), 2],
    [{}, rows('key', 'a'), 1],
    [rows('', 'a', 'a'), rows('', 'a', 'a', 'a'), 1],
    [rows('key', 'a'), rows('', 'x', 'y'), 0],
    [{ t: { by: 'key', ids: ['a'] } }, { t: { by: 'key', ids: ['a'] }, u: { by: '', ids: ['x'] } }, 1],
  ];
  for (const [before, now, count] of cases)
    it(`${JSON.stringify(before)} then ${JSON.stringify(now)}: ${count}`, () =>
      assert.equal(newRows(before, now), count));

  it('are named by their places, each of several equal ones too', () => {
    assert.deepEqual(newRowsOf('t', rows('key', 'a', 'b'), rows('key', 'c', 'b', 'd')), [0, 2]);
    assert.deepEqual(newRowsOf('t', rows('', 'a'), rows('', 'a', 'a')), [1]);
    assert.deepEqual(newRowsOf('t', rows('key', 'a'), rows('', 'x')), []);
  });

  it('are named in each table of a result', () => {
    const state: TableState = {
      run: 'r',
      table: { id: 't', title: 't', columns: [] },
      rows: 2,
      changed: false,
    };
    const [marked] = withNewRows([state], rows('key', 'a'), rows('key', 'a', 'b'));
    assert.deepEqual(marked?.table.newRows, [1]);
  });
});
