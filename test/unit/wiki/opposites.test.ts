import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labels } from '../../support/wiki.ts';

const cases: [marked: string, there: string, gone: string][] = [
  ['list=recentchanges\nrcshow=bot|¦', '!minor', '!bot'],
  ['list=recentchanges\nrcshow=!bot|¦', 'minor', 'bot'],
  ['list=blocks\nbkshow=temp|¦', 'ip', '!temp'],
];
for (const [marked, there, gone] of cases) {
  test(`${JSON.stringify(marked)} offers ${there}, not ${gone}`, () => {
    const offeredLabels = labels(marked);
    assert.ok(offeredLabels.includes(there));
    assert.ok(!offeredLabels.includes(gone));
  });
}
