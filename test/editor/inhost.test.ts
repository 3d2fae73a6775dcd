/** The tests of the folder inhost, run in a real extension host: each counts as a test here. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeHostWorkspace } from '../support/editor/host-workspace.ts';
import { runHostTests } from '../support/editor/inhost.ts';
import { isRunning } from '../support/process-tree.ts';
import { until } from '../support/until.ts';
import { serverPidFile } from './inhost/names.ts';

test('inside the extension host', { timeout: 600_000 }, async context => {
  const { folder, wiki, remove } = await makeHostWorkspace();
  try {
    const results = await runHostTests(folder);
    assert.notEqual(results.length, 0);
    for (const { name, error } of results) {
      await context.test(name, () => {
        if (error !== undefined) assert.fail(error);
      });
    }
    await context.test('only the queries that were run were sent, and named their sender', () => {
      const sent = wiki.requests.map(({ parameters }) => parameters.get('list') ?? parameters.get('meta'));
      const expected = [
        'search',
        'allpages',
        'allpages',
        'allpages',
        'allpages',
        'siteinfo',
        'recentchanges',
        'allpages',
        'watchlist',
        'allpages',
        'allpages',
        'allpages',
        'allpages',
      ];
      assert.deepEqual(sent, expected);
      const agents = wiki.requests.map(({ headers }) => String(headers['user-agent']).replace(/\/.*/, ''));
      assert.deepEqual(new Set(agents), new Set(['wikijql']));
    });
    await context.test('the language server ended with the host', async () => {
      const pid = Number(await readFile(path.join(folder, serverPidFile), 'utf8'));
      await until('its end', async () => !isRunning(pid));
    });
  } finally {
    await remove();
  }
});
