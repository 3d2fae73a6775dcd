/** The stored layouts of queries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memento } from 'vscode';
import { keepLayout, moveLayouts, readLayouts } from '../../../client/src/results/column-layouts.ts';

const query = (uri: string) => ({ uri, title: 'Pages' });

test('the layouts of a file move to another address, and leave those of other files', async () => {
  const stored = new Map<string, string>();
  const memento: Memento = {
    keys: () => [...stored.keys()],
    get: <T>(key: string, usual?: T) => {
      const value: T = JSON.parse(stored.get(key) ?? JSON.stringify(usual ?? null));
      return value;
    },
    update: async (key, value) => void stored.set(key, JSON.stringify(value)),
  };
  const layout = { hidden: ['ns'], widths: {} };
  for (const uri of ['untitled:Untitled-1', 'untitled:Untitled-11'])
    await keepLayout(memento, query(uri), 'allpages', layout);
  await moveLayouts(memento, 'untitled:Untitled-1', 'untitled:Untitled-1?closed=1');
  assert.deepEqual(readLayouts(memento, query('untitled:Untitled-1')), {});
  assert.deepEqual(readLayouts(memento, query('untitled:Untitled-1?closed=1')), { allpages: layout });
  assert.deepEqual(readLayouts(memento, query('untitled:Untitled-11')), { allpages: layout });
});
