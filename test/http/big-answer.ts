/** Its own process, so that nothing else uses memory in it: runs one query and tells what that took. */
import { createThreadBackend } from '../../server/src/network/thread/thread-backend.ts';

const [url = '', warmUp = ''] = process.argv.slice(2);
const backend = createThreadBackend(new URL('../../server/src/network/thread/worker.ts', import.meta.url));
const run = (address: string): Promise<{ notices: readonly { code: string }[] }> =>
  backend.run(
    {
      run: address,
      site: { name: 'test wiki', url: address },
      request: { kind: 'wiki', parameters: [['list', 'allpages']], post: false },
      limit: Infinity,
    },
    { table: () => undefined, progress: () => undefined },
    new AbortController().signal,
  );

await run(warmUp);
const before = process.memoryUsage.rss();
let peak = before;
// The work is in the worker's thread, so this one has the time. (`maxRSS` would hold the parent's share.)
const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2);
const { notices } = await run(url);
clearInterval(sampling);
await backend.dispose();
process.stdout.write(
  JSON.stringify({ codes: notices.map(({ code }) => code), mebibytes: (peak - before) / 1024 / 1024 }),
);
