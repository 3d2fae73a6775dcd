/** Processes that are killed in the middle of their work, and cells of fifty megabytes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, test } from 'node:test';
import type { TableHeader } from '#shared/protocol/run.ts';
import { compareRuns } from '../../../server/src/results/compare/compare-runs.ts';
import { comparisonText } from '../../../server/src/results/compare/compare-text.ts';
import { openDatabase } from '../../../server/src/results/store/session-database.ts';
import { exportRows } from '../../../server/src/results/export/export-file.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';
import { SnapshotStore } from '../../../server/src/results/store/snapshot-store.ts';
import { comparisonTitles } from '../../support/comparison.ts';
import { removeAtExit } from '../../support/processes.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'killed-'));
  removeAtExit(folder);
  return folder;
};
const never = new AbortController().signal;
const view = { sort: [], search: '', filters: {} };
const table: TableHeader = {
  id: 'pages',
  title: 'Pages',
  columns: [{ key: 'title', title: 'title', type: 'page' }],
};

/** Starts a process that exports or compares, and kills it in the middle. Returns what it left beside the target. */
async function killed(what: 'export' | 'compare', folder: string, file: string): Promise<number> {
  const script = path.join(import.meta.dirname, 'slow-exporter.ts');
  const child = spawn(process.execPath, [script, folder, file, what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('a process that is killed', () => {
  it('while it exports leaves the target as it was, and the next start removes the rest', async () => {
    const [folder, target] = [newFolder(), newFolder()];
    const file = path.join(target, 'out.csv');
    writeFileSync(file, 'before');
    writeFileSync(path.join(target, '.other-file'), 'kept');
    await killed('export', folder, file);
    const content = readFileSync(file, 'utf8');
    assert(content === 'before' || content.split('\r\n').length === 60_001, `${content.length} characters`);
    assert(readdirSync(target).length > 2 || content !== 'before');
    openDatabase({ folder, process: process.pid, session: 'next' }).close();
    assert.deepEqual(readdirSync(target), ['.other-file', 'out.csv']);
    assert.deepEqual(
      readdirSync(folder).filter(name => name.includes('exporter')),
      [],
    );
  });
  it('while it compares leaves no comparison that counts as whole', async () => {
    const folder = newFolder();
    const pid = await killed('compare', folder, '');
    const store = new ResultStore(openDatabase({ folder, process: pid, session: 'exporter' }));
    for (const { header, rows } of store.tablesOf('compared'))
      assert(header.comparison === undefined || rows === 60_000, `${rows} rows`);
    assert.deepEqual(
      store.tablesOf('run').map(({ rows }) => rows),
      [60_000],
    );
    store.close();
  });
});

test('a cell of fifty megabytes is compared, kept, opened and written', async () => {
  const long = 'x'.repeat(50_000_000);
  const store = new ResultStore();
  store.put('before', { table, offset: 0, rows: [{ title: `${long}a` }] });
  store.put('after', { table, offset: 0, rows: [{ title: `${long}b` }] });
  const sides = { run: 'compared', before: 'before', after: 'after' };
  const [compared] = await compareRuns(store, sides, comparisonTitles, () => undefined, never);
  assert.deepEqual(compared?.header.comparison.counts, { added: 1, gone: 1, changed: 0, same: 0 });
  const wording = { summary: () => '', empty: '', more: () => '' };
  const text = comparisonText(store, 'compared', { before: '', after: '' }, wording) ?? '';
  assert(text.length < 2000, `${text.length} characters`);
  const snapshots = new SnapshotStore(newFolder());
  const bounds = { maximumAge: Infinity, maximumSize: Infinity };
  const id = await snapshots.keep(store, 'after', { name: 'long', kept: 0, about: '{}' }, bounds, never);
  await snapshots.open(id, store, 'opened', () => undefined, never);
  const found = store.cell({ run: 'opened', table: 'pages', row: 0, column: 'title' });
  assert.ok(found?.value === `${long}b`);
  const file = path.join(newFolder(), 'out.ndjson');
  const params = {
    run: 'compared',
    table: 'pages',
    view,
    columns: ['title'],
    format: 'ndjson',
    file,
  } as const;
  assert.deepEqual(await exportRows(store, params, () => undefined, never), { rows: 2 });
});
