/** Its own process: stores rows, exports them or compares them, again and again, until it is killed. */
import { compareRuns } from '../../../server/src/results/compare/compare-runs.ts';
import { exportRows } from '../../../server/src/results/export/export-file.ts';
import { SessionResults } from '../../../server/src/results/store/session-results.ts';
import { comparisonTitles } from '../../support/comparison.ts';

const [folder = '', file = '', what = 'export'] = process.argv.slice(2);
const results = new SessionResults();
results.place = { folder, process: process.pid, session: 'exporter' };
const table = {
  id: 'pages',
  title: 'Pages',
  columns: [{ key: 'title', title: 'title', type: 'page' }],
} as const;
const { store } = results;
for (const run of ['run', 'other'])
  for (let offset = 0; offset < 60_000; offset += 10_000) {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ title: `Page ${offset + index}` }));
    store.put(run, { table, offset, rows });
  }
const never = new AbortController().signal;
let isBegun = false;
const progress = (): void => {
  if (!isBegun) process.stdout.write('begun\n');
  isBegun = true;
};
const view = { sort: [], search: '', filters: {} };
const params = { run: 'run', table: 'pages', view, columns: ['title'], format: 'csv', file } as const;
for (;;) {
  if (what === 'export') await exportRows(store, params, progress, never, results.noteDraft);
  else {
    store.release('compared');
    const sides = { run: 'compared', before: 'run', after: 'other' };
    await compareRuns(store, sides, comparisonTitles, progress, never);
  }
}
