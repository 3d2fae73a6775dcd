/** Its own process: stores a million rows, then exports them. Prints the most memory that each took, in bytes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/src/results/store/session-database.ts';
import { exportRows } from '../../server/src/results/export/export-file.ts';
import { ResultStore } from '../../server/src/results/store/result-store.ts';

const count = 1_000_000;
const keys = ['title', 'ns', 'pageid', 'revid', 'user', 'size', 'timestamp', 'comment'];
const table = {
  id: 'rows',
  title: 'rows',
  columns: keys.map(key => ({ key, title: key, type: 'text' as const })),
};
const view = { sort: [], search: '', filters: {} };
const folder = mkdtempSync(path.join(tmpdir(), 'many-rows-'));
const store = new ResultStore(openDatabase({ folder, process: process.pid, session: 'bench' }));
let most = 0;
const look = (): number => (most = Math.max(most, process.memoryUsage.rss()));

for (let offset = 0; offset < count; offset += 500) {
  const rows = Array.from({ length: 500 }, (_, index) => {
    const number = offset + index;
    return {
      title: `Page ${(number * 7919) % 1_000_003}`,
      ns: number % 15,
      pageid: number,
      revid: number * 3,
      user: `User ${number % 997}`,
      size: (number * 31) % 5000,
      timestamp: new Date(1_700_000_000_000 + number * 1000).toISOString(),
      comment: `a change of section ${number % 50} with some words`,
    };
  });
  store.put('run', { table, offset, rows });
  if (offset % 50_000 === 0) look();
}
const stored = look();
const file = path.join(folder, 'out.csv');
const params = { run: 'run', table: 'rows', view, columns: keys, format: 'csv', file } as const;
await exportRows(store, params, look, new AbortController().signal);
store.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ stored, exported: most - stored }));
