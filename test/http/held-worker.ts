/** A worker whose thread is held, dies or has a bug when a site of that name is asked; any other site is asked as usual. */
import { parentPort } from 'node:worker_threads';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { Backend, RunSink } from '../../server/src/network/backend.ts';
import { serve } from '../../server/src/network/thread/serve.ts';

function misbehave(site: string): void {
  if (site === 'holding') for (;;);
  if (site === 'dying') process.exit(1);
  if (site === 'faulty') throw new TypeError('a text of the user');
}

/** Lets the site misbehave once it has shown its first rows. */
const before = (sink: RunSink, site: string): RunSink => ({
  table: state => {
    sink.table(state);
    sink.progress({ rows: state.rows, requests: 1, total: 9 });
    misbehave(site);
  },
  progress: progress => sink.progress(progress),
});

if (parentPort)
  serve(parentPort, dependencies => {
    const backend = createBackend(dependencies);
    const misbehaving: Backend = {
      ...backend,
      run: (request, sink, signal) => backend.run(request, before(sink, request.site.name), signal),
      issue: (request, signal) => {
        misbehave(request.site.name);
        return backend.issue(request, signal);
      },
    };
    return misbehaving;
  });
