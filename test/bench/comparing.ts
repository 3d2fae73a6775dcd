/** Comparing 100,000 rows with 100,000. */
import { compareRuns } from '../../server/src/results/compare/compare-runs.ts';
import { ResultStore } from '../../server/src/results/store/result-store.ts';
import { comparisonTitles } from '../support/comparison.ts';
import { median, timed } from './figures.ts';
import type { Report } from './report.ts';

const count = 100_000;
const keys = [
  'rcid',
  'title',
  'ns',
  'pageid',
  'user',
  'oldlen',
  'newlen',
  'timestamp',
  'comment',
  'minor',
  'tags',
];
const whole = ['title', 'ns', 'user', 'oldlen', 'newlen', 'comment'];

function fill(
  store: ResultStore,
  run: string,
  columnKeys: readonly string[],
  first: number,
  salt: number,
): void {
  const table = {
    id: 'rows',
    title: 'rows',
    columns: columnKeys.map(key => ({ key, title: key, type: 'text' as const })),
  };
  for (let offset = 0; offset < count; offset += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const number = first + offset + index;
      return {
        rcid: number,
        title: `Page ${number % 30_000}`,
        ns: number % 15,
        pageid: number % 30_000,
        user: `User ${number % 997}`,
        oldlen: (number * 31) % 5000,
        newlen: ((number * 31) % 5000) + (number % 100 === 0 ? salt : 0),
        timestamp: new Date(1_700_000_000_000 + number * 1000).toISOString(),
        comment: `a change of section ${number % 50} with some words`,
        minor: number % 2 === 0,
        tags: ['mobile edit', `tag ${number % 7}`],
      };
    });
    store.put(run, { table, offset, rows });
  }
}

/** A thousand rows are gone, a thousand are added, and each hundredth has changed. */
export async function measureComparing(report: Report): Promise<void> {
  report.heading('Comparing');
  for (const [name, columnKeys, expected] of [
    ['by an identity', keys, 990],
    ['as whole rows', whole, 0],
  ] as const) {
    const store = new ResultStore();
    fill(store, 'before', columnKeys, 0, 0);
    fill(store, 'after', columnKeys, 1000, 7);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const run = `compared ${round}`;
      times.push(
        await timed(async () => {
          const [table] = await compareRuns(
            store,
            { run, before: 'before', after: 'after' },
            comparisonTitles,
            () => undefined,
            new AbortController().signal,
          );
          if (table?.header.comparison.counts.changed !== expected)
            throw new Error(JSON.stringify(table?.header.comparison));
        }),
      );
      store.release(run);
    }
    report.bound(
      `100,000 rows against 100,000, ${name}`,
      median(times),
      2000,
      value => `${value.toFixed(0)} ms`,
    );
    store.close();
  }
}
