/** Its own process: keeps a snapshot of many rows, again and again, until it is killed. */
import { ResultStore } from '../../../server/src/results/store/result-store.ts';
import { SnapshotStore } from '../../../server/src/results/store/snapshot-store.ts';

const [folder = '', name = '', count = '0', rounds = '0'] = process.argv.slice(2);
const store = new ResultStore();
const table = {
  id: 'pages',
  title: 'Pages',
  columns: [{ key: 'title', title: 'title', type: 'page' }],
} as const;
for (let offset = 0; offset < Number(count); offset += 10_000) {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    title: `Page ${offset + index} ${'x'.repeat(100)}`,
  }));
  store.put('run', { table, offset, rows });
}
process.stdout.write('begun\n');
const bounds = { maximumAge: Infinity, maximumSize: Infinity };
for (let round = 0; round < Number(rounds); round++) {
  const snapshot = { name: `${name} ${round}`, kept: Date.now(), about: '{}' };
  await new SnapshotStore(folder).keep(store, 'run', snapshot, bounds, new AbortController().signal);
}
