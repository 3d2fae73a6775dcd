/** Large results: from the network into the store, and what the store answers. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'undici';
import type { View } from '#shared/protocol/results.ts';
import { createThreadBackend } from '../../server/src/network/thread/thread-backend.ts';
import { inRoot } from '../support/paths.ts';
import { interleaved, median, timed } from './figures.ts';
import { panelHeap } from './panel.ts';
import type { Report } from './report.ts';

const rowCount = 100_000;
const whole: View = { sort: [], search: '', filters: {} };
const groupedBy = (column: string): Partial<View> => ({
  group: {
    by: [{ column }],
    aggregates: [{ name: 'count' }, { name: 'sum', column: 'newlen' }, { name: 'max', column: 'timestamp' }],
    search: '',
    filters: {},
  },
});
const views: Readonly<Record<string, Partial<View>>> = {
  'sorted by a text': { sort: [{ column: 'title', descending: false }] },
  'sorted by a number': { sort: [{ column: 'newlen', descending: true }] },
  'sorted by a date and a text': {
    sort: [
      { column: 'timestamp', descending: true },
      { column: 'user', descending: false },
    ],
  },
  'one column filtered': { filters: { title: '77' } },
  'searched in all columns': { search: 'section 7' },
  'grouped by a text': groupedBy('user'),
  'grouped by a text of 100,000 values': groupedBy('title'),
  'grouped by a list': groupedBy('tags'),
};
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;
const mebibytes = (value: number): string => `${(value / 1024 / 1024).toFixed(0)} MiB`;

/** Requests and parses all answers, one after the other, and nothing else. */
async function bareLoop(url: string, agent: Agent): Promise<void> {
  let rows = 0;
  let next: string | undefined = '0';
  while (next !== undefined) {
    const { body } = await request(`${url}?action=query&rccontinue=${next}`, { dispatcher: agent });
    const answer: { continue?: { rccontinue: string }; query: { recentchanges: unknown[] } } = JSON.parse(
      await body.text(),
    );
    rows += answer.query.recentchanges.length;
    next = answer.continue?.rccontinue;
  }
  if (rows !== rowCount) throw new Error(`${rows} rows`);
}

export async function measureResults(report: Report): Promise<void> {
  report.heading('Results');
  const wiki = spawn(process.execPath, [inRoot('test/bench/big-wiki.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const agent = new Agent();
  const backend = createThreadBackend(inRoot('dist/worker.js'));
  backend.configure({ userAgent: 'bench', proxy: '', certificateAuthorities: [] });
  try {
    const [line] = await once(wiki.stdout, 'data');
    const url = String(line).trim();
    const run = async (): Promise<void> => {
      const { rows, notices } = await backend.run(
        {
          run: 'run',
          site: { name: 'bench', url },
          request: { kind: 'wiki', parameters: [['list', 'recentchanges']], post: false },
          limit: Infinity,
        },
        { table: () => undefined, progress: () => undefined },
        new AbortController().signal,
      );
      if (rows !== rowCount) throw new Error(`${rows} rows, ${JSON.stringify(notices)}`);
    };
    const taken = await interleaved(
      { bare: () => timed(() => bareLoop(url, agent)), run: () => timed(run) },
      5,
    );
    const { bare = 0, run: ours = 0 } = taken;
    report.figure('100,000 rows in 200 answers, bare loop', milliseconds(bare));
    report.figure('the same into the store', milliseconds(ours));
    report.most('times the bare loop', ours / bare, 8, 2.5);
    for (const [name, view] of Object.entries(views)) {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        // A view that was not asked for before: its order is kept.
        const filters = { ...view.filters, user: `!nobody ${round}` };
        const { group } = view;
        const given = group ? { group: { ...group, filters } } : { filters };
        const params = {
          run: 'run',
          table: 'recentchanges',
          view: { ...whole, ...view, ...given },
          offset: 0,
          count: 200,
        };
        times.push(await timed(() => backend.window(params)));
      }
      report.figure(`first 200 of 100,000 rows, ${name}`, milliseconds(median(times)));
    }
  } finally {
    await backend.dispose();
    await agent.close();
    wiki.kill();
  }
  const output = execFileSync(process.execPath, [inRoot('test/bench/many-rows.ts')], { encoding: 'utf8' });
  const { stored, exported }: { stored: number; exported: number } = JSON.parse(output);
  report.bound('memory with 1,000,000 rows in the store', stored, 300 * 1024 * 1024, mebibytes);
  const heap = await panelHeap(1_000_000);
  report.bound('and in the panel', stored + heap, 400 * 1000 * 1000, mebibytes);
  report.bound('more memory while they are exported', exported, 150 * 1024 * 1024, mebibytes);
}
