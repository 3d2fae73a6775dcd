/** The messages about a run that the editor and the playground send to the results page. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { finishMessage, progressMessage, unansweredRun } from '#shared/protocol/panel-messages.ts';

const shownSite = { site: 'town', links: true };
const begun = { run: 'a', title: 'Pages', rows: 20, requests: 2, estimatedTotal: 1000 };

test('a run under way says about how many rows there are, and nothing that the page does not show', () =>
  assert.deepEqual(progressMessage({ ...begun, pageUrl: 'https://wiki.example.org/$1' }, shownSite), {
    type: 'progress',
    ...begun,
    ...shownSite,
  }));

for (const [rows, status] of [
  [0, 'failed'],
  [20, 'incomplete'],
] as const)
  test(`a run that the server does not answer after ${rows} rows is ${status}`, () => {
    const message = finishMessage(unansweredRun({ ...begun, rows }, 12.6, { message: 'gone' }), shownSite);
    assert.deepEqual(message, {
      type: 'finish',
      ...begun,
      ...shownSite,
      rows,
      status,
      milliseconds: 13,
      notices: [{ severity: 'error', code: '', message: 'gone' }],
    });
  });
