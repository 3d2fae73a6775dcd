/** A worker whose thread is held, dies or has a bug when a site of that name is asked; any other site is asked as usual. */
import { parentPort } from 'node:worker_threads';
import { createRemote } from '../../server/src/network/create-remote.ts';
import type { Remote, RunSink } from '../../server/src/network/remote.ts';
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
    const remote = createRemote(dependencies);
    const misbehaving: Remote = {
      ...remote,
      run: (request, sink, signal) => remote.run(request, before(sink, request.site.name), signal),
      issue: (request, signal) => {
        misbehave(request.site.name);
        return remote.issue(request, signal);
      },
    };
    return misbehaving;
  });
