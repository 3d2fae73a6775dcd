/** One query at several sites, over stdio: its rows, and loading more of each. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { WindowResult } from '#shared/protocol/results.ts';
import type { RunResult } from '#shared/protocol/run.ts';
import type { SqlTable } from '../../server/src/results/sql/nameable-tables.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { removeAtExit } from '../support/processes.ts';
import { settingsOf } from '../support/settings.ts';

let wikis: SandboxWiki[] = [];
let client: LanguageClient;
before(async () => {
  wikis = await Promise.all([startSandboxWiki(), startSandboxWiki()]);
  const [one, other] = wikis.map(({ url }) => url);
  const storage = mkdtempSync(path.join(tmpdir(), 'several-sites-'));
  removeAtExit(storage);
  const sites = { one: one!, other: other!, gone: 'http://127.0.0.1:1/w/api.php' };
  const settings = settingsOf(sites);
  client = await startLanguageClient({ options: { panels: true, settings, storage, session: 'sites' } });
});
after(async () => {
  await client.stop();
  for (const wiki of wikis) await wiki.stop();
});

const ask = <Result>(name: string, params: object): Promise<Result> =>
  client.connection.sendRequest<Result>(`wikijql/${name}`, params);
const position = { line: 2, character: 0 };

async function sitesIn(run: string): Promise<readonly unknown[]> {
  const view = { sort: [], search: '', filters: {} };
  const found = await ask<WindowResult>('window', {
    run,
    table: 'allpages',
    view,
    offset: 0,
    count: 100,
  });
  return found.rows.map(({ cells }) => cells['site']);
}

test('rows of each come after another, and more of each are loaded', async () => {
  const uri = await client.open('# @sites one, other\n# @limit 2\nlist=allpages\n');
  const result = await ask<RunResult>('run', { run: 'a', uri, position });
  assert.deepEqual(
    [result.status, result.rows, result.requests, result.sites],
    ['more', 4, 2, ['one', 'other']],
  );
  assert.equal(result.pageUrl, undefined);
  const more = await ask<RunResult>('more', { run: 'a' });
  assert.deepEqual([more.status, more.rows], ['more', 8]);
  const [both, others] = [
    ['one', 'one'],
    ['other', 'other'],
  ];
  assert.deepEqual(await sitesIn('a'), [both, others, both, others].flat());
});

test('one that fails is named', async () => {
  const uri = await client.open('# @sites gone, other\n# @limit 2\nlist=allpages\n');
  const result = await ask<RunResult>('run', { run: 'b', uri, position });
  assert.deepEqual([result.status, result.rows], ['incomplete', 2]);
  assert.deepEqual(
    result.notices.map(({ code }) => code),
    ['refused', 'partFailed'],
  );
});

test('SQL has the site as a column; titles of several sites lead to none', async () => {
  const uri = await client.open('# @sites one, other\n# @name both\n# @limit 3\nlist=allpages\n');
  await ask<RunResult>('run', { run: 'c', uri, position: { line: 3, character: 0 } });
  const { tables } = await ask<{ readonly tables: readonly SqlTable[] }>('sqlTables', {});
  const both = tables.find(({ name }) => name === 'both');
  assert.deepEqual(
    both?.columns.map(({ name }) => name),
    ['site', 'title', 'ns', 'pageid'],
  );
  const sql =
    'select site, count(*) as pages, min(title) as title from both group by site order by site desc';
  const counted = await ask<RunResult>('runSql', { run: 'd', sql });
  assert.deepEqual([counted.status, counted.rows, counted.notices], ['complete', 2, []]);
  const view = { sort: [], search: '', filters: {} };
  const window = { run: 'd', table: 'sql', view, offset: 0, count: 10 };
  const { rows } = await ask<WindowResult>('window', window);
  assert.deepEqual(
    rows.map(({ cells }) => [cells['site'], cells['pages']]),
    [
      ['other', 3],
      ['one', 3],
    ],
  );
  const plain = await ask<RunResult>('runSql', { run: 'e', sql: 'select title from both' });
  assert.equal(plain.pageUrl, undefined);
});
