/** The message about exported rows says whether the run has fetched all that match. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedMessage } from '../../../client/src/results/saved-message.ts';

const cases = [
  [undefined, ''],
  [{ status: 'complete', rows: 500 }, ''],
  [
    { status: 'more', rows: 500, total: 1240 },
    ' The result is not complete: 500 of 1,240 rows were fetched.',
  ],
  [
    { status: 'more', rows: 500, estimatedTotal: 12_000 },
    ' The result is not complete: 500 of about 12,000 rows were fetched.',
  ],
  [{ status: 'more', rows: 500 }, ' The result is not complete: more rows match.'],
  [{ status: 'incomplete', rows: 500 }, ' The result is not complete: the run ended early.'],
] as const;

for (const [fetched, missing] of cases)
  test(`after a run that is ${fetched?.status ?? 'unknown'}${missing}`, () =>
    assert.equal(savedMessage('a.csv', 2000, fetched), `Written to a.csv: 2,000 rows.${missing}`));
