/** Its own process: stores rows until it is killed. */
import { openDatabase } from '../../../server/src/results/store/session-database.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';

const [folder = ''] = process.argv.slice(2);
const store = new ResultStore(openDatabase({ folder, process: process.pid, session: 'writer' }));
const table = {
  id: 'pages',
  title: 'Pages',
  columns: [{ key: 'title', title: 'title', type: 'page' }],
} as const;
for (let offset = 0; ; offset += 500) {
  const rows = Array.from({ length: 500 }, (_, index) => ({ title: `Page ${offset + index}` }));
  store.put('run', { table, offset, rows });
  if (offset === 0) process.stdout.write('begun\n');
}
