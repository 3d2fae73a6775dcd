import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wikiInlays } from '../../../server/src/wiki/inlays.ts';
import { context, knowledge, read } from '../../support/wiki.ts';

const inlays: [text: string, ...expected: string[]][] = [
  ['list=allpages', 'aplimit=10'],
  ['list=allpages\naplimit=5\napnamespace=10', 'Template'],
  ['generator=allpages', 'gaplimit=10'],
  ['list=recentchanges\nrclimit=5\nrcstart=20240115', '23 Aug 1970, 06:15 UTC'],
  ['list=recentchanges\nrclimit=5\nrcstart=20240115000000', '15 Jan 2024 UTC'],
  ['list=recentchanges\nrclimit=5\nrcstart=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrclimit=5\nrcnamespace=0|1', '(Main)', 'Talk'],
];
for (const [text, ...expected] of inlays) {
  test(`hints in ${JSON.stringify(text)}: ${expected.join(', ') || 'none'}`, () => {
    const { model } = read(text);
    assert.deepEqual(
      wikiInlays(model, knowledge.texts, context, key => key).map(({ label }) => label),
      expected,
    );
  });
}

test('the hint at a timestamp has the whole date in its tooltip', () => {
  const { model } = read('list=recentchanges\nrclimit=5\nrcstart=20240115');
  assert.deepEqual(
    wikiInlays(model, knowledge.texts, context, (key, values) => `${key}: ${String(values?.['date'])}`).map(
      ({ tooltip }) => tooltip,
    ),
    ['timestamp: Sunday, 23 August 1970, 06:15:15 UTC'],
  );
});
